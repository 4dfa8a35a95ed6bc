"""What is taken of one submission, and what is said about the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grader.intake.decoding import NotText, decode
from grader.intake.names import (
    PYTHON,
    Sources,
    is_archive,
    is_junk,
    objection,
    shown,
    size_in_words,
    tidy,
    without_common_folder,
)

MAX_SOURCE = 256 * 1024
MAX_TOTAL = 2 * 1024**2
MAX_FILES = 200
_MAX_NOTES = 20
_NAMED = 3  # how many names a message lists

Kind: TypeAlias = Literal["file", "link", "other"]


class Refused(Exception):  # noqa: N818 - a decision about a submission, not a fault of ours
    """A submission cannot be taken; the message says which, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The source of one submission.

    Attributes:
        files: name inside the submission to source text; its line ends are newlines.
        notes: what was put right or left out, in plain words.
        unreadable: name of a file that is there and holds no text to run, to the reason.
    """

    files: Mapping[str, str]
    notes: tuple[str, ...] = ()
    unreadable: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Find:
    """One entry of a folder or an archive.

    Attributes:
        size: in bytes, as declared; a hint that may lie.
        read: returns the content, but never much more than ``MAX_SOURCE`` bytes.
    """

    name: str
    size: int
    kind: Kind
    read: Callable[[], bytes]


class Basket:
    """Collects the files of one submission and enforces the caps.

    Attributes:
        label: the submission's name for messages.
        sources: which files are taken.
        archives: names of the archives that were offered, as found.
    """

    def __init__(self, label: str, sources: Sources = PYTHON) -> None:
        self.label = label
        self.sources = sources
        self.archives: list[str] = []
        self._files: dict[str, str] = {}
        self._unreadable: dict[str, str] = {}
        self._notes: dict[str, None] = {}  # an ordered set
        self._others: list[str] = []
        self._links: list[str] = []
        self._claimed: dict[str, str] = {}
        self._total = 0

    def __len__(self) -> int:
        """Return how many source files were found, readable or not."""
        return len(self._files) + len(self._unreadable)

    def note(self, sentence: str) -> None:
        """Keep a sentence for whoever reads the report."""
        self._notes[sentence] = None

    def leave_out(self, name: str, why: str) -> None:
        """Say that a file is not taken."""
        self.note(f"{shown(name)} was left out: {why}")

    def offer(self, find: Find) -> None:
        """Take ``find`` if it is source, safe and small enough.

        Raises:
            Refused: if two files share a name, or there is too much in all.
        """
        name = tidy(find.name)
        if is_junk(name):
            return
        if find.kind != "file":
            self._leave_out_special(name, find.kind)
        elif is_archive(name):
            self.archives.append(find.name)
        elif not self.sources.have(name):
            self._others.append(name)
        elif self._may_take(name):
            self._take(name, find)

    def _leave_out_special(self, name: str, kind: Kind) -> None:
        why = "it is a link, and links are not followed" if kind == "link" else "it is no file"
        self.leave_out(name, why)
        if not objection(name):
            self._claim(name)
            self._links.append(name)

    def _may_take(self, name: str) -> bool:
        """Return whether ``name`` is safe, having reserved it."""
        if why := objection(name):
            self.leave_out(name, why)
            return False
        self._claim(name)
        if len(self) >= MAX_FILES:
            raise Refused(
                f"{self.label} holds more than {MAX_FILES} {self.sources} files:"
                " hand in only your own"
            )
        return True

    def _claim(self, name: str) -> None:
        rival = self._claimed.get(name.casefold())
        if rival is not None:
            raise Refused(f"{self.label} holds {_pair(rival, name)}: keep only one of them")
        self._claimed[name.casefold()] = name

    def _take(self, name: str, find: Find) -> None:
        if find.size > MAX_SOURCE:
            self._unreadable[name] = _too_big(name, find.size)
            return
        data = find.read()
        if len(data) > MAX_SOURCE:
            self._unreadable[name] = _too_big(name, len(data))
            return
        self._total += len(data)
        if self._total > MAX_TOTAL:
            raise Refused(
                f"{self.label} holds more than {size_in_words(MAX_TOTAL)} of source:"
                " hand in only your own"
            )
        self._decode(name, data)

    def _decode(self, name: str, data: bytes) -> None:
        read = decode(data)
        if isinstance(read, NotText):
            self._unreadable[name] = f"{shown(name)} {read.why}"
            return
        self._files[name] = read.text
        for remark in read.remarks:
            self.note(f"{shown(name)} {remark}")

    def close(self) -> Taken:
        """Return what was taken, without the folders that all files lie in.

        Raises:
            Refused: if there is no source file, or one lies behind a link.
        """
        names = [*self._files, *self._unreadable]
        for link in self._links:
            if any(name.startswith(f"{link}/") for name in names):
                raise Refused(f"{self.label} holds files behind the link {shown(link)}: remove it")
        if not names:
            raise Refused(self._why_empty())
        final = without_common_folder(names)
        return Taken(
            {final[name]: text for name, text in self._files.items()},
            self._capped_notes(),
            {final[name]: why for name, why in self._unreadable.items()},
        )

    def _capped_notes(self) -> tuple[str, ...]:
        notes = tuple(self._notes)
        if len(notes) <= _MAX_NOTES:
            return notes
        return (*notes[:_MAX_NOTES], f"and {len(notes) - _MAX_NOTES} more remarks like these")

    def _why_empty(self) -> str:
        seen = [shown(name) for name in (*self.archives, *self._others)]
        if self._notes:
            why = f" that can be taken ({'; '.join(list(self._notes)[:_NAMED])})"
        elif seen:
            why = f" (it holds {', '.join(seen[:_NAMED])}{', ...' if len(seen) > _NAMED else ''})"
        else:
            why = " (it is empty, or holds hidden files only)"
        kind = f"{self.sources} file"
        return f"{self.label} holds no {kind}{why}: hand in the {kind} itself"


def _pair(one: str, two: str) -> str:
    if one == two:
        return f"two files called {shown(one)}"
    return f"{shown(one)} and {shown(two)}, which are one name on many systems"


def _too_big(name: str, size: int) -> str:
    limit = size_in_words(MAX_SOURCE)
    return (
        f"{shown(name)} is {size_in_words(size)}; a source file may have {limit}: hand in code only"
    )
