"""Hidden: what a move is, on every position."""

import pytest


def is_legal(case, value):
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    pile, count = value
    if type(pile) is not int or type(count) is not int or not 0 <= pile < len(case.board):
        return False
    return 1 <= count <= case.board[pile]


@pytest.mark.points(4)
@pytest.mark.about("best_move")
def test_every_move_is_legal(ask, game):
    """Takes at least one object and no more than the pile holds, and leaves the list as it was."""
    answers = ask("decide", game.decisions)
    answers.must_hold(is_legal, lambda case: "a pile and how many to take from it")
    answers.must_leave_arguments()


@pytest.mark.points(4)
@pytest.mark.about("best_move_misere")
def test_every_move_is_legal_in_misere_play(variant):
    """In misère play too."""
    misere = variant("misere")
    answers = misere.ask("decide", misere.game.decisions)
    answers.must_hold(is_legal, lambda case: "a pile and how many to take from it")
    answers.must_leave_arguments()
