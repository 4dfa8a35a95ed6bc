"""Outcomes kept in a file, so that a large class does not fill the memory."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator, Sequence
from typing import Self, overload

from grader.model import Outcome
from grader.report.view import person


class Shelf(Sequence[Outcome]):
    """Outcomes in the order of their students' names, whatever the order they came in.

    Only names and places are held; an outcome is read when it is asked for. The file has no name
    and is gone when the shelf is closed. It is written and read by this process alone.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._end = 0
        self._places: list[tuple[str, int]] = []  # a name, and where in the file
        self._is_sorted = True

    def add(self, outcome: Outcome) -> None:
        """Put ``outcome`` on the shelf."""
        self._file.seek(self._end)
        self._places.append((person(outcome).name.casefold(), self._end))
        pickle.dump(outcome, self._file)
        self._end = self._file.tell()
        self._is_sorted = False

    def close(self) -> None:
        """Let go of everything."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Outcome]:
        return (self[number] for number in range(len(self)))

    @overload
    def __getitem__(self, at: int) -> Outcome: ...
    @overload
    def __getitem__(self, at: slice) -> list[Outcome]: ...
    def __getitem__(self, at: int | slice) -> Outcome | list[Outcome]:
        if not self._is_sorted:
            self._places.sort()
            self._is_sorted = True
        if isinstance(at, slice):
            return [self._read(place) for _, place in self._places[at]]
        return self._read(self._places[at][1])

    def _read(self, place: int) -> Outcome:
        self._file.seek(place)
        outcome: Outcome = pickle.load(self._file)  # noqa: S301 - our own, see above
        return outcome
