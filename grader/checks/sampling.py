"""Which answers of an accelerated program are asked again plainly: a seeded sample, little work."""

from __future__ import annotations

import random
from collections.abc import Sequence

from grader.match import Match
from grader.model import Raised, Reply, Returned
from reference.game import Position

SEED = 20_260_901
WORK_PERCENT = 5
FEWEST_PLIES = 2  # the largest questions of all are left out: one of them is all of the work


def sample(positions: Sequence[Position], match: Match) -> list[int]:
    """Return indexes into ``positions``, picked until ``WORK_PERCENT`` of a plain search is spent.

    Drawn with a fixed seed, so that a second run asks the same.
    """
    entries = match.table.entries
    costs = [entries[position].nodes for position in positions]
    left = sum(costs) * WORK_PERCENT // 100
    at_start = match.game.plies_left(match.game.opening("X").board)
    order = list(range(len(positions)))
    random.Random(SEED).shuffle(order)  # noqa: S311 - nothing secret
    picked = []
    for n in order:
        early = at_start - match.game.plies_left(positions[n].board) < FEWEST_PLIES
        if not early and costs[n] <= left:
            picked.append(n)
            left -= costs[n]
    return sorted(picked)


def alike(first: Reply, second: Reply) -> bool:
    """Return whether two replies say the same and left their arguments in the same state."""
    match first, second:
        case Returned(), Returned():
            changed = first.arguments_after is None, second.arguments_after is None
            same = repr(first.value) == repr(second.value)
            return same and changed in {(True, True), (False, False)}
        case Raised(), Raised():
            return first.type_name == second.type_name
        case _:
            return False
