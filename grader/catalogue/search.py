"""Faulty searches: what minimax answers when one thing about it is wrong.

They run as a student's program would, errors included: comparing None with a number is a
``TypeError`` here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from grader.catalogue.reading import DIGITS, Failed, Reading, Said
from grader.catalogue.scale import DRAW, Scale, Score, Stops, result
from reference.board import Board, Mark, Position, empty_squares, other

Pick = Callable[[Iterable[Any], bool], Any]
INFINITY = float("inf")


class FaultError(Exception):
    """An error that the searched program would have raised, by the name of its type."""


def best(scores: Iterable[Any], own_turn: bool) -> Any:  # noqa: FBT001 - whose turn it is
    """Return the highest score on the program's own turn, else the lowest, one by one."""
    return reduce(max, scores, -INFINITY) if own_turn else reduce(min, scores, INFINITY)


@dataclass(frozen=True)
class Variation:
    """A search that differs from the right one in what is given here.

    Attributes:
        slug: the name of the fault; ``""`` for none.
        stops: tells the result of a finished board.
        mark: whose mark is tried, by board, turn and program.
        flips: whether it is the other side's turn after a move.
        reads: whose turn it is, by board, turn and program.
        pick: what is made of the scores of all moves.
        levels: how many moves ahead are looked at.
        negated: whether each score counts with its sign reversed.
    """

    slug: str = ""
    stops: Stops = result
    mark: Callable[[Board, bool, Mark], Mark] = lambda _, own, program: (
        program if own else other(program)
    )
    flips: bool = True
    reads: Callable[[Board, bool, Mark], bool] = lambda _, own, __: own
    pick: Pick = best
    levels: int | None = None
    negated: bool = False


class Search:
    """One varied search in one scale; remembers every score."""

    def __init__(self, variation: Variation, scale: Scale, program: Mark) -> None:
        self._variation = variation
        self._scale = scale
        self._program = program
        self._deep = any(scale.per_ply) or variation.levels is not None
        self._known: dict[tuple[Board, bool, int], Score] = {}

    def allowed(self, position: Position) -> tuple[Reading]:
        """Return what this program says of ``position``."""
        score = self._score(position.board, position.turn == self._program, 0)
        if isinstance(score, Failed):
            return (score,)
        return (Said(round(score, DIGITS) if _finite(score) else score),)  # type: ignore[arg-type] # a float

    def _score(self, board: Board, own: bool, plies: int) -> Score:  # noqa: FBT001 - a turn
        key = board, own, plies if self._deep else 0
        if key not in self._known:
            try:
                found: Score = self._search(board, own, plies)
            except (TypeError, ValueError, ZeroDivisionError) as error:
                found = Failed(type(error).__name__)
            except FaultError as error:
                found = Failed(str(error))
            self._known[key] = found
        return self._known[key]

    def _search(self, board: Board, own: bool, plies: int) -> Any:  # noqa: FBT001 - a turn
        varied = self._variation
        end = varied.stops(board, self._program)
        if end is not None:
            return self._scale.score(end, own, board.count(None), plies)
        if plies == varied.levels:
            return self._scale.score(DRAW, own, 0, plies)
        turn = varied.reads(board, own, self._program)
        mark = varied.mark(board, turn, self._program)
        return varied.pick(
            (
                self._met(self._score(marked(board, square, mark), own != varied.flips, plies + 1))
                for square in empty_squares(board)
            ),
            turn,
        )

    def _met(self, score: Score) -> Any:
        """Return ``score`` as the caller meets it: an error goes on upwards."""
        if isinstance(score, Failed):
            raise FaultError(score.error)
        return -score if self._variation.negated else score  # type: ignore[operator] # as a program would


def _finite(found: Score) -> bool:
    return isinstance(found, float) and abs(found) < INFINITY


def marked(board: Board, square: int, mark: Mark) -> Board:
    """Return ``board`` with ``mark`` on ``square``, whatever stands there."""
    return (*board[:square], mark, *board[square + 1 :])
