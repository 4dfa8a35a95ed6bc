"""Visible tests of the rules.

A board is written as its rows, the top one first, with a dot for a free cell: "..../.O../XXO.".
"""

import pytest


def board(rows):
    """Return the list of rows that rows stands for."""
    return [[" " if cell == "." else cell for cell in row] for row in rows.split("/")]


@pytest.mark.points(3)
@pytest.mark.about("winner")
def test_lines(engine):
    """Sees four in a line: across, down, and on both diagonals, on boards of any size."""
    for rows, right in (
        ("..../..../OOO./XXXX", "X"),
        ("X.../X.../XO../XOO.", "X"),
        ("O.../XO../XXO./OXXO", "O"),
        ("....O/...OX/..OXX/.OXXO", "O"),
        ("......./......./......./...O.../..XO.../XXXOO..", None),
    ):
        answer = engine.winner(board(rows))
        assert type(answer) is type(right), f"winner of {rows} should be {right!r}"
        assert answer == right, f"winner of {rows} should be {right!r}, not {answer!r:.20}"


@pytest.mark.points(2)
@pytest.mark.about("valid_moves")
def test_free_columns(engine):
    """Lists the columns whose top cell is free."""
    for rows, right in (("..../..../..../....", [0, 1, 2, 3]), ("XO.X/OX.O/XO.X/OXOX", [2])):
        answer = engine.valid_moves(board(rows))
        assert isinstance(answer, list | tuple | set), f"valid_moves of {rows} should be a list"
        assert sorted(answer, key=str) == right, f"valid_moves of {rows} should be {right}"
