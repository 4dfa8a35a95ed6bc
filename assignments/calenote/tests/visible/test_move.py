"""Visible tests of best_move: does the program choose a right move?

Where several moves are equally good, each of them is right.

A board is written as its three rows, "XX./OO./..X", with a dot for an empty square; squares are
counted from 0 to 8, row by row.
"""

import pytest

MARKS = {".": None, "X": "X", "O": "O"}


def board(rows):
    """Return the board that rows stands for."""
    return [MARKS[mark] for mark in rows if mark != "/"]


def move(square):
    """Return the square as a move is written."""
    return square + 0


def assert_move(engine, rows, mark, squares, why):
    """Check that best_move answers with one of the squares for mark, who moves next."""
    answer = engine.best_move(board(rows))
    call = f"best_move({board(rows)})"
    right = [move(square) for square in squares]
    due = " or ".join(map(str, right))
    assert type(answer) is int, f"{call} should return {due}, a number: {why}"
    assert answer in right, f"{call} should return {due}: {why}"


@pytest.mark.points(0.5)
@pytest.mark.about("best_move")
def test_takes_the_win(engine):
    """Completes its own line."""
    assert_move(engine, "OO./XX./X..", "O", [2], "it wins at once")


@pytest.mark.points(0.5)
@pytest.mark.about("best_move")
def test_blocks(engine):
    """Stops the other side's line."""
    assert_move(engine, "XX./O../...", "O", [2, 4, 5, 6, 7, 8], "the other side would win")


@pytest.mark.points(1)
@pytest.mark.about("best_move")
def test_wins_rather_than_blocks(engine):
    """Prefers its own win to stopping the other side's."""
    assert_move(engine, "XX./OO./X..", "O", [5], "it wins at once")
