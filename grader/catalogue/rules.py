"""Faulty versions of the two questions about a board: who has won, and is it full or over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import combinations

from grader.catalogue.reading import UNTOLD, Engine, Odd, Reading, Readings, Said, Word
from reference.board import (
    COLUMNS,
    DIAGONALS,
    LINES,
    ROWS,
    Board,
    Line,
    Mark,
    Position,
    is_full,
    is_terminal,
    other,
    winner,
)

SQUARES = range(9)
Rule = Callable[[Board], object]


@cache
def right_winner(position: Position) -> Reading:
    """Return what a right program says of who has won."""
    return Said(winner(position.board))


@cache
def right_full(position: Position) -> Reading:
    """Return what a right program says of whether a board is full."""
    return Said(is_full(position.board))


@cache
def right_over(position: Position) -> Reading:
    """Return what a right program says of whether a game is over."""
    return Said(is_terminal(position.board))


def _exactly(slug: str, rule: Rule, **words: Word) -> Engine:
    return Engine(slug, lambda position: (Said(rule(position.board)),), words)


# ---------------------------------------------------------------------------- who has won


@cache
def winner_engines(*, told: object = ".") -> tuple[Engine, ...]:
    """Return the faulty programs that name a winner.

    ``told`` is what an empty line's mark is read as: in a dialect where it is None, an empty line
    that is taken for a win reads as nobody, and hides a real one.
    """
    return (
        Engine("empty-line-wins", lambda position: _empty_or_real(position, told)),
        *(_first_of("any-full-line-wins", _full_lines(n)) for n in range(3)),
        *(_first_of("two-in-a-line-win", _pairs(*ab)) for ab in ((0, 1), (1, 2), (0, 2))),
        *(_exactly("only-one-mark-wins", _only(mark), mark=mark) for mark in ("X", "O")),
        _exactly("winner-swapped", lambda b: other(w) if (w := winner(b)) else None),
        *_missing_lines(),
        *_mistyped_lines(),
    )


def _won(board: Board, lines: Sequence[Line]) -> list[object]:
    return [
        board[a] for a, b, c in lines if board[a] is not None and board[a] == board[b] == board[c]
    ]


def _empty_or_real(position: Position, told: object) -> Collection[Reading]:
    """An empty line may hide a real one or not: that is a matter of the order of the lines."""
    board, real = position.board, winner(position.board)
    if any(all(board[s] is None for s in line) for line in LINES):
        return (Said(told),) if real is None else (Said(told), Said(real))
    return (Said(real),)


def _first_of(slug: str, found: Callable[[Board], set[Mark | None]]) -> Engine:
    """Return the engine that names one of ``found``, or nobody where there is none."""
    return Engine(slug, lambda p: tuple(map(Said, found(p.board) or {None})))


def _full_lines(index: int) -> Callable[[Board], set[Mark | None]]:
    return lambda b: {b[line[index]] for line in LINES if all(b[s] is not None for s in line)}


def _pairs(first: int, second: int) -> Callable[[Board], set[Mark | None]]:
    return lambda b: (
        {b[line[first]] for line in LINES if b[line[first]] == b[line[second]]} - {None}
    )


def _only(mark: str) -> Rule:
    return lambda board: mark if mark in _won(board, LINES) else None


def _missing_lines() -> Iterator[Engine]:
    for count in range(1, len(LINES)):
        for missed in combinations(LINES, count):
            kept = tuple(line for line in LINES if line not in missed)
            yield _exactly(
                _name_missed(missed, kept),
                lambda board, kept=kept: next(iter(_won(board, kept)), None),  # type: ignore[misc] # bound now
                missed=missed,
                kept=kept,
            )


def _name_missed(missed: Sequence[Line], kept: Sequence[Line]) -> str:
    if len(kept) == 1:
        return "only-one-line"
    for slug, kind in (
        ("diagonal-missed", DIAGONALS),
        ("row-missed", ROWS),
        ("column-missed", COLUMNS),
    ):
        if set(missed) <= set(kind):
            return slug
    return "lines-missed"


def _mistyped_lines() -> Iterator[Engine]:
    strange = [triple for triple in combinations(SQUARES, 3) if triple not in LINES]
    for line in LINES:
        kept = tuple(one for one in LINES if one != line)
        for triple in strange:
            yield Engine(
                "line-mistyped",
                lambda p, lines=(*kept, triple): (  # type: ignore[misc] # bound now
                    tuple(map(Said, set(_won(p.board, lines)) or {None}))
                ),
                {"line": (line,), "triple": (triple,)},
            )


def winner_forms(readings: Readings) -> Iterator[Engine]:
    """Yield the engine that always says the same of the same winner, in words of its own."""
    said: dict[tuple[object, bool], set[Reading]] = {}
    for position, reading in readings.items():
        real = winner(position.board)
        said.setdefault((real, real is None and is_full(position.board)), set()).add(reading)
    if len(said) < len(("X", "O", "nobody", "drawn")) or any(len(s) > 1 for s in said.values()):
        return
    told = {key: next(iter(readings)) for key, readings in said.items()}
    slug = _name_form(told["X", False], told["O", False], told[None, False], told[None, True])
    if slug:
        yield Engine(slug, lambda p: (told[winner(p.board), _drawn(p.board)],))


def _drawn(board: Board) -> bool:
    return is_full(board) and winner(board) is None


def _name_form(x: Reading, o: Reading, nobody: Reading, drawn: Reading) -> str:
    said = (x, o, nobody, drawn)
    if len(set(said)) == 1 or not all(isinstance(reading, Said) for reading in said):
        return ""
    if (x, o) == (Said("X"), Said("O")):
        if nobody != Said(None):
            return "nobody-in-another-form"
        if drawn == Said(UNTOLD):
            return "draw-not-told"
        return "draw-told-as-a-winner" if drawn != nobody else ""
    if drawn != nobody or nobody in {x, o} or {x, o} == {Said("X"), Said("O")}:
        return ""
    return "winner-not-named" if x == o else "winner-in-another-form"


# ---------------------------------------------------------------------------- full, and over


@cache
def full_engines() -> tuple[Engine, ...]:
    """Return the faulty programs that say whether a board is full."""
    return (
        _exactly("full-means-any", any),
        _exactly("full-inverted", lambda board: not is_full(board)),
        _exactly("full-mixed-with-won", is_terminal),
        _exactly("full-only-when-drawn", _drawn),
        *_partial(),
    )


def _partial() -> Iterator[Engine]:
    for count in range(1, len(SQUARES)):
        for seen in combinations(SQUARES, count):
            yield _exactly(
                "only-one-square" if count == 1 else "squares-left-out",
                lambda board, seen=seen: all(board[s] is not None for s in seen),  # type: ignore[misc] # bound now
                squares=tuple(s for s in SQUARES if s not in seen),
                seen=seen,
            )


@cache
def over_engines() -> tuple[Engine, ...]:
    """Return the faulty programs that say whether a game is over."""
    return (
        _exactly("over-forgets-draws", lambda board: winner(board) is not None),
        _exactly("over-forgets-wins", is_full),
        _exactly("over-inverted", lambda board: not is_terminal(board)),
        _exactly("over-needs-both", lambda board: winner(board) is not None and is_full(board)),
    )


_EMPTY = {"None", "0", "''", "0.0", "[]", "()", "{}", "set()"}


def truth_forms(readings: Readings, due: Callable[[Board], bool]) -> Iterator[Engine]:
    """Yield the engine that means the right thing and does not say True or False."""
    meant = {position: _meant(reading) for position, reading in readings.items()}
    if all(meant[p] == due(p.board) for p in meant):
        yield Engine("yes-or-no-in-another-form", lambda p: (readings[p],))


def _meant(reading: Reading) -> bool | None:
    """Return what an ``if`` would make of ``reading``."""
    match reading:
        case Said(None | Odd(), False):
            return reading.value is not None and str(reading.value[0]) not in _EMPTY  # type: ignore[index] # an Odd
        case Said(bool(value), False):
            return value
        case _:
            return None
