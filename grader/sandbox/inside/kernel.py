"""Calls to the Linux kernel that Python has no name for; standard library only (ctypes).

Importing this file works everywhere; calling it works on Linux.
"""

from __future__ import annotations

import ctypes
import os
import platform

MACHINE = platform.machine()

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38


def prctl(option: int, value: int) -> None:
    """Set one attribute of this process.

    Raises:
        OSError: if the kernel refuses.
    """
    words = (ctypes.c_ulong(word) for word in (value, 0, 0, 0))
    if _libc().prctl(ctypes.c_int(option), *words) < 0:
        raise _error(f"prctl {option}")


def syscall(number: int, *arguments: object) -> int:
    """Make a system call and return its result, which is never negative.

    Raises:
        OSError: if it fails.
    """
    call = _libc().syscall
    call.restype = ctypes.c_long
    result: int = call(ctypes.c_long(number), *arguments)
    if result < 0:
        raise _error(f"system call {number}")
    return result


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _error(what: str) -> OSError:
    code = ctypes.get_errno()
    return OSError(code, f"{what}: {os.strerror(code)}")
