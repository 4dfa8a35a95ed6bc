"""Hidden: the choice of a move, with at most five empty squares, given right rules."""

import pytest


def decisions(game, value, mark, most=5):
    """Decisions of this value for the side to move that some legal move would throw away."""
    few = [case for case in game.decisions if case.empties <= most and case.can_go_wrong]
    ours = [case for case in few if case.turn == mark]
    return [case for case in ours if value == (case.value if case.program_moves else -case.value)]


@pytest.mark.points(4)
@pytest.mark.about("minimax")
def test_keeps_every_win_as_x(ask, game):
    """Wins every game that X can win."""
    ask("minimax", decisions(game, 1, "X")).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("minimax")
def test_keeps_every_win_as_o(ask, game):
    """Wins every game that O can win."""
    ask("minimax", decisions(game, 1, "O")).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("minimax")
def test_holds_every_draw(ask, game):
    """Saves every game that can be saved, for both sides."""
    ask("minimax", decisions(game, 0, "X") + decisions(game, 0, "O")).must_keep_value()


@pytest.mark.points(3)
@pytest.mark.about("minimax")
def test_no_move_when_it_is_over(ask, game):
    """Says None on every finished board (counts once it wins won games with three squares left)."""
    ask("minimax", decisions(game, 1, "X", most=3)).must_keep_value()
    ask.aside("minimax", [case for case in game.boards if case.over], "board").must_equal(
        lambda _: None
    )


@pytest.mark.points(3)
@pytest.mark.about("minimax")
def test_asked_twice(ask, game):
    """Chooses well when asked again in another order, and leaves the board as it was."""
    cases = [c for mark in "XO" for value in (1, 0) for c in decisions(game, value, mark, most=4)]
    for answers in (ask("minimax", cases), ask.again("minimax", cases[::-1])):
        answers.must_keep_value()
        answers.must_leave_arguments()
