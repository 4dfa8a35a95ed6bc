"""Close the doors of this process, in order, before a byte of a submission is compiled."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from . import landlock, seccomp
from .kernel import PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, prctl
from .limits import limit_resources

CONFINED = "confined"  # resource limits, Landlock, seccomp
NO_OPEN = "confined-noopen"  # resource limits, seccomp that lets no file be opened by path
LIMITED = "limited"  # resource limits
LEVELS = (CONFINED, NO_OPEN, LIMITED)

_SIGKILL = 9
_FALLBACK_IDS = 5000
_FAR_IDS = 1_000_000_000
_NEAR_IDS = 60_000

Library = tuple[Sequence[str], Sequence[str], Sequence[str]]


class Wanted(NamedTuple):
    """How far to confine a worker.

    Attributes:
        level: one of :data:`LEVELS`.
        memory_bytes: address space.
        cpu_s: CPU seconds of the process's whole life.
        uid: the user and group to become, or None to stay.
    """

    level: str
    memory_bytes: int
    cpu_s: int
    uid: int | None


def lock_down(wanted: Wanted, library: Library, parent: int) -> None:
    """Confine this process as ``wanted``.

    Args:
        wanted: how far.
        library: what Landlock lets be read; see :func:`landlock.standard_library`.
        parent: the process that must still be our parent; without it we end.

    Raises:
        OSError: if a layer of ``level`` cannot be had.
    """
    if wanted.uid is not None:
        become(wanted.uid)
    with suppress(OSError, AttributeError):  # not Linux: the parent's own kill must do
        prctl(PR_SET_PDEATHSIG, _SIGKILL)
    if os.getppid() != parent:
        os._exit(0)
    if wanted.level != LIMITED:
        prctl(PR_SET_DUMPABLE, 0)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
    if wanted.level == CONFINED:
        landlock.restrict(*library)
    limit_resources(wanted.memory_bytes, wanted.cpu_s)
    if wanted.level != LIMITED:
        seccomp.install(opens=wanted.level == CONFINED)


def become(uid: int) -> None:
    """Give up root for a user of our own that owns nothing.

    Raises:
        OSError: if that is refused.
    """
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def own_uid(judge_pid: int) -> int | None:
    """Return a user id for the workers of ``judge_pid``, or None where we are not root.

    A process id is unique while its process lives, so no two submissions share a user; where
    such high ids are not mapped (a container's user namespace) a lower range has to do.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    return _FAR_IDS + judge_pid if _is_mapped(_FAR_IDS) else _NEAR_IDS + judge_pid % _FALLBACK_IDS


def _is_mapped(uid: int) -> bool:
    try:
        with open("/proc/self/uid_map") as table:  # noqa: PTH123 - no pathlib in a worker
            rows = [[int(word) for word in row.split()] for row in table]
    except (OSError, ValueError):
        return False
    return any(first <= uid < first + count for first, _, count in rows)
