"""Hidden: the choice of a move, with at most six empty squares, given right scores."""

import pytest


def decisions(game, value, most=6):
    """The program's decisions of this value, for itself, that some legal move throws away."""
    few = [case for case in game.decisions if case.empties <= most and case.can_go_wrong]
    return [case for case in few if value == (case.value if case.program_moves else -case.value)]


@pytest.mark.points(4)
@pytest.mark.about("best_move")
def test_keeps_every_win(ask, game):
    """Wins every game that is won."""
    ask("decide", decisions(game, 1)).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("best_move")
def test_holds_every_draw(ask, game):
    """Saves every game that can be saved."""
    ask("decide", decisions(game, 0)).must_keep_value()


@pytest.mark.points(3)
@pytest.mark.about("best_move")
def test_asked_twice(ask, game):
    """Chooses well when asked again in another order, and leaves the board as it was."""
    cases = decisions(game, 1, most=4) + decisions(game, 0, most=4)
    for answers in (ask("decide", cases), ask.again("decide", cases[::-1])):
        answers.must_keep_value()
        answers.must_leave_arguments()
