"""Faulty searches that a table of scores cannot stand for: bounds, and marks left on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from grader.catalogue.reading import Engine, Reading, Said
from grader.catalogue.scale import RESULTS, Scale, Score, result
from grader.catalogue.search import INFINITY, marked
from reference.board import Board, Mark, Position, empty_squares, other

Bounds = tuple[float, float]


def trial_engines(scale: Scale, program: Mark) -> Iterator[Engine]:
    """Yield the engines whose answers hang on bounds or on the state of one board."""
    scores = [scale.base.get((end, own)) for end in RESULTS for own in (True, False)]
    if not all(isinstance(score, float) for score in scores):
        return
    for crossed, swapped in ((True, False), (False, True)):
        pruned = Pruned(scale, program, crossed=crossed, swapped=swapped)
        yield Engine("alphabeta-bounds-crossed", pruned.allowed)
    for listed in (False, True):
        for undone in ((), (True,), (False,)):
            left = Unrestored(scale, program, listed, undone)
            yield Engine("marks-not-taken-back", left.allowed)


@dataclass(frozen=True)
class Pruned:
    """Alpha-beta that moves the wrong bound, or hands the two on in the wrong order."""

    scale: Scale
    program: Mark
    crossed: bool
    swapped: bool
    known: dict[tuple[Board, bool, Bounds, int], float] = field(default_factory=dict)

    def allowed(self, position: Position) -> tuple[Reading]:
        """Return what this program says of ``position``."""
        own = position.turn == self.program
        return (Said(self._score(position.board, own, (-INFINITY, INFINITY), 0)),)

    def _score(self, board: Board, own: bool, bounds: Bounds, plies: int) -> float:  # noqa: FBT001 - a turn
        key = board, own, bounds, plies if any(self.scale.per_ply) else 0
        if key not in self.known:
            self.known[key] = self._search(board, own, bounds, plies)
        return self.known[key]

    def _search(self, board: Board, own: bool, bounds: Bounds, plies: int) -> float:  # noqa: FBT001 - a turn
        end = result(board, self.program)
        if end is not None:
            return _number(self.scale.score(end, own, board.count(None), plies))
        best, (alpha, beta) = -INFINITY if own else INFINITY, bounds
        mark = self.program if own else other(self.program)
        for square in empty_squares(board):
            handed_on = (beta, alpha) if self.swapped else (alpha, beta)
            score = self._score(marked(board, square, mark), not own, handed_on, plies + 1)
            best = max(best, score) if own else min(best, score)
            if own != self.crossed:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


@dataclass(frozen=True)
class Unrestored:
    """A search on the very board it was given.

    Attributes:
        listed: whether the free squares are listed before the first is tried.
        undone: the turns at which a trial mark is taken back.
    """

    scale: Scale
    program: Mark
    listed: bool
    undone: tuple[bool, ...]

    def allowed(self, position: Position) -> tuple[Reading]:
        """Return what this program says of ``position``, and whether it changed the board."""
        cells: list[Mark | None] = list(position.board)
        score = self.score(cells, position.turn == self.program, 0)
        return (Said(score, changed=tuple(cells) != position.board),)

    def score(self, cells: list[Mark | None], own: bool, plies: int) -> float:  # noqa: FBT001 - a turn
        """Return the score of ``cells``, and leave there what the program leaves."""
        end = result(tuple(cells), self.program)
        if end is not None:
            return _number(self.scale.score(end, own, cells.count(None), plies))
        best = -INFINITY if own else INFINITY
        mark = self.program if own else other(self.program)
        for square in self.squares(cells):
            cells[square] = mark
            score = self.score(cells, not own, plies + 1)
            best = max(best, score) if own else min(best, score)
            if own in self.undone:
                cells[square] = None
        return best

    def squares(self, cells: list[Mark | None]) -> Iterator[int]:
        """Yield the squares to try, as they are free now or when their turn comes."""
        free: Callable[[int], bool] = lambda square: cells[square] is None  # noqa: E731
        yield from [s for s in range(9) if free(s)] if self.listed else filter(free, range(9))


def _number(score: Score) -> float:
    assert isinstance(score, float)
    return score
