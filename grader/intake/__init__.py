"""Read one submission from disk as text: a file, a folder or an archive.

Nothing of it is run, parsed or unpacked to disk, and no link is followed.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from grader.intake.archives import MAX_ARCHIVE, unpack
from grader.intake.basket import MAX_SOURCE, Basket, Find, Refused, Taken
from grader.intake.folders import kind_of, read_file, walk
from grader.intake.names import (
    PYTHON,
    RESERVED,
    Sources,
    is_opened,
    shown,
    size_in_words,
    without_common_folder,
)

__all__ = [
    "PYTHON", "RESERVED", "Refused", "Sources", "Taken", "shown", "take", "without_common_folder",
]  # fmt: skip


def take(path: Path, sources: Sources = PYTHON) -> Taken:
    """Return the source at ``path``: a file of ``sources``, a folder, a zip or a tar.

    Raises:
        Refused: if there is nothing to take, or it is not safe to.
    """
    label = shown(path.name or str(path))
    basket = Basket(label, sources)
    try:
        status = _status(path, label)
        if kind_of(status) is None:
            _take_folder(path, basket)
        else:
            _take_file(path, status, basket)
    except OSError as error:
        raise Refused(_cannot_read(label, error)) from error
    return basket.close()


def _status(path: Path, label: str) -> os.stat_result:
    try:
        return path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:  # a NUL is a ValueError
        raise Refused(f"there is no {label}: check the name") from error


def _cannot_read(label: str, error: OSError) -> str:
    inner = shown(Path(os.fsdecode(error.filename or "")).name)
    where = f"{inner} in {label}" if inner and inner != label else label
    return f"{where} cannot be read ({error.strerror or type(error).__name__}): set its permissions"


def _take_file(path: Path, status: os.stat_result, basket: Basket) -> None:
    kind = kind_of(status)
    if kind != "file":
        what = "a link" if kind == "link" else "no regular file"
        raise Refused(f"{basket.label} is {what}: give the file or folder itself")
    if basket.sources.have(path.name):
        read = partial(read_file, path, MAX_SOURCE + 1)
        basket.offer(Find(path.name, status.st_size, kind, read))
    elif is_opened(path.name):
        _take_archive(path, status.st_size, basket)
    else:
        raise Refused(
            f"{basket.label} is neither a {basket.sources} file nor a folder, .zip, .tar or"
            f" .tar.gz: hand in the {basket.sources} file"
        )


def _take_archive(path: Path, size: int, basket: Basket) -> None:
    data = read_file(path, MAX_ARCHIVE + 1) if size <= MAX_ARCHIVE else b""
    if max(size, len(data)) > MAX_ARCHIVE:
        raise Refused(
            f"{shown(path.name)} is {size_in_words(size)}; an archive may have"
            f" {size_in_words(MAX_ARCHIVE)}: pack only the {basket.sources} files"
        )
    unpack(path.name, data, basket)


def _take_folder(path: Path, basket: Basket) -> None:
    walk(path, basket)
    archives = [name for name in basket.archives if "/" not in name]
    if len(basket):
        for name in archives:
            basket.leave_out(name, f"there are {basket.sources} files beside it")
    elif len(archives) == 1 and is_opened(archives[0]):
        inner = path / archives[0]
        _take_archive(inner, inner.lstat().st_size, basket)
