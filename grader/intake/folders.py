"""Files and folders on disk, opened without following a link.

Where the system can (Linux, macOS), every entry is opened relative to its folder's descriptor, so
that no part of a path can be swapped for a link meanwhile. Windows opens them by path.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from grader.intake.basket import MAX_SOURCE, Basket, Find, Kind, Refused
from grader.intake.names import MAX_DEPTH, is_junk, shown

MAX_ENTRIES = 2_000
BY_DESCRIPTOR = os.open in os.supports_dir_fd and os.scandir in os.supports_fd

_SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = os.O_RDONLY | _SAFELY | getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | _SAFELY | getattr(os, "O_DIRECTORY", 0)
_STANDS_FOR_ANOTHER = 0x2000_0000  # Windows: the reparse tag of links and junctions, not of clouds


def kind_of(status: os.stat_result) -> Kind | None:
    """Return what a directory entry is, or None for a folder."""
    if stat.S_ISLNK(status.st_mode) or _is_junction(status):
        return "link"
    if stat.S_ISDIR(status.st_mode):
        return None
    return "file" if stat.S_ISREG(status.st_mode) else "other"


def _is_junction(status: os.stat_result) -> bool:
    tag: int = getattr(status, "st_reparse_tag", 0)
    return bool(tag & _STANDS_FOR_ANOTHER)


def read_file(path: Path, limit: int) -> bytes:
    """Return the first ``limit`` bytes of a regular file.

    Raises:
        Refused: if it is a link or no regular file.
        OSError: if it cannot be opened or read.
    """
    return _read(_Folder(path.parent, None), path.name, limit)


def walk(path: Path, basket: Basket) -> None:
    """Offer every file in the folder ``path`` and below it to ``basket``.

    Raises:
        Refused: if there are too many entries.
        OSError: if something cannot be opened or read.
    """
    with _opened(_Folder(path, None), "") as folder:
        _walk(_Level(folder, "", 1, basket), iter(range(MAX_ENTRIES)))


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder, by its descriptor where the system allows, else by its path."""

    path: Path
    descriptor: int | None

    def open(self, name: str, flags: int) -> int:
        """Return a descriptor of the entry ``name``."""
        if self.descriptor is None:
            return os.open(self.path / name, flags)
        return os.open(name, flags, dir_fd=self.descriptor)

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """Yield what is in the folder, in the order the system keeps it."""
        with os.scandir(self.path if self.descriptor is None else self.descriptor) as entries:
            yield from entries


@dataclass(frozen=True, slots=True)
class _Level:
    """Where a walk is: a folder, the prefix of the names in it, and how deep they lie."""

    folder: _Folder
    prefix: str
    depth: int
    basket: Basket


@contextmanager
def _opened(parent: _Folder, name: str) -> Iterator[_Folder]:
    path = parent.path / name
    if not BY_DESCRIPTOR:
        yield _Folder(path, None)
        return
    descriptor = parent.open(name, _FOLDER)
    try:
        yield _Folder(path, descriptor)
    finally:
        os.close(descriptor)


def _walk(level: _Level, budget: Iterator[int]) -> None:
    for entry in _some(level, budget):
        name = level.prefix + entry.name
        status = entry.stat(follow_symlinks=False)
        kind = kind_of(status)
        if kind is None:
            _descend(level, entry.name, budget)
        else:
            read = partial(_read, level.folder, entry.name, MAX_SOURCE + 1)
            level.basket.offer(Find(name, status.st_size, kind, read))


def _some(level: _Level, budget: Iterator[int]) -> list[os.DirEntry[str]]:
    """Return the entries that are not junk, sorted; refuse when the budget is spent."""
    found = []
    for entry in level.folder.entries():
        if is_junk(entry.name):
            continue
        if next(budget, None) is None:
            raise Refused(
                f"{level.basket.label} holds more than {MAX_ENTRIES:,} files:"
                f" hand in a folder with your own {level.basket.sources} files only"
            )
        found.append(entry)
    return sorted(found, key=lambda entry: entry.name)


def _descend(level: _Level, name: str, budget: Iterator[int]) -> None:
    inner = level.prefix + name
    if level.basket.sources.have(name):
        level.basket.leave_out(inner, "it is a folder, not a file")
    if level.depth == MAX_DEPTH:
        level.basket.leave_out(inner, f"it lies more than {MAX_DEPTH} folders deep")
        return
    with _opened(level.folder, name) as folder:
        _walk(_Level(folder, f"{inner}/", level.depth + 1, level.basket), budget)


def _read(folder: _Folder, name: str, limit: int) -> bytes:
    with os.fdopen(folder.open(name, _FILE), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Refused(f"{shown(name)} is no regular file: hand in the file itself")
        return file.read(limit)
