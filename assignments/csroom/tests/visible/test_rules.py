"""Visible tests of the rules: who has won, and is the board full?

A board is written as its three rows, "XX./OO./..X", with a dot for an empty square.
"""

import pytest


def board(rows):
    """Return the list of nine squares that rows stands for."""
    return [" " if mark == "." else mark for mark in rows if mark != "/"]


def shown(value):
    """Return value as short text; any object at all can be shown."""
    if type(value) is int and value.bit_length() > 100:
        return "a number of more than 30 digits"
    if value is None or type(value) in (bool, int, float):
        return repr(value)
    if type(value) is str and len(value) <= 20:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def details(function, rows):
    """Return the lines that follow the first line of a message: the board, and what to type."""
    picture = "\n".join("    " + " ".join(row) for row in rows.split("/"))
    return f"\n{picture}\n    to try it: {function}({board(rows)})"


def assert_winner(engine, rows, right):
    """Check that check_winner answers right: "X", "O" or None."""
    answer = engine.check_winner(board(rows))
    call = f"check_winner of {rows} should be {right!r}, but returned {shown(answer)}"
    more = details("check_winner", rows)
    assert answer is None or type(answer) is str, f"{call}, which is not 'X', 'O' or None{more}"
    assert answer == right, call + more


def assert_full(engine, full, not_full):
    """Check that is_board_full answers True for the full boards and False for the others."""
    for rows in full + not_full:
        right = rows in full
        answer = engine.is_board_full(board(rows))
        call = f"is_board_full of {rows} should be {right}, but returned {shown(answer)}"
        more = details("is_board_full", rows)
        assert answer is not None, f"{call}: is a return missing?{more}"
        assert type(answer) is bool, f"{call}, which is not True or False{more}"
        assert answer == right, call + more


@pytest.mark.points(0.5)
@pytest.mark.about("check_winner")
def test_rows(engine):
    """Three equal marks in any of the three rows win."""
    assert_winner(engine, "XXX/OO./..O", "X")
    assert_winner(engine, "X.X/OOO/.X.", "O")
    assert_winner(engine, "O.O/.OX/XXX", "X")
    assert_winner(engine, "XX./OO./..X", None)


@pytest.mark.points(0.5)
@pytest.mark.about("check_winner")
def test_columns(engine):
    """Three equal marks in any of the three columns win."""
    assert_winner(engine, "OX./OX./O.X", "O")
    assert_winner(engine, "OXO/.X./.X.", "X")
    assert_winner(engine, "X.O/.XO/X.O", "O")
    assert_winner(engine, "OXO/.X./XO.", None)


@pytest.mark.points(0.5)
@pytest.mark.about("check_winner")
def test_falling_diagonal(engine):
    """Three equal marks from the top left corner to the bottom right one win."""
    assert_winner(engine, "XO./.XO/..X", "X")
    assert_winner(engine, "OX./XO./X.O", "O")
    assert_winner(engine, "OX./XO./.OX", None)


@pytest.mark.points(0.5)
@pytest.mark.about("check_winner")
def test_rising_diagonal(engine):
    """Three equal marks from the bottom left corner to the top right one win."""
    assert_winner(engine, "OOX/.X./X..", "X")
    assert_winner(engine, "X.O/XO./O.X", "O")
    assert_winner(engine, "O.X/.O./X..", None)


@pytest.mark.points(0.5)
@pytest.mark.about("check_winner")
def test_mixed_lines(engine):
    """A line with marks of both players is no win, for either of them."""
    assert_winner(engine, "XOX/OX./O..", None)
    assert_winner(engine, "XOX/OXO/..X", "X")
    assert_winner(engine, "OXO/XOX/..O", "O")


@pytest.mark.points(0.5)
@pytest.mark.about("check_winner")
def test_full_boards(engine):
    """A full board may be a draw, and may have been won with the last mark."""
    assert_winner(engine, "XOX/XOO/OXX", None)
    assert_winner(engine, "XXX/XOO/OXO", "X")
    assert_winner(engine, "OXO/XXO/XOO", "O")


@pytest.mark.points(0.5)
@pytest.mark.about("check_winner")
def test_empty_lines(engine):
    """Three empty squares in a line are no win, and do not hide a real one."""
    assert_winner(engine, ".../.../...", None)
    assert_winner(engine, "XX./.../O..", None)
    assert_winner(engine, ".../OO./XXX", "X")
    assert_winner(engine, "X.O/X.O/..O", "O")


@pytest.mark.points(0.5)
@pytest.mark.about("is_board_full")
def test_full_or_not(engine):
    """A board is full only when not a single square is empty."""
    assert_full(engine, full=["XOX/XOO/OXX"], not_full=["XOX/XOO/OX.", "X.O/.O./..X"])


@pytest.mark.points(0.5)
@pytest.mark.about("is_board_full")
def test_full_whoever_won(engine):
    """Whether a board is full does not depend on whether somebody has won."""
    assert_full(engine, full=["XXX/XOO/OXO"], not_full=["XXX/OO./..O", "OXO/XOX/..O"])


@pytest.mark.points(0.5)
@pytest.mark.about("is_board_full")
def test_every_square_counts(engine):
    """The one empty square is found wherever it is."""
    top = [".OX/XOO/OXX", "O.O/OXX/XOX", "XO./XOO/OXX"]
    middle = ["XOX/.OO/OXX", "OXO/O.X/XOX", "OXO/OX./XOX"]
    bottom = ["OXO/OXX/.OX", "XOX/XOO/O.X", "OXO/OXX/XO."]
    assert_full(engine, full=["OXO/OXX/XOX"], not_full=top + middle + bottom)
