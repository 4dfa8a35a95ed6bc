"""seccomp: which system calls this process may still make, by allow-list. Linux 3.17 and newer.

The filter is a short program for the kernel's packet-filter machine, written out here for x86_64
and aarch64: each call is allowed, answered with an error, or looked at by its arguments. What is
on no list is refused with EPERM. Nothing that reaches another process, the network or a file to
write is on the list; threads are, new processes are not.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterable
from typing import ClassVar

from .kernel import MACHINE, PR_SET_SECCOMP, syscall

_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_CALL_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in the data a filter sees
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_CALLS = 0x40000000
_INSTALL = {"x86_64": 317, "aarch64": 277}
_ALL_THREADS_AND_FULL_SPEED = 1 | 4  # TSYNC, and no speculation brake on kernels before 5.16
_FILTER_MODE = 2
_AT_EMPTY_PATH = 0x1000
_CLONE_THREAD = 0x00010000
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FCNTL = (0, 1, 2, 3, 4, 1030)  # DUPFD GETFD SETFD GETFL SETFL DUPFD_CLOEXEC
_IOCTL = (0x5401, 0x5450, 0x5451, 0x5421, 0x541B, 0x5413)  # of a terminal or descriptor: queries

# name: (number on x86_64, number on aarch64); None where there is no such call
_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63), "write": (1, 64), "open": (2, None), "close": (3, 57), "stat": (4, None),
    "fstat": (5, 80), "lstat": (6, None), "poll": (7, None), "lseek": (8, 62), "mmap": (9, 222),
    "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214), "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "ioctl": (16, 29),
    "pread64": (17, 67), "readv": (19, 65), "writev": (20, 66), "access": (21, None),
    "pipe": (22, None), "select": (23, None), "sched_yield": (24, 124), "mremap": (25, 216),
    "mincore": (27, 232), "madvise": (28, 233), "dup": (32, 23), "dup2": (33, None),
    "nanosleep": (35, 101), "getitimer": (36, 102), "getpid": (39, 172), "sendto": (44, 206),
    "recvfrom": (45, 207), "sendmsg": (46, 211), "recvmsg": (47, 212), "shutdown": (48, 210),
    "clone": (56, 220), "fork": (57, None), "vfork": (58, None), "exit": (60, 93),
    "uname": (63, 160), "fcntl": (72, 25), "getcwd": (79, 17), "readlink": (89, None),
    "gettimeofday": (96, 169), "getrlimit": (97, 163), "getrusage": (98, 165),
    "sysinfo": (99, 179), "times": (100, 153), "getuid": (102, 174), "getgid": (104, 176),
    "geteuid": (107, 175), "getegid": (108, 177), "getppid": (110, 173), "getpgrp": (111, None),
    "getgroups": (115, 158), "sigaltstack": (131, 132), "statfs": (137, 43),
    "fstatfs": (138, 44), "arch_prctl": (158, None), "gettid": (186, 178), "time": (201, None),
    "futex": (202, 98), "sched_getaffinity": (204, 123), "getdents64": (217, 61),
    "set_tid_address": (218, 96), "restart_syscall": (219, 128), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "exit_group": (231, 94),
    "tgkill": (234, 131), "openat": (257, 56), "newfstatat": (262, 79), "readlinkat": (267, 78),
    "faccessat": (269, 48), "pselect6": (270, 72), "ppoll": (271, 73),
    "set_robust_list": (273, 99), "dup3": (292, 24), "pipe2": (293, 59),
    "prlimit64": (302, 261), "getrandom": (318, 278), "membarrier": (324, 283),
    "statx": (332, 291), "rseq": (334, 293), "clone3": (435, 435), "openat2": (437, 437),
    "faccessat2": (439, 439),
}  # fmt: skip

_BY_PATH = [
    "stat",
    "lstat",
    "statx",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "statfs",
    "getcwd",
]
_HARMLESS = [
    "read",
    "write",
    "futex",
    "mmap",
    "munmap",
    "mprotect",
    "madvise",
    "brk",
    "mremap",
    "clock_gettime",
    "gettimeofday",
    "time",
    "poll",
    "ppoll",
    "select",
    "pselect6",
    "close",
    "fstat",
    "stat",
    "lstat",
    "newfstatat",
    "statx",
    "lseek",
    "pread64",
    "readv",
    "writev",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sigaltstack",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "getcwd",
    "getdents64",
    "dup",
    "dup2",
    "dup3",
    "pipe",
    "pipe2",
    "nanosleep",
    "clock_nanosleep",
    "clock_getres",
    "sched_yield",
    "getpid",
    "gettid",
    "getppid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getpgrp",
    "getgroups",
    "uname",
    "getrandom",
    "getrlimit",
    "getrusage",
    "times",
    "sysinfo",
    "exit",
    "exit_group",
    "restart_syscall",
    "set_robust_list",
    "set_tid_address",
    "rseq",
    "sched_getaffinity",
    "membarrier",
    "getitimer",
    "recvfrom",
    "sendto",
    "recvmsg",
    "sendmsg",
    "shutdown",
    "fstatfs",
    "statfs",
    "mincore",
    "arch_prctl",
]


class _Program(ctypes.Structure):
    _fields_: ClassVar = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def supported() -> bool:
    """Return whether a filter can be written for this machine."""
    return MACHINE in _ARCHITECTURES


def install(*, opens: bool) -> None:
    """Install the filter on all threads; it cannot be lifted again.

    ``opens`` says whether files may be opened for reading by path; without it no path exists
    for this process, and every module it needs must have been imported before.

    Raises:
        OSError: if the kernel refuses, or the machine is not one a filter is written for.
    """
    if not supported():
        raise OSError(f"no filter is written for {MACHINE}")
    code = build(opens=opens, own_pid=os.getpid())
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    try:
        mode, flags = ctypes.c_ulong(1), ctypes.c_ulong(_ALL_THREADS_AND_FULL_SPEED)
        syscall(_INSTALL[MACHINE], mode, flags, ctypes.byref(program))
    except OSError:
        _install_by_prctl(program)


def _install_by_prctl(program: _Program) -> None:
    address = ctypes.addressof(program)
    libc = ctypes.CDLL(None, use_errno=True)
    words = (ctypes.c_ulong(word) for word in (_FILTER_MODE, address, 0, 0))
    if libc.prctl(ctypes.c_int(PR_SET_SECCOMP), *words) < 0:
        raise OSError(ctypes.get_errno(), "seccomp is refused")


def build(*, opens: bool, own_pid: int) -> bytes:
    """Return the filter as the kernel reads it: eight bytes an instruction."""
    code = _Assembler()
    code.check_architecture()
    if not opens:
        code.answer(_BY_PATH, errno.ENOENT)
        code.look_at("newfstatat", _with_empty_path_only())
    code.allow(_HARMLESS)
    for name, argument in (("open", 1), ("openat", 2)):
        code.look_at(name, _reading_only(argument) if opens else [_refuse(errno.EACCES)])
    code.look_at("clone", _threads_only())
    code.answer(["clone3", "openat2"], errno.ENOSYS)  # C libraries fall back to what can be seen
    code.answer(["fork", "vfork"], errno.EAGAIN)
    code.look_at("fcntl", _one_of(1, _FCNTL, errno.EPERM))
    code.look_at("ioctl", _one_of(1, _IOCTL, errno.ENOTTY))
    code.look_at("tgkill", _one_of(0, (own_pid,), errno.EPERM))
    code.look_at("prlimit64", _query_only())
    code.finish()
    return code.bytes()


# ---------------------------------------------------------------------------- instructions


def _instruction(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, value & 0xFFFFFFFF)


def _load(argument: int, *, high: bool = False) -> bytes:
    return _instruction(_LOAD, _ARGUMENTS + 8 * argument + (4 if high else 0))


def _refuse(code: int) -> bytes:
    return _instruction(_RETURN, _ERRNO | code)


_PASS = _instruction(_RETURN, _ALLOW)


def _one_of(argument: int, values: Iterable[int], otherwise: int) -> list[bytes]:
    body = [_load(argument)]
    for value in values:
        body += [_instruction(_IF_EQUAL, value, 0, 1), _PASS]
    return [*body, _refuse(otherwise)]


def _reading_only(argument: int) -> list[bytes]:
    test = _instruction(_IF_ANY_BIT, _WRITES, 1, 0)
    return [_load(argument), test, _PASS, _refuse(errno.EACCES)]


def _with_empty_path_only() -> list[bytes]:
    test = _instruction(_IF_ANY_BIT, _AT_EMPTY_PATH, 0, 1)
    return [_load(3), test, _PASS, _refuse(errno.ENOENT)]


def _threads_only() -> list[bytes]:
    return [_load(0), _instruction(_IF_ANY_BIT, _CLONE_THREAD, 0, 1), _PASS, _refuse(errno.EAGAIN)]


def _query_only() -> list[bytes]:
    """Let prlimit64 through where its new limit, a pointer in two halves, is NULL."""
    low, high = _instruction(_IF_EQUAL, 0, 0, 3), _instruction(_IF_EQUAL, 0, 0, 1)
    return [_load(2), low, _load(2, high=True), high, _PASS, _refuse(errno.EPERM)]


class _Assembler:
    """Puts a filter together; names that a machine does not have are passed over."""

    def __init__(self) -> None:
        self._code: list[bytes] = []

    def check_architecture(self) -> None:
        """Kill on calls in another machine's numbering, where every number means another call."""
        self._code += [
            _instruction(_LOAD, _ARCHITECTURE),
            _instruction(_IF_EQUAL, _ARCHITECTURES[MACHINE], 1, 0),
            _instruction(_RETURN, _KILL),
            _instruction(_LOAD, _CALL_NUMBER),
        ]
        if MACHINE == "x86_64":
            self._code += [_instruction(_IF_AT_LEAST, _X32_CALLS, 0, 1), _refuse(errno.ENOSYS)]

    def allow(self, names: Iterable[str]) -> None:
        for name in names:
            self.look_at(name, [_PASS])

    def answer(self, names: Iterable[str], code: int) -> None:
        for name in names:
            self.look_at(name, [_refuse(code)])

    def look_at(self, name: str, body: list[bytes]) -> None:
        """Run ``body``, which ends in a return on every way, for the call ``name``."""
        number = _NUMBERS[name][0 if MACHINE == "x86_64" else 1]
        if number is not None:
            self._code += [_instruction(_IF_EQUAL, number, 0, len(body)), *body]

    def finish(self) -> None:
        self._code.append(_refuse(errno.EPERM))

    def bytes(self) -> bytes:
        return b"".join(self._code)
