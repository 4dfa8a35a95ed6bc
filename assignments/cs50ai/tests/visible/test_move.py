"""Visible tests of minimax: does it choose a right move, for both sides?

Where several moves are equally good, each of them is right.
A board is written as its three rows, "XX./OO./...", with a dot for an empty square.
"""

import pytest

MARKS = {".": None, "X": "X", "O": "O"}


def board(rows):
    """Return the three rows that rows stands for."""
    return [[MARKS[mark] for mark in row] for row in rows.split("/")]


def assert_move(engine, rows, right, why):
    """Check that minimax answers with one of the right squares."""
    answer = engine.minimax(board(rows))
    due = " or ".join(map(str, right))
    text = f"minimax of {rows} should be {due}: {why}\n    to try it: minimax({board(rows)})"
    assert type(answer) in (tuple, list), text
    assert tuple(answer) in right, text


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_takes_the_win(engine):
    """Completes its own line, as X and as O."""
    assert_move(engine, "XX./OO./...", [(0, 2)], "X wins at once")
    assert_move(engine, "XX./OO./X..", [(1, 2)], "O wins at once")


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_blocks(engine):
    """Stops the other side's line, as X and as O."""
    assert_move(engine, "X.X/.O./...", [(0, 1)], "X would win there")
    assert_move(engine, "X../OO./X..", [(1, 2)], "O would win there")


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_answers_the_corner(engine):
    """Against a corner only the middle holds the draw."""
    assert_move(engine, "X../.../...", [(1, 1)], "every other square loses")


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_finished(engine):
    """There is no move when the game is over."""
    for rows in ("XXX/OO./...", "XOX/XOO/OXX"):
        answer = engine.minimax(board(rows))
        assert answer is None, f"minimax of {rows} should be None: the game is over"
    answer = engine.minimax(board("X../.../..."))
    assert answer is not None, "minimax of X../.../... should be a square: the game goes on"
