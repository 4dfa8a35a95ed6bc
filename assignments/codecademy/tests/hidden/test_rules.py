"""Hidden: the rules on every board that can come up."""

import pytest


@pytest.mark.points(10)
@pytest.mark.about("game_is_over")
def test_every_board_over_or_not(ask, game):
    """Tells a finished game from a running one on every board, and leaves it as it was."""
    answers = ask("game_is_over", game.boards)
    answers.must_equal(lambda case: case.over)
    answers.must_leave_arguments()


@pytest.mark.points(10)
@pytest.mark.about("evaluate_board")
def test_every_finished_board(ask, game):
    """Scores every finished board with 1, -1 or 0."""
    finished = [case for case in game.boards if case.over]
    ask("evaluate_board", finished).must_equal(lambda case: case.result)


def numbers(case):
    return [square + 1 for square in case.free]


def lists_the_free_squares(case, value):
    return isinstance(value, list | tuple | set) and sorted(value, key=str) == numbers(case)


@pytest.mark.points(2)
@pytest.mark.about("game_is_over", "board_is_full", "available_moves", "has_won", "select_space")
def test_given_functions(ask, game):
    """The functions you were given still work (counts once game_is_over is right)."""
    ask.own("game_is_over", game.boards).must_equal(lambda case: case.over)
    if ask.has("board_is_full"):
        ask("board_is_full", game.boards).must_equal(lambda case: case.full)
    if ask.has("has_won"):
        both = [game.case(case.squares, mark) for case in game.boards for mark in "XO"]
        ask("has_won", both).must_equal(lambda case: case.wins)
    if ask.has("available_moves"):
        moves = ask("available_moves", game.running)
        moves.must_hold(lists_the_free_squares, lambda case: str(numbers(case)))
        moves.must_leave_arguments()
