"""Hidden: the rules on every board that can come up, whoever opens."""

import pytest


def winner(case):
    return case.winner


def full(case):
    return case.full


def crowded_boards(game, kind):
    """Boards won by this kind of line alone, beside unwon ones; each line holds a mark."""
    won = [case for case in game.boards if case.lines == {kind}]
    unwon = [case for case in game.boards if case.winner is None]
    return [case for case in won + unwon if not case.has_empty_line]


@pytest.mark.points(2)
@pytest.mark.about("check_winner")
def test_check_winner_rows(ask, game):
    """Finds every complete row, and none where there is none."""
    ask("check_winner", crowded_boards(game, "row")).must_equal(winner)


@pytest.mark.points(2)
@pytest.mark.about("check_winner")
def test_check_winner_columns(ask, game):
    """Finds every complete column, and none where there is none."""
    ask("check_winner", crowded_boards(game, "column")).must_equal(winner)


@pytest.mark.points(2)
@pytest.mark.about("check_winner")
def test_check_winner_diagonals(ask, game):
    """Finds both diagonals, and none where there is none."""
    ask("check_winner", crowded_boards(game, "diagonal")).must_equal(winner)


@pytest.mark.points(3)
@pytest.mark.about("check_winner")
def test_check_winner_nobody(ask, game):
    """Names nobody on any board without a line, and the winner on one in ten that have one."""
    ask("check_winner", [case for case in game.boards if case.winner is None]).must_equal(winner)
    won = ask("check_winner", [case for case in game.boards if case.winner is not None])
    won.must_find(winner, "X", percent=10)
    won.must_find(winner, "O", percent=10)


@pytest.mark.points(4)
@pytest.mark.about("check_winner")
def test_check_winner_every_board(ask, game):
    """Names the right winner on every one of the 8,533 boards."""
    ask("check_winner", game.boards).must_equal(winner)


@pytest.mark.points(5)
@pytest.mark.about("is_board_full")
def test_is_board_full_every_board(ask, game):
    """Tells full from not full on every one of the 8,533 boards."""
    ask("is_board_full", game.boards).must_equal(full)


def lists_the_free_squares(case, value):
    return isinstance(value, list | tuple | set) and sorted(value, key=str) == case.free


def makes_the_move(case, value):
    due = list(case.board)
    due[case.free[-1]] = case.mark
    return isinstance(value, list | tuple) and list(value) == due


@pytest.mark.points(2)
@pytest.mark.about("is_board_full", "get_valid_moves", "make_move", "is_game_over")
def test_given_functions(ask, game):
    """The functions you were given still work (counts once is_board_full is right)."""
    ask.own("is_board_full", game.boards).must_equal(full)
    if ask.has("get_valid_moves"):
        moves = ask("get_valid_moves", game.running)
        moves.must_hold(lists_the_free_squares, lambda case: str(case.free))
        moves.must_leave_arguments()
    if ask.has("make_move"):
        boards = ask(
            "make_move",
            game.running,
            "board",
            lambda case: case.free[-1],
            "mark",
        )
        boards.must_hold(makes_the_move, lambda case: f"a new board with square {case.free[-1]}")
        boards.must_leave_arguments()
    if ask.has("is_game_over"):
        ask("is_game_over", game.boards).must_equal(lambda case: case.over)
