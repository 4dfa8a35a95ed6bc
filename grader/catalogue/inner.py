"""Faulty searches seen only through the moves that are chosen by them.

Where a dialect has no function that scores a running board, what its search makes of boards shows
in the choice of moves alone: any move that the faulty search scores best may be answered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import permutations

from grader.catalogue.reading import Engine, Failed, Reading, Said
from grader.catalogue.scale import RESULTS, Scale
from grader.catalogue.search import Search, marked
from grader.catalogue.variations import PLAIN, variations
from reference.board import COLUMNS, DIAGONALS, ROWS, Line, Mark, Position, empty_squares, other

Score = Callable[[Position], Collection[Reading]]


@cache
def inner_engines(maximiser: Mark) -> tuple[Engine, ...]:
    """Return the programs that choose well by a faulty search, for whichever side is next."""
    searches = [(one.slug, one, _scale(1.0)) for one in variations()]
    searches.append(("score-signs-reversed", PLAIN, _scale(-1.0)))
    faulty: list[tuple[str, Score]] = [
        (slug, Search(variation, scale, maximiser).allowed) for slug, variation, scale in searches
    ]
    for kinds in permutations((ROWS, COLUMNS, DIAGONALS)):
        lines = tuple(line for kind in kinds for line in kind)
        faulty.append(("empty-line-wins", _Hidden(lines, maximiser).allowed))
    return tuple(Engine(slug, _Chooser(scored, maximiser).allowed) for slug, scored in faulty)


def _scale(sign: float) -> Scale:
    base = {(result, own): sign * result for result in RESULTS for own in (True, False)}
    return Scale(base, dict.fromkeys(base, 0.0))


class _Hidden:
    """A search that takes three empty squares for a line, and nobody for its owner.

    An empty line that comes first hides a real one; which comes first is a matter of ``lines``.
    """

    def __init__(self, lines: Sequence[Line], maximiser: Mark) -> None:
        self._lines = lines
        self._maximiser = maximiser
        self._known: dict[Position, float] = {}

    def allowed(self, position: Position) -> Collection[Reading]:
        """Return its score of ``position``: 1, 0 or -1."""
        return (Said(self._score(position)),)

    def _score(self, position: Position) -> float:
        if position not in self._known:
            self._known[position] = self._search(position)
        return self._known[position]

    def _search(self, position: Position) -> float:
        board, turn = position
        equal = (board[a] for a, b, c in self._lines if board[a] == board[b] == board[c])
        if (won := next(equal, None)) is not None:
            return 1.0 if won == self._maximiser else -1.0
        if not (free := empty_squares(board)):
            return 0.0
        after = (Position(marked(board, square, turn), other(turn)) for square in free)
        return (max if turn == self._maximiser else min)(map(self._score, after))


class _Chooser:
    """Takes the move whose board the search scores best for the side that moves."""

    def __init__(self, scored: Score, maximiser: Mark) -> None:
        self._scored = scored
        self._maximiser = maximiser
        self._known: dict[Position, tuple[Reading, ...]] = {}

    def allowed(self, position: Position) -> Collection[Reading]:
        """Return every answer that the faulty search leads to."""
        if position not in self._known:
            self._known[position] = self._choose(position)
        return self._known[position]

    def _choose(self, position: Position) -> tuple[Reading, ...]:
        scores = {}
        for square in empty_squares(position.board):
            after = Position(marked(position.board, square, position.turn), other(position.turn))
            (reading,) = self._scored(after)
            if isinstance(reading, Failed):
                return (reading,)
            scores[square] = reading.value
        if not all(isinstance(score, float) for score in scores.values()):
            return (Failed("TypeError"),)
        best = (max if position.turn == self._maximiser else min)(scores.values())  # type: ignore[type-var]
        return tuple(Said(square) for square, score in scores.items() if score == best)
