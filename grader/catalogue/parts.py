"""Faulty versions of three questions that only some dialects ask.

Whether a mark has won, who is next, and what a finished board scores.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache

from grader.catalogue.reading import Engine, Reading, Said
from grader.catalogue.rules import winner_engines
from grader.catalogue.scale import DRAW, LOSS, WIN, result
from reference.board import Mark, Position, is_full, other, winner

Score = Callable[[int], object]


@cache
def right_wins(position: Position) -> Reading:
    """Return what a right program says of whether the mark that is next has won already."""
    return Said(winner(position.board) == position.turn)


def wins_engines() -> tuple[Engine, ...]:
    """Return the faulty programs that say whether a mark has won.

    They are those that name a winner, asked of each mark; an empty line wins for either.
    """
    return tuple(Engine(e.slug, _seen_through(e), e.words) for e in winner_engines())


def _seen_through(engine: Engine) -> Callable[[Position], Collection[Reading]]:
    def allowed(position: Position) -> Collection[Reading]:
        said = (one.value for one in engine.allowed(position) if isinstance(one, Said))
        return tuple(Said(value in {position.turn, "."}) for value in said)

    return allowed


@cache
def right_turn(position: Position) -> Reading:
    """Return what a right program says of who is next."""
    return Said(position.turn)


def turn_engines() -> tuple[Engine, ...]:
    """Return the faulty programs that say who is next."""
    return (
        Engine("turn-swapped", lambda p: (Said(other(p.turn)),)),
        Engine(
            "turn-wrong-at-the-start",
            lambda p: (Said(p.turn if any(p.board) else other(p.turn)),),
        ),
    )


def right_score(position: Position, maximiser: Mark) -> Reading:
    """Return what a right program scores a finished board with."""
    return Said(float(result(position.board, maximiser) or 0))


def score_engines(maximiser: Mark) -> tuple[Engine, ...]:
    """Return the faulty programs that score a finished board."""
    rules: tuple[tuple[str, Score], ...] = (
        ("score-signs-reversed", lambda found: -float(found)),
        ("any-win-scores-the-same", lambda found: float(abs(found))),
        ("any-win-scores-the-same", lambda found: -float(abs(found))),
        ("one-sides-wins-unseen", lambda found: float(max(found, 0))),
        ("one-sides-wins-unseen", lambda found: float(min(found, 0))),
        ("draw-scored-like-a-win", lambda found: float(WIN if found == DRAW else found)),
        ("draw-scored-like-a-loss", lambda found: float(LOSS if found == DRAW else found)),
        ("draw-gives-no-score", lambda found: None if found == DRAW else float(found)),
    )
    return (
        *(Engine(slug, _scored(rule, maximiser)) for slug, rule in rules),
        Engine("full-before-win", lambda p: (_full_first(p, maximiser),)),
    )


def _scored(rule: Score, maximiser: Mark) -> Callable[[Position], Collection[Reading]]:
    return lambda position: (Said(rule(result(position.board, maximiser) or 0)),)


def _full_first(position: Position, maximiser: Mark) -> Reading:
    return Said(0.0) if is_full(position.board) else right_score(position, maximiser)
