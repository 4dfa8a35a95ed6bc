"""Hidden: the choice of a move, with at most five free squares, given right rules."""

import pytest


def decisions(game, value, most=5):
    """Decisions of this value for the side to move that some legal move would throw away."""
    few = [case for case in game.decisions if case.empties <= most and case.can_go_wrong]
    return [case for case in few if value == (case.value if case.program_moves else -case.value)]


@pytest.mark.points(4)
@pytest.mark.about("get_best_move")
def test_keeps_every_win(ask, game):
    """Wins every game that is won, as X and as O."""
    ask("decide", decisions(game, 1)).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("get_best_move")
def test_holds_every_draw(ask, game):
    """Saves every game that can be saved, as X and as O."""
    ask("decide", decisions(game, 0)).must_keep_value()


@pytest.mark.points(3)
@pytest.mark.about("get_best_move")
def test_asked_twice(ask, game):
    """Chooses well when asked again in another order, and leaves the board as it was."""
    cases = decisions(game, 1, most=4) + decisions(game, 0, most=4)
    for answers in (ask("decide", cases), ask.again("decide", cases[::-1])):
        answers.must_keep_value()
        answers.must_leave_arguments()
