"""Bonus: what the course invites students to try. None of it can cost a point."""

import pytest


@pytest.mark.bonus(2)
@pytest.mark.about("get_best_move")
def test_fastest_win(play):
    """Wins as fast and loses as late as can be, everywhere."""
    play.must_hurry()


@pytest.mark.bonus(2)
@pytest.mark.about("minimax_with_alpha_beta")
def test_alpha_beta(ask, game):
    """minimax_with_alpha_beta puts boards in the same order as minimax should."""
    cases = game.finished + [case for case in game.running if case.empties <= 5]
    low, high = (lambda _: float("-inf")), (lambda _: float("inf"))
    answers = ask(
        "minimax_with_alpha_beta",
        cases,
        *("board", lambda _: 0, low, high, "program_moves", lambda _: "X", lambda _: "O"),
    )
    answers.part("score").must_order()


@pytest.mark.bonus(2)
@pytest.mark.about("get_best_move_with_randomness")
def test_randomness(ask, game):
    """get_best_move_with_randomness chooses among all that is best, and nothing else."""
    few = [case for case in game.decisions if 2 <= case.empties <= 4 and len(case.right) > 1]
    answers = ask.every("get_best_move_with_randomness", few[:200], "board", "mark", "rival")
    answers.must_keep_value()
    answers.must_vary()
