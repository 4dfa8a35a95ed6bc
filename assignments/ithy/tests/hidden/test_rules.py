"""Hidden: the class Board on every board that can come up."""

import pytest


def at(number):
    return lambda _: number


@pytest.mark.points(3)
@pytest.mark.about("Board.make_move")
def test_every_square_can_be_marked_once(ask, game):
    """Marks each of the nine squares of a new board, and refuses all of them on a full one."""
    (new,) = [case for case in game.boards if case.empties == 9]
    full = [case for case in game.boards if case.full][:1]
    for row, col in (divmod(square, 3) for square in range(9)):
        square = ("board", at(row), at(col), "mark")
        ask.aside("Board.make_move", [new], *square).must_equal(lambda _: True)
        refused = ask.aside("Board.make_move", full, *square)
        refused.must_equal(lambda _: False)
        refused.must_leave_arguments()


def pairs(case):
    return [divmod(square, 3) for square in case.free]


def lists_the_free_squares(case, value):
    is_list = isinstance(value, list | tuple | set)
    if not is_list or not all(isinstance(one, list | tuple) for one in value):
        return False
    return sorted(map(tuple, value), key=str) == pairs(case)


@pytest.mark.points(4)
@pytest.mark.about("Board.available_moves")
def test_every_list_of_free_squares(ask, game):
    """Lists the free squares of every board, and leaves it as it was."""

    answers = ask("moves", game.boards)
    answers.must_hold(lists_the_free_squares, lambda case: str(pairs(case)))
    answers.must_leave_arguments()


def crowded_boards(game, kind):
    """Boards won by this kind of line alone, beside unwon ones, for both marks."""
    won = [case for case in game.boards if case.lines == {kind}]
    unwon = [case for case in game.boards if case.winner is None and case.empties <= 4]
    return [game.case(case.squares, mark) for case in won + unwon for mark in "XO"]


@pytest.mark.points(3)
@pytest.mark.about("Board.check_winner")
def test_every_row(ask, game):
    """Finds every complete row, and none where there is none."""
    ask("wins", crowded_boards(game, "row")).must_equal(lambda case: case.wins)


@pytest.mark.points(3)
@pytest.mark.about("Board.check_winner")
def test_every_column(ask, game):
    """Finds every complete column, and none where there is none."""
    ask("wins", crowded_boards(game, "column")).must_equal(lambda case: case.wins)


@pytest.mark.points(3)
@pytest.mark.about("Board.check_winner")
def test_both_diagonals(ask, game):
    """Finds both diagonals, and none where there is none."""
    ask("wins", crowded_boards(game, "diagonal")).must_equal(lambda case: case.wins)


@pytest.mark.points(4)
@pytest.mark.about("Board.check_winner")
def test_the_winner_of_every_board(ask, game):
    """Says of both players on every board whether they have won."""
    both = [game.case(case.squares, mark) for case in game.boards for mark in "XO"]
    ask("wins", both).must_equal(lambda case: case.wins)


@pytest.mark.points(3)
@pytest.mark.about("Board.is_full")
def test_every_board_full_or_not(ask, game):
    """Tells full from not full on every board."""
    ask("full", game.boards).must_equal(lambda case: case.full)
