"""Visible tests of the rules: who has won, and is the game drawn?

A board is written as its three rows, "XX./OO./..X", with a dot for an empty square.
"""

import pytest

MARKS = {".": None, "X": "X", "O": "O"}


def board(rows):
    """Return the board that rows stands for."""
    return [MARKS[mark] for mark in rows if mark != "/"]


def shown(value):
    """Return value as short text; any object at all can be shown."""
    if value is None or type(value) in (bool, float):
        return repr(value)
    if type(value) is int and value.bit_length() <= 100:
        return repr(value)
    if type(value) is str and len(value) <= 20:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def assert_winner(engine, rows, right):
    """Check that check_winner answers with the winner's mark, "draw" or None."""
    due = MARKS.get(right, right)
    answer = engine.check_winner(board(rows))
    text = f"check_winner of {rows} should be {due!r}, but returned {shown(answer)}"
    assert type(answer) is type(due), f"{text}\n    to try it: check_winner({board(rows)})"
    assert answer == due, f"{text}\n    to try it: check_winner({board(rows)})"


@pytest.mark.points(1)
@pytest.mark.about("check_winner")
def test_rows_and_columns(engine):
    """Three equal marks in a row or a column win."""
    assert_winner(engine, "XXX/OO./..O", "X")
    assert_winner(engine, "X.X/OOO/.X.", "O")
    assert_winner(engine, "XO./XO./X.O", "X")
    assert_winner(engine, "XXO/.XO/..O", "O")
    assert_winner(engine, "XX./OO./..X", None)


@pytest.mark.points(1)
@pytest.mark.about("check_winner")
def test_diagonals(engine):
    """Three equal marks on a diagonal win."""
    assert_winner(engine, "XO./OX./..X", "X")
    assert_winner(engine, "XXO/.O./O.X", "O")
    assert_winner(engine, "XO./OX./...", None)


@pytest.mark.points(2)
@pytest.mark.about("check_winner")
def test_nobody_has_won(engine):
    """Three empty squares are no win, and a game that goes on has no result."""
    assert_winner(engine, ".../.../...", None)
    assert_winner(engine, "XO./.../...", None)
    assert_winner(engine, "XOX/XOO/OX.", None)
    assert_winner(engine, "X.X/OOO/X..", "O")


@pytest.mark.points(2)
@pytest.mark.about("check_winner")
def test_draw(engine):
    """A full board without a line is a draw, one with a line is won."""
    assert_winner(engine, "XOX/XOO/OXX", "draw")
    assert_winner(engine, "OXO/OXX/XOX", "draw")
    assert_winner(engine, "XOX/OXO/XXO", "X")
