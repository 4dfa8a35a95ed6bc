"""Bonus: it cannot cost a point."""

import pytest


@pytest.mark.bonus(3)
@pytest.mark.about("best_move")
def test_large_piles(variant):
    """Plays perfectly on piles of up to 6, 7 and 9, where trying everything takes too long."""
    large = variant("large")
    cases = [case for case in large.game.decisions if case.can_go_wrong and case.empties >= 18]
    large.ask("decide", cases[:60]).must_keep_value()
