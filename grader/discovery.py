"""A folder of hand-ins to one submission per student; a path to one submission."""

from __future__ import annotations

import hashlib
import re
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from grader.errors import SubmissionError
from grader.intake import (
    PYTHON,
    RESERVED,
    Refused,
    Sources,
    Taken,
    shown,
    take,
    without_common_folder,
)
from grader.model import Missing, Submission

MAX_IDENT = 60
MAX_BESIDE = 50

_NOT_STUDENTS = frozenset({"__init__.py", "__macosx", "__pycache__", "conftest.py"})
_NOT_HAND_INS = frozenset(
    {".cfg", ".csv", ".html", ".ini", ".json", ".log", ".md", ".toml", ".xlsx", ".xml", ".yml"}
)
_SUFFIX = re.compile(r"\.(?:tar\.\w+|\w{1,5})$", re.IGNORECASE)
_TEST = re.compile(
    r"(?:^|/)(?:tests?/.*|test_[^/]*|[^/]*_test\.py|conftest\.py|[^/]*\.(?:test|spec)\.\w+)$",
    re.IGNORECASE,
)
_SPELT = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "\u0131": "i",
    }
)
_V = TypeVar("_V")


class HandIns:
    """What each student handed in, sorted by name; each is read from disk when its turn comes."""

    def __init__(self, found: Sequence[tuple[str, Path]], sources: Sources) -> None:
        self._found = found
        self._sources = sources

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Submission | Missing]:
        times = Counter(student for student, _ in self._found)
        idents = _Idents()
        for student, path in self._found:
            read = _read(path, student, idents.make(student), self._sources)
            if times[student] > 1 and isinstance(read, Submission):
                again = f"{shown(student)} handed in {times[student]} times; this is {read.origin}"
                read = replace(read, notes=(*read.notes, again))
            yield read


def discover(folder: Path, sources: Sources = PYTHON) -> HandIns:
    """Return what each student handed in, sorted by name.

    A hand-in is a folder, a file of ``sources`` or an archive directly in ``folder``, named for the
    student. One that cannot be taken is a ``Missing`` and leaves the others alone.

    Raises:
        SubmissionError: if ``folder`` is not there, is no folder, or holds no hand-in.
    """
    return HandIns(_hand_ins(folder), sources)


def single(path: Path, sources: Sources = PYTHON) -> Submission:
    """Return the submission at ``path``: a folder, an archive, or a file with those beside it.

    Raises:
        SubmissionError: if there is nothing there to grade, or it cannot be read.
    """
    try:
        taken = _without_tests(take(path, sources), spared=path.name)
    except Refused as refused:
        raise SubmissionError(f"{_where(path)}: {refused}") from refused
    if sources.have(path.name) and not _is_folder(path):
        taken = _with_those_beside(path, taken, sources)
    student = _student(path.resolve())  # "." and ".." have names too
    return _submission(taken, student, _Idents().make(student), _where(path))


# ---------------------------------------------------------------------------- hand-ins


def _hand_ins(folder: Path) -> list[tuple[str, Path]]:
    """Return student and path of each hand-in in ``folder``, sorted by student."""
    try:
        found = [(_student(path), path) for path in folder.iterdir() if _is_hand_in(path)]
    except FileNotFoundError as error:
        raise SubmissionError(
            f"{_where(folder)}: there is no such folder; create it and put one folder per student"
            " in it"
        ) from error
    except NotADirectoryError as error:
        raise SubmissionError(
            f"{_where(folder)}: this is no folder; give the folder that holds one folder per"
            " student"
        ) from error
    except (OSError, ValueError) as error:
        raise SubmissionError(f"{_where(folder)}: cannot be read ({error})") from error
    if not found:
        raise SubmissionError(
            f"{_where(folder)}: no student has handed in; put one folder per student, with its"
            " main.py, in it"
        )
    return sorted(found, key=lambda pair: (pair[0].casefold(), pair[1].name))


def _is_hand_in(path: Path) -> bool:
    name = path.name.casefold()
    if name.startswith((".", "readme")) or name in _NOT_STUDENTS:
        return False
    return path.suffix.casefold() not in _NOT_HAND_INS or _is_folder(path)


def _is_folder(path: Path) -> bool:
    """Return whether there is a folder, and not a link to one."""
    return stat.S_ISDIR(path.lstat().st_mode)


def _student(path: Path) -> str:
    """Return the student's name as found, fit to be written as UTF-8."""
    name = path.name if _is_folder(path) else _SUFFIX.sub("", path.name)
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _where(path: Path) -> str:
    text = path.as_posix()
    return text if text.isprintable() else ascii(text)[1:-1]


def _read(path: Path, student: str, ident: str, sources: Sources) -> Submission | Missing:
    try:
        taken = _without_tests(take(path, sources), spared=path.name)
    except Refused as refused:
        return Missing(student, ident, shown(path.name), str(refused))
    return _submission(taken, student, ident, shown(path.name))


def _submission(taken: Taken, student: str, ident: str, origin: str) -> Submission:
    return Submission(student, ident, origin, taken.files, taken.notes, taken.unreadable)


# ---------------------------------------------------------------------------- tests and helpers


def _without_tests(taken: Taken, spared: str) -> Taken:
    """Leave out the student's own tests, which are never run here."""
    names = [*taken.files, *taken.unreadable]
    kept = [name for name in names if name == spared or not _TEST.search(name)]
    if not kept:
        raise Refused(f"{shown(spared)} holds nothing but tests: hand in the program too")
    final = without_common_folder(kept)
    return Taken(_only(taken.files, final), taken.notes, _only(taken.unreadable, final))


def _only(named: Mapping[str, _V], final: Mapping[str, str]) -> dict[str, _V]:
    return {final[name]: value for name, value in named.items() if name in final}


def _with_those_beside(path: Path, taken: Taken, sources: Sources) -> Taken:
    """Add the other source files of the same folder, which the file may import."""
    try:
        beside = [
            other for other in sorted(path.parent.iterdir()) if _may_help(other, path.name, sources)
        ]
    except OSError:  # a folder may let a file be read and yet not be listed
        return taken
    if len(beside) > MAX_BESIDE:
        left = f"{len(beside)} more {sources} files lie beside {shown(path.name)} and were left out"
        return replace(taken, notes=(*taken.notes, left))
    files, notes, unreadable = dict(taken.files), [*taken.notes], dict(taken.unreadable)
    for other in beside:
        try:
            more = take(other, sources)
        except Refused as refused:
            notes.append(str(refused))
            continue
        files |= more.files
        notes += more.notes
        unreadable |= more.unreadable
    return Taken(files, tuple(notes), unreadable)


def _may_help(other: Path, main: str, sources: Sources) -> bool:
    name = other.name
    return (
        name != main
        and sources.have(name)
        and not name.startswith(".")
        and not _TEST.search(name)
        and not _is_folder(other)
    )


# ---------------------------------------------------------------------------- idents


class _Idents:
    """Makes names that are safe as file names and differ from each other."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def make(self, student: str) -> str:
        """Return a name for ``student`` that was not returned before."""
        base = _plain(student)
        ident, count = base[:MAX_IDENT], 1
        while ident in self._used:
            count += 1
            ident = f"{base[: MAX_IDENT - len(str(count)) - 1]}-{count}"
        self._used.add(ident)
        return ident


def _plain(student: str) -> str:
    """Return ``student`` in lower-case ASCII letters, digits, ``-`` and ``_``."""
    spelt = unicodedata.normalize("NFKD", student.casefold().translate(_SPELT))
    ascii_only = spelt.encode("ascii", "ignore").decode("ascii")
    plain = re.sub(r"[^a-z0-9_]+", "-", ascii_only.lower()).strip("-_")
    if not plain:
        return f"student-{hashlib.sha256(student.encode()).hexdigest()[:8]}"
    return f"student-{plain}" if plain in RESERVED else plain
