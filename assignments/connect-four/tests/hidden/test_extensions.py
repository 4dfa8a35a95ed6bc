"""Bonus: it cannot cost a point."""

import pytest


@pytest.mark.bonus(3)
@pytest.mark.about("best_move")
def test_fastest_win(play):
    """Wins as fast and loses as late as can be, wherever few cells are free."""
    play.must_hurry()
