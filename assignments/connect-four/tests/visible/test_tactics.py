"""Visible tests of tactics: a move and the answer to it.

A board is written as its rows, the top one first, with a dot for a free cell: "..../.O../XXO.".
"""

import pytest


def board(rows):
    """Return the list of rows that rows stands for."""
    return [[" " if cell == "." else cell for cell in row] for row in rows.split("/")]


def assert_move(engine, rows, player, right, why):
    """Check that best_move, looking two moves ahead, answers with one of the right columns."""
    answer = engine.best_move(board(rows), player, 2)
    due = " or ".join(map(str, right))
    assert type(answer) is int, f"best_move of {rows} for {player} should be {due}, a number: {why}"
    assert answer in right, f"best_move of {rows} for {player} should be {due}, not {answer}: {why}"


@pytest.mark.points(3)
@pytest.mark.about("best_move")
def test_takes_a_win(engine):
    """Completes four in a line, for both players."""
    rows = "......./......./......./......./OOO..../XXX...."
    assert_move(engine, rows, "X", [3], "it wins at once")
    rows = "......./......./......./...O.../..XO.../.XXO..X"
    assert_move(engine, rows, "O", [3], "it wins at once")


@pytest.mark.points(3)
@pytest.mark.about("best_move")
def test_blocks(engine):
    """Stops four in a line."""
    rows = "......./......./......./X....../X....../XOO...."
    assert_move(engine, rows, "O", [0], "X would win there")
    rows = "......./......./......./......X/......X/.OO...X"
    assert_move(engine, rows, "O", [6], "X would win there")


@pytest.mark.points(3)
@pytest.mark.about("best_move")
def test_hands_no_win_over(engine):
    """Does not put its mark where the other side wins on top of it."""
    rows = "......./......./......./.OOO.../.XXO..X/OXOX..X"
    assert_move(engine, rows, "X", [1, 2, 3, 4, 5, 6], "O would win on top of column 0")
