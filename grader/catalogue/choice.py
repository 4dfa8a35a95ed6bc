"""Faulty ways to choose a move when the scores to choose by are right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache

from grader.catalogue.reading import Engine, Odd, Reading, Readings, Said
from grader.catalogue.scale import RESULTS, Scale
from grader.catalogue.search import Search, marked
from grader.catalogue.variations import PLAIN
from reference.board import Board, Mark, Position, Square, empty_squares, other, winner
from reference.tablebase import tablebase

SQUARES = range(9)
Scores = Mapping[Square, float]
UNIT = Scale(
    {(result, own): float(result) for result in RESULTS for own in (True, False)},
    {(result, own): 0.0 for result in RESULTS for own in (True, False)},
)


@cache
def right_choices(position: Position) -> tuple[Reading, ...]:
    """Return what a right program may answer."""
    return tuple(map(Said, tablebase()[position].optimal))


@cache
def decide_engines(plays: tuple[Mark, ...]) -> tuple[Engine, ...]:
    """Return the faulty programs that choose a move for whichever of ``plays`` is next."""
    if len(plays) == 1:
        return _one_sided(plays[0])
    sides = dict(zip(plays, map(_one_sided, plays), strict=True))
    return tuple(
        Engine(first.slug, _by_turn({mark: found[n] for mark, found in sides.items()}), first.words)
        for n, first in enumerate(sides[plays[0]])
    )


def _by_turn(sides: Mapping[Mark, Engine]) -> Callable[[Position], Collection[Reading]]:
    return lambda position: sides[position.turn].allowed(position)


def _one_sided(program: Mark) -> tuple[Engine, ...]:
    """Return the faulty programs that choose a move for ``program``."""
    enemy = other(program)
    best, worst = _chooser(max), _chooser(min)
    return (
        Engine("takes-the-worst", worst(_tried(program, program, own=False))),
        Engine("asks-with-the-wrong-turn", best(_tried(program, program, own=True))),
        Engine("tries-the-wrong-mark", best(_tried(program, enemy, own=True))),
        Engine("tries-the-wrong-mark", best(_tried(program, enemy, own=False))),
        Engine("considers-taken-squares", best(_tried(program, program, own=False, all_of=True))),
        Engine("answers-count-from-one", _one_too_high),
        Engine("no-move-unless-winning", _silent_at(0, Said(None))),
        Engine("takes-the-first-free-square", lambda p: (Said(empty_squares(p.board)[0]),)),
        Engine("takes-the-last-free-square", lambda p: (Said(empty_squares(p.board)[-1]),)),
        *(Engine("looks-one-move-ahead", _greedy(end, [program])) for end in (0, -1)),
        *(Engine("wins-and-blocks-only", _greedy(end, [program, enemy])) for end in (0, -1)),
        Engine("blocks-before-winning", _blocking_first(enemy)),
    )


@cache
def _search(program: Mark) -> Search:
    return Search(PLAIN, UNIT, program)


def _tried(
    program: Mark, mark: Mark, *, own: bool, all_of: bool = False
) -> Callable[[Position], Scores]:
    """Return how to score each square: by the board with ``mark`` there and that turn next."""

    def scores(position: Position) -> Scores:
        board = position.board
        squares: Sequence[Square] = SQUARES if all_of else empty_squares(board)
        return {s: _score(program, marked(board, s, mark), own=own) for s in squares}

    return scores


def _score(program: Mark, board: Board, *, own: bool) -> float:
    turn = program if own else other(program)
    (reading,) = _search(program).allowed(Position(board, turn))
    assert isinstance(reading, Said)
    assert isinstance(reading.value, float)
    return reading.value


def _chooser(
    end: Callable[..., float],
) -> Callable[[Callable[[Position], Scores]], Callable[[Position], tuple[Reading, ...]]]:
    """Return how to make of scores the squares that have the highest or lowest."""

    def chooser(scored: Callable[[Position], Scores]) -> Callable[[Position], tuple[Reading, ...]]:
        def chosen(position: Position) -> tuple[Reading, ...]:
            scores = scored(position)
            top = end(scores.values())
            return tuple(Said(square) for square, score in scores.items() if score == top)

        return chosen

    return chooser


def _one_too_high(position: Position) -> tuple[Reading, ...]:
    return tuple(Said(square + 1) for square in tablebase()[position].optimal)


def _silent_at(most: int, silence: Reading) -> Callable[[Position], tuple[Reading, ...]]:
    """Return the rule that answers ``silence`` where no move is worth more than ``most``."""

    def chosen(position: Position) -> tuple[Reading, ...]:
        entry = tablebase()[position]
        return (silence,) if entry.value <= most else tuple(map(Said, entry.optimal))

    return chosen


def _greedy(end: int, marks: Sequence[Mark]) -> Callable[[Position], tuple[Reading, ...]]:
    """Return the rule that completes a line of one of ``marks``, or else takes what is there."""

    def chosen(position: Position) -> tuple[Reading, ...]:
        free = empty_squares(position.board)
        for mark in marks:
            lines = [s for s in free if winner(marked(position.board, s, mark)) == mark]
            if lines:
                return (Said(lines[end]),)
        return (Said(free[end]),)

    return chosen


def _blocking_first(enemy: Mark) -> Callable[[Position], tuple[Reading, ...]]:
    """Return the rule that stops a line of ``enemy``, or else chooses well."""

    def chosen(position: Position) -> tuple[Reading, ...]:
        free = empty_squares(position.board)
        blocks = [s for s in free if winner(marked(position.board, s, enemy)) == enemy]
        return tuple(map(Said, blocks or tablebase()[position].optimal))

    return chosen


# ---------------------------------------------------------------------------- read off answers


def decide_forms(readings: Readings) -> Iterator[Engine]:
    """Yield engines with one thing in them that is taken from the answers."""
    lost = {readings[p] for p in readings if tablebase()[p].value < 0}
    if len(lost) == 1 and _no_square(silence := next(iter(lost))):
        yield Engine("no-move-when-lost", _silent_at(-1, silence))
    order = _order(readings)
    if order and order not in {tuple(SQUARES), tuple(reversed(SQUARES))}:
        yield Engine(
            "squares-in-a-fixed-order",
            lambda p: (Said(next(s for s in order if p.board[s] is None)),),
            {"order": order},
        )


def _no_square(reading: Reading) -> bool:
    """Return whether ``reading`` is an answer that names no square of the board."""
    if not isinstance(reading, Said):
        return False
    value = reading.value
    return value is None or isinstance(value, Odd) or value not in SQUARES


def _order(readings: Readings) -> tuple[Square, ...]:
    """Return the order of squares in which the first free one is always taken, or nothing."""
    below: dict[Square, set[Square]] = {square: set() for square in SQUARES}
    for position, reading in readings.items():
        square = reading.value if isinstance(reading, Said) else None
        if type(square) is not int or square not in empty_squares(position.board):
            return ()
        below[square] |= set(empty_squares(position.board)) - {square}
    order = tuple(sorted(SQUARES, key=lambda square: -len(below[square])))
    consistent = all(
        order.index(low) > order.index(high) for high in SQUARES for low in below[high]
    )
    return order if consistent else ()
