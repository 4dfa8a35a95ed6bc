"""Visible tests of the class Board.

A board is written as its three rows, "XX./OO./..X", with a dot for a free square.
"""

import pytest

NINE = [(row, col) for row in range(3) for col in range(3)]


def board(engine, rows):
    """Return a Board on which rows were played."""
    made = engine.Board()
    for row, marks in enumerate(rows.split("/")):
        for col, mark in enumerate(marks):
            if mark != ".":
                made.make_move(row, col, mark)
    return made


@pytest.mark.points(2)
@pytest.mark.about("Board.make_move")
def test_a_move_is_made_once(engine):
    """Marks a free square and says True; says False on a taken one, and leaves it."""
    made = engine.Board()
    assert made.make_move(1, 2, "X") is True, "make_move(1, 2, 'X') on a new board should be True"
    assert made.board[1][2] == "X", "after make_move(1, 2, 'X') the square (1, 2) should hold 'X'"
    assert made.make_move(1, 2, "O") is False, "make_move on a taken square should be False"
    assert made.board[1][2] == "X", "a taken square should keep its mark"
    assert sum(cell != "" for row in made.board for cell in row) == 1, "one square was marked"


@pytest.mark.points(2)
@pytest.mark.about("Board.available_moves")
def test_free_squares(engine):
    """Lists the free squares as (row, col)."""
    for rows, right in ((".../.../...", NINE), ("XOX/.OO/OX.", [(1, 0), (2, 2)])):
        found = board(engine, rows).available_moves()
        assert isinstance(found, list | tuple | set), f"on {rows} it should be a list of (row, col)"
        assert all(isinstance(one, tuple | list) for one in found), "a square is (row, col)"
        assert sorted(map(tuple, found)) == right, f"on {rows} the free squares are {right}"


@pytest.mark.points(2)
@pytest.mark.about("Board.check_winner")
def test_three_in_a_line(engine):
    """Says True of the player who has a row, a column or a diagonal, and of nobody else."""
    for rows in ("XXX/OO./...", "XO./XO./X..", "XO./OX./..X", "OOX/.X./X.."):
        made = board(engine, rows)
        assert made.check_winner("X") is True, f"on {rows} X has three in a line"
        assert made.check_winner("O") is False, f"on {rows} O has no line"
    made = board(engine, "XX./OO./..X")
    assert made.check_winner("X") is False, "on XX./OO./..X nobody has a line"
    assert board(engine, "XX./OOO/X..").check_winner("O") is True, "on XX./OOO/X.. O has won"


@pytest.mark.points(1)
@pytest.mark.about("Board.is_full")
def test_full_or_not(engine):
    """Says True when no square is free."""
    assert board(engine, "XOX/XOO/OXX").is_full() is True, "XOX/XOO/OXX is full"
    assert board(engine, "XOX/XOO/OX.").is_full() is False, "XOX/XOO/OX. is not full"
    assert engine.Board().is_full() is False, "a new board is not full"
