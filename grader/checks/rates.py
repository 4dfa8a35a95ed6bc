"""How often something may happen by chance: exact, for trials that need not be equally likely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate


def distribution(chances: Iterable[float]) -> list[float]:
    """Return how likely 0, 1, 2, … successes are in trials with these chances of success."""
    likely = [1.0]
    for chance in chances:
        stay = [part * (1 - chance) for part in likely] + [0.0]
        move = [0.0] + [part * chance for part in likely]
        likely = [a + b for a, b in zip(stay, move, strict=True)]
    return likely


def bounds(lowest: Sequence[float], highest: Sequence[float], alarm: float) -> tuple[int, int]:
    """Return the fewest and the most successes that a right program may show.

    Args:
        lowest: the least chance of success that each trial may have.
        highest: the greatest.
        alarm: how often a right program may be taken for a wrong one, half of it on either side.
    """
    few = list(accumulate(distribution(lowest)))
    fewest = next(n for n, part in enumerate(few) if part >= alarm / 2)
    many = list(accumulate(reversed(distribution(highest))))
    most = len(highest) - next(n for n, part in enumerate(many) if part >= alarm / 2)
    return fewest, most
