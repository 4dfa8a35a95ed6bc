"""In what numbers a program scores finished games, read off its own answers.

Any scale is right that puts a win above a draw and a draw above a loss, so an engine is compared
in the program's own numbers: what it says of a finished board is taken as it is, and only what
follows from it is predicted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from grader.catalogue.reading import DIGITS, Failed, Readings, Said
from reference.board import Board, Mark, Position, after, is_full, legal_moves, other, winner

Score: TypeAlias = "float | Failed | None"
Stops = Callable[[Board, Mark], "int | None"]
WIN, DRAW, LOSS = RESULTS = (1, 0, -1)


@dataclass(frozen=True)
class Scale:
    """What a finished board scores, by its result for the program and who is said to be next.

    Attributes:
        base: the score where the program is next, and where it is not.
        per_empty: what each empty square adds to it.
        per_ply: what each move between the question and the finished board adds.
    """

    base: Mapping[tuple[int, bool], Score]
    per_empty: Mapping[tuple[int, bool], float]
    per_ply: tuple[float, float] = (0.0, 0.0)

    def score(self, result: int, own_turn: bool, empties: int, plies: int) -> Score:  # noqa: FBT001 - a turn
        """Return the score of a finished board that lies ``plies`` moves ahead."""
        key = result, own_turn
        base = self.base.get(key)
        if not isinstance(base, float):
            return base
        ahead = 0.0 if result == DRAW else self.per_ply[result == LOSS] * plies
        return round(base + self.per_empty[key] * empties + ahead, DIGITS)

    def same_for_both_turns(self, result: int) -> bool:
        """Return whether who is next makes no difference to a board with ``result``."""
        return self.base.get((result, True)) == self.base.get((result, False))

    def of(self, result: int) -> Score:
        """Return the score of ``result`` where the program is said to be next."""
        return self.base.get((result, True))


@cache
def result(board: Board, program: Mark) -> int | None:
    """Return the result of a finished board for ``program``, or None while the game runs."""
    found = winner(board)
    if found is not None:
        return WIN if found == program else LOSS
    return DRAW if is_full(board) else None


def full_first(board: Board, program: Mark) -> int | None:
    """The same, where a full board is a draw whoever has a line on it."""
    return DRAW if is_full(board) else result(board, program)


def blind_to(unseen: int) -> Stops:
    """Return the same, where nobody looks whether the game has ended with ``unseen``."""

    def stops(board: Board, program: Mark) -> int | None:
        found = result(board, program)
        if found == unseen:
            return DRAW if is_full(board) else None
        return found

    return stops


def scales(readings: Readings, program: Mark, stops: Stops) -> Iterator[Scale]:
    """Yield the scales in which a program that ends its games by ``stops`` may have answered."""
    groups: dict[tuple[int, bool], dict[int, set[object]]] = {}
    for position, reading in readings.items():
        found = stops(position.board, program)
        if found is not None and result(position.board, program) is not None:
            said: object = reading.value if isinstance(reading, Said) else reading
            empties = position.board.count(None)
            group = groups.setdefault((found, position.turn == program), {})
            group.setdefault(empties, set()).add(said)
    lines = {key: _line(group) for key, group in groups.items()}
    if any(line is None for line in lines.values()) or not _complete(groups):
        return
    known = {key: line for key, line in lines.items() if line is not None}
    base = {key: base for key, (base, _) in known.items()}
    slopes = {key: slope for key, (_, slope) in known.items()}
    flat = Scale(base, slopes)
    yield flat
    weights = {_weights(readings, program, flat, empties) for empties in (1, 2)}
    for per_ply in sorted(weights - {flat.per_ply}):
        yield Scale(base, slopes, per_ply)


def _complete(groups: Mapping[tuple[int, bool], object]) -> bool:
    """Return whether draws and one side's wins were asked about, for either turn."""
    decided = {key for key in groups if key[0] != DRAW}
    draws = {(DRAW, turn) for turn in (True, False)}
    return groups.keys() >= draws and len(decided) >= len(draws)


def _line(group: Mapping[int, set[object]]) -> tuple[Score, float] | None:
    """Return score and slope if every score is ``score + slope * empties``, or None."""
    if any(len(said) > 1 for said in group.values()):
        return None
    points = {empties: next(iter(said)) for empties, said in group.items()}
    values = list(points.values())
    first = values[0]
    if all(value == first for value in values):
        return (first, 0.0) if first is None or isinstance(first, float | Failed) else None
    numbers = [(float(n), v) for n, v in points.items() if isinstance(v, float)]
    if len(numbers) < len(points):
        return None
    (n, low), (m, high) = min(numbers), max(numbers)
    slope = (high - low) / (m - n)
    base = low - slope * n
    if slope != slope or any(round(base + slope * k, DIGITS) != v for k, v in numbers):  # noqa: PLR0124 - NaN
        return None
    return base, slope


def _weights(readings: Readings, program: Mark, scale: Scale, empties: int) -> tuple[float, float]:
    """Return what one ply adds to a win and to a loss, by games that the next move can decide."""
    return (
        _weight(readings, program, scale, (WIN, False), empties),
        _weight(readings, other(program), scale, (LOSS, True), empties),
    )


def _weight(
    readings: Readings, mark: Mark, scale: Scale, key: tuple[int, bool], empties: int
) -> float:
    """Return by how much a next move that wins for ``mark`` scores more than ``key``, mostly.

    A ply that would turn a win into a draw is none: something else is wrong there.
    """
    base, draw = scale.base.get(key), scale.base.get((DRAW, key[1]))
    if not isinstance(base, float) or not isinstance(draw, float):
        return 0.0
    seen = Counter(
        round(reading.value - base, DIGITS)
        for position, reading in readings.items()
        if isinstance(reading, Said)
        and isinstance(reading.value, float)
        and _can_win_at_once(position, mark, empties)
    )
    weight = seen.most_common(1)[0][0] if seen else 0.0
    return weight if abs(weight) < abs(base - draw) else 0.0


def _can_win_at_once(position: Position, mark: Mark, empties: int) -> bool:
    if position.turn != mark or position.board.count(None) != empties:
        return False
    reached = (after(position, square) for square in legal_moves(position.board))
    return any(winner(one.board) == mark for one in reached)
