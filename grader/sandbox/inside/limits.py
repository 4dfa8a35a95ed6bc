"""Bounds on this process that the system keeps."""

from __future__ import annotations

UNBOUND_BYTES = 512 * 1024 * 1024


def limit_resources(memory_bytes: int, cpu_s: int) -> str:
    """Bound this process where the system can; return the level reached."""
    try:
        import resource
    except ImportError:
        return "plain"
    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NOFILE": 64,
        "RLIMIT_AS": memory_bytes,
        "RLIMIT_CPU": cpu_s,
    }
    for name, value in wanted.items():
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (AttributeError, OSError, ValueError):  # not every system has every limit
            continue
    return "limited"


def memory_limit() -> int:
    """Return the bytes that this process may take, or what is given to one that has no bound."""
    try:
        import resource

        bytes_ = resource.getrlimit(resource.RLIMIT_AS)[0]
    except (ImportError, AttributeError, OSError):
        return UNBOUND_BYTES
    return bytes_ if 0 < bytes_ < UNBOUND_BYTES else UNBOUND_BYTES
