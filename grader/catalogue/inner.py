"""Faulty searches seen only through the moves that are chosen by them.

Where a dialect has no function that scores a running board, what its search makes of boards shows
in the choice of moves alone: any move that the faulty search scores best may be answered.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from grader.catalogue.reading import Engine, Failed, Reading, Said
from grader.catalogue.scale import RESULTS, Scale
from grader.catalogue.search import Search, Variation, marked
from grader.catalogue.variations import PLAIN, variations
from reference.board import Mark, Position, empty_squares, other


@cache
def inner_engines(maximiser: Mark) -> tuple[Engine, ...]:
    """Return the programs that choose well by a faulty search, for whichever side is next."""
    searches = [(one.slug, one, _scale(1.0)) for one in variations()]
    searches.append(("score-signs-reversed", PLAIN, _scale(-1.0)))
    return tuple(
        Engine(slug, _Chooser(variation, scale, maximiser).allowed)
        for slug, variation, scale in searches
    )


def _scale(sign: float) -> Scale:
    base = {(result, own): sign * result for result in RESULTS for own in (True, False)}
    return Scale(base, dict.fromkeys(base, 0.0))


class _Chooser:
    """Takes the move whose board the search scores best for the side that moves."""

    def __init__(self, variation: Variation, scale: Scale, maximiser: Mark) -> None:
        self._search = Search(variation, scale, maximiser)
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
            (reading,) = self._search.allowed(after)
            if isinstance(reading, Failed):
                return (reading,)
            scores[square] = reading.value
        if not all(isinstance(score, float) for score in scores.values()):
            return (Failed("TypeError"),)
        best = (max if position.turn == self._maximiser else min)(scores.values())  # type: ignore[type-var]
        return tuple(Said(square) for square, score in scores.items() if score == best)
