"""Bounds on this process that the system keeps."""

from __future__ import annotations


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
