"""Landlock: which files this process may still open, by allow-list. Linux 5.13 and newer.

The ruleset denies by default every file access the running kernel knows of, TCP from ABI 4, and
signals and abstract sockets to the outside from ABI 6. It cannot be lifted again.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable
from typing import ClassVar

from .kernel import syscall

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on x86_64 and aarch64
_VERSION = 1
_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_ALL_FILE_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
_NEWEST = max(_ALL_FILE_RIGHTS)
_TCP_SINCE, _SCOPE_SINCE = 4, 6
_BIND_AND_CONNECT = 3
_SOCKETS_AND_SIGNALS = 3
_LEFT_OUT = frozenset(
    {"site-packages", "dist-packages", "test", "idlelib", "ensurepip", "lib2to3", "__pycache__"}
)


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_: ClassVar = [("access", ctypes.c_uint64), ("descriptor", ctypes.c_int32)]


def abi() -> int:
    """Return the version the kernel offers; 0 where there is none or it is switched off."""
    try:
        return syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    except (OSError, AttributeError):
        return 0


def restrict(trees: Iterable[str], files: Iterable[str], folders: Iterable[str]) -> int:
    """Leave this process nothing but reading, and return the ABI enforced.

    Args:
        trees: folders to read with all that is in them.
        files: files to read.
        folders: folders to list.

    Raises:
        OSError: if the kernel has no Landlock or refuses.
    """
    version = abi()
    if not version:
        raise OSError("Landlock is not there")
    rights = _ALL_FILE_RIGHTS[min(version, _NEWEST)]
    words = [rights]
    words += [_BIND_AND_CONNECT] if version >= _TCP_SINCE else []
    words += [_SOCKETS_AND_SIGNALS] if version >= _SCOPE_SINCE else []
    attributes = struct.pack(f"={len(words)}Q", *words)
    ruleset = syscall(_CREATE, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    for paths, access in (
        (trees, _READ_FILE | _READ_DIR),
        (files, _READ_FILE),
        (folders, _READ_DIR),
    ):
        for path in paths:
            _allow(ruleset, path, access)
    syscall(_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)
    return version


def standard_library() -> tuple[list[str], list[str], list[str]]:
    """Return what :func:`restrict` must allow for imports of the standard library, and no more.

    site-packages is left out on purpose: the grader and its hidden tests may live there.
    """
    root = os.path.dirname(os.__file__)  # noqa: PTH120 - no pathlib before the doors close
    paths = {name: os.path.join(root, name) for name in os.listdir(root)}  # noqa: PTH118, PTH208
    kept = {name: path for name, path in paths.items() if name not in _LEFT_OUT}
    trees = [path for path in kept.values() if os.path.isdir(path)]  # noqa: PTH112
    files = [path for name, path in kept.items() if name.endswith((".py", ".so"))]
    return trees, files, [root]


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what cannot be opened need not be allowed
    try:
        rule = _PathBeneath(access, descriptor)
        syscall(
            _ADD,
            ctypes.c_int(ruleset),
            ctypes.c_int(_BENEATH),
            ctypes.byref(rule),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(descriptor)
