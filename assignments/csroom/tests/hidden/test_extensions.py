"""Bonus: what the course invites students to try. None of it can cost a point."""

import pytest


@pytest.mark.bonus(3)
@pytest.mark.about("get_best_move")
def test_fastest_win(play):
    """Wins as fast and loses as late as can be, everywhere."""
    play.must_hurry()


@pytest.mark.bonus(2)
@pytest.mark.about("minimax_ab")
def test_alpha_beta(ask, game):
    """minimax_ab gives values in the same order as minimax should."""
    cases = game.finished + [case for case in game.running if case.empties <= 5]
    ask(
        "minimax_ab",
        cases,
        "board",
        "program_moves",
        lambda _: float("-inf"),
        lambda _: float("inf"),
    ).must_order()
