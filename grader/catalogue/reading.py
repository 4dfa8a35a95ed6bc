"""What a reply says, in the terms of the reference, and an engine's word against it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from grader.codec import Codec
from grader.model import Raised, Reply, Returned
from reference.board import Board, Line, Position, Square, is_full, winner

DIGITS = 6  # an average in another order of adding may differ in the last place
ROLES = (
    "winner", "wins", "full", "moves", "play", "over", "turn", "score", "value", "decide",
)  # fmt: skip


class Odd(NamedTuple):
    """A value that has no place in the answer's role, as text."""

    text: str


class Said(NamedTuple):
    """An answer, and whether the call changed the board it was given."""

    value: object
    changed: bool = False


class Failed(NamedTuple):
    """An exception in place of an answer."""

    error: str


Reading: TypeAlias = Said | Failed
Word: TypeAlias = str | tuple[Square, ...] | tuple[Line, ...]
Readings: TypeAlias = Mapping[Position, Reading]


@dataclass(frozen=True)
class Engine:
    """One faulty program.

    Attributes:
        slug: the name of its fault.
        allowed: the readings it may give at a position; several where only chance, or the order
            in which it looks, decides.
        words: what to put into the sentences about the fault: a text, squares or lines.
    """

    slug: str
    allowed: Callable[[Position], Collection[Reading]]
    words: Mapping[str, Word] = field(default_factory=dict)


DRAWN = "="  # what a dialect's word for a draw is read as
UNTOLD = Odd("nothing of the draw")


def agrees(engine: Engine, pairs: Iterable[tuple[Position, Reading]]) -> bool:
    """Return whether ``engine`` may have given every one of these readings."""
    return all(reading in engine.allowed(position) for position, reading in pairs)


def read(role: str, reply: Reply, codec: Codec) -> Reading | None:
    """Return what ``reply`` says, or None if it is no word of the program: a time-out, a crash."""
    match reply:
        case Returned(value, after):
            return Said(_READERS[role](value, codec), after is not None)
        case Raised(name):
            return Failed(name)
        case _:
            return None


def at(position: Position, role: str, reading: Reading, codec: Codec) -> Reading:
    """Return ``reading`` as it is meant at ``position``.

    The word for a draw, where there is one, says of a full board that nobody has won; elsewhere
    it is out of place, and a draw without it is not told.
    """
    if role != "winner" or codec.draw is None or not isinstance(reading, Said):
        return reading
    full = is_full(position.board)
    if reading.value == DRAWN:
        return reading._replace(value=None if full else Odd(f"{codec.draw!r:.60}"))
    untold = reading.value is None and full and winner(position.board) is None
    return reading._replace(value=UNTOLD) if untold else reading


def number(value: object) -> float | Odd:
    """Return ``value`` as a float in a fixed number of digits, if it is a number."""
    if type(value) not in {int, float}:
        return Odd(f"{value!r:.60}")
    try:
        found = float(value)  # type: ignore[arg-type] # one of the two
    except OverflowError:
        return Odd("a huge number")
    return round(found, DIGITS) if math.isfinite(found) else found


def _mark(value: object, codec: Codec) -> object:
    words = () if codec.draw is None else ((DRAWN, codec.draw),)
    for mark, written in (*codec.marks.items(), *words, (None, None), (".", codec.empty)):
        if type(value) is type(written) and value == written:
            return mark
    return Odd(f"{value!r:.60}")


def _truth(value: object, _codec: Codec) -> object:
    return value if value is None or type(value) is bool else Odd(f"{value!r:.60}")


def _square(value: object, codec: Codec) -> object:
    """Return the number of a square, 0 for the first; beyond the board if ``value`` is."""
    if value is None:
        return None
    if codec.move == "index" and type(value) is int:
        return value - codec.first
    found = codec.decode_move(value)
    return Odd(f"{value!r:.60}") if found is None else found


def _squares(value: object, codec: Codec) -> object:
    if not isinstance(value, list | tuple | set | frozenset):
        return None if value is None else Odd(f"{value!r:.60}")
    return tuple(sorted((_square(one, codec) for one in value), key=str))


def _board(value: object, codec: Codec) -> object:
    if not isinstance(value, list | tuple):
        return None if value is None else Odd(f"{value!r:.60}")
    nested = codec.shape == "nested" and all(isinstance(row, list | tuple) for row in value)
    cells = [cell for row in value for cell in row] if nested else value
    marks: list[object] = [_mark(cell, codec) for cell in cells]
    return tuple(None if mark == "." else mark for mark in marks)


def _value(value: object, _codec: Codec) -> object:
    return None if value is None else number(value)


_READERS: Mapping[str, Callable[[object, Codec], object]] = {
    "winner": _mark,
    "wins": _truth,
    "turn": _mark,
    "score": _value,
    "full": _truth,
    "over": _truth,
    "moves": _squares,
    "play": _board,
    "value": _value,
    "decide": _square,
}


def marks_on(board: Board) -> int:
    """Return how many squares are marked."""
    return len(board) - board.count(None)
