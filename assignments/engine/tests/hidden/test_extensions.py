"""Bonus: it cannot cost a point."""

import pytest


@pytest.mark.bonus(3)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_fastest_win(play):
    """Wins as fast and loses as late as can be, everywhere: depth is in the scores."""
    play.must_hurry()
