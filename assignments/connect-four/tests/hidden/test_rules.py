"""Hidden: the rules on thousands of boards of four rows and four columns."""

import pytest


def some(cases, count):
    return cases[:: max(1, len(cases) // count)]


@pytest.mark.points(12)
@pytest.mark.about("winner")
def test_winners(ask, game):
    """Names the winner of 4,000 boards, or None, and leaves the board as it was."""
    answers = ask("winner", some(game.boards, 4000))
    answers.must_equal(lambda case: case.winner)
    answers.must_leave_arguments()


def lists_the_free_columns(case, value):
    free = [column for column, cell in enumerate(case.board[0]) if cell == " "]
    return isinstance(value, list | tuple | set) and sorted(value, key=str) == free


@pytest.mark.points(8)
@pytest.mark.about("valid_moves")
def test_every_list_of_columns(ask, game):
    """Lists the free columns of 2,000 boards that are not finished."""
    answers = ask("valid_moves", some(game.decisions, 2000))
    answers.must_hold(lists_the_free_columns, lambda case: "the columns whose top cell is free")
    answers.must_leave_arguments()
