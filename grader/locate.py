"""Which handed-in file is meant by each file name of the assignment.

Learning platforms, browsers and students rename files: ``main-1.py``, ``main (2).py``,
``Copy of main.py``, ``ada_main_final.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

_UUID = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}")
_SUFFIX = re.compile(r"\.(?:py|[cm]?[jt]s)$")
_WORDS = re.compile(r"[^\W_]+")
_NOISE = re.compile(
    r"v?\d+(?:st|nd|rd|th)?|copy|copie|kopie|copia|final|fixed|latest|new|solution|submi(?:t|ssion)"
    r"|[0-9a-f]{8,}"
)


@dataclass(frozen=True, slots=True)
class Located:
    """The files to grade.

    Attributes:
        names: file name of the assignment to name inside the submission; none that is missing.
        notes: which names were not exact or not clear, in plain words.
    """

    names: Mapping[str, str]
    notes: tuple[str, ...] = ()


_Matches: TypeAlias = Callable[[str, str], bool]


def locate(
    available: Collection[str],
    wanted: Sequence[str],
    named: str = "",
    also: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Located:
    """Return which of the ``available`` files is meant by each of the ``wanted`` names.

    Args:
        available: names inside the submission, those of unreadable files included.
        wanted: the file names of the assignment, the main file first.
        named: the one file a person asked to have graded, if any; it is the main file, whatever
            it is called, unless it looks like another wanted one.
        also: other names that a wanted file may as well have, the preferred one first.
    """
    search = _Search(sorted(available), also)
    if named in available:
        meant = (
            name
            for matches in _TIERS
            for name in wanted
            if any(matches(named, other) for other in (name, *also.get(name, ())))
        )
        search.settle(next(meant, wanted[0]), named)
    for matches in _TIERS:
        for name in wanted:
            search.look(name, matches)
    missing = [name for name in wanted if search.is_open(name)]
    search.take_leftover(missing, main=wanted[0])
    return Located(search.names, tuple(search.notes))


class _Search:
    """One search: what is settled, and which files are still to be had."""

    def __init__(self, files: list[str], also: Mapping[str, Sequence[str]]) -> None:
        self.names: dict[str, str] = {}
        self.notes: list[str] = []
        self._spare = files
        self._also = also
        self._unclear: set[str] = set()

    def is_open(self, wanted: str) -> bool:
        """Return whether ``wanted`` may still be found."""
        return wanted not in self.names and wanted not in self._unclear

    def settle(self, wanted: str, file: str) -> None:
        """Use ``file`` for ``wanted`` and for nothing else."""
        self.names[wanted] = file
        self._spare = [spare for spare in self._spare if spare != file]
        if file not in self._names(wanted):
            self.notes.append(f"{file} was graded as {wanted}")

    def look(self, wanted: str, matches: _Matches) -> None:
        """Settle ``wanted`` if one spare file matches; give it up if several do."""
        if not self.is_open(wanted):
            return
        found: list[str] = []
        for name in self._names(wanted):
            found = found or [file for file in self._spare if matches(file, name)]
        if len(found) == 1:
            self.settle(wanted, found[0])
        elif found:
            self._unclear.add(wanted)
            self.notes.append(
                f"there is no {wanted}, and it is not clear which of {', '.join(found)} is meant:"
                f" name one of them {wanted}"
            )

    def _names(self, wanted: str) -> tuple[str, ...]:
        return (wanted, *self._also.get(wanted, ()))

    def take_leftover(self, missing: list[str], main: str) -> None:
        """Use the one top-level file that is left for a name it shares a word with, or ``main``."""
        spare = [file for file in self._spare if "/" not in file]
        if len(spare) != 1:
            return
        akin = [name for name in missing if set(_words(name)) & set(_words(spare[0]))]
        for wanted in [*akin, *(name for name in missing if name == main)][:1]:
            self.names[wanted] = spare[0]
            self.notes.append(f"there is no {wanted}; {spare[0]} was graded in its place")


def _base(name: str) -> str:
    return name.rpartition("/")[2]


def _words(name: str) -> list[str]:
    return _WORDS.findall(_SUFFIX.sub("", _base(name).casefold()))


def _is_exact(file: str, wanted: str) -> bool:
    return file == wanted


def _is_same_but_for_case(file: str, wanted: str) -> bool:
    return file.casefold() == wanted.casefold()


def _is_renamed(file: str, wanted: str) -> bool:
    return "/" not in file and _looks_renamed(file, wanted)


def _is_in_subfolder(file: str, wanted: str) -> bool:
    return "/" in file and _base(file).casefold() == wanted.casefold()


def _is_renamed_in_subfolder(file: str, wanted: str) -> bool:
    return "/" in file and _looks_renamed(file, wanted)


def _looks_renamed(file: str, wanted: str) -> bool:
    """Return whether ``file`` is ``wanted`` but for words before it and noise after it."""
    words, due = _words(_UUID.sub("", file.casefold())), _words(wanted)
    if "test" in words or not words:
        return False
    while words[-len(due) :] != due and len(words) > 1 and _NOISE.fullmatch(words[-1]):
        words.pop()
    unnumbered = [*words[:-1], words[-1].rstrip("0123456789")]  # main2.py
    return due in (words[-len(due) :], unnumbered[-len(due) :])


_TIERS: tuple[_Matches, ...] = (
    _is_exact,
    _is_same_but_for_case,
    _is_renamed,
    _is_in_subfolder,
    _is_renamed_in_subfolder,
)
