"""Visible tests of the move that minimax names beside the value, for X and for O.

A board is written as its three rows, "XX./OO./...", with a dot for a free square.
"""

import pytest


def board(rows):
    """Return the three rows that rows stands for; a free square shows its number."""
    squares = [mark for mark in rows if mark != "/"]
    shown = [str(n) if mark == "." else mark for n, mark in enumerate(squares, 1)]
    return [shown[0:3], shown[3:6], shown[6:9]]


def assert_move(engine, rows, is_maximizing, right, why):
    """Check that the second part of minimax's answer is one of the right squares."""
    answer = engine.minimax(board(rows), is_maximizing)
    call = f"minimax({board(rows)}, {is_maximizing})"
    if type(answer) in (int, float):
        pytest.fail(f"{call} hands back a value alone so far: the move beside it comes next")
    pair = isinstance(answer, list | tuple) and len(answer) == 2
    assert pair, f"{call} should be [value, move]"
    due = " or ".join(map(str, right))
    assert answer[1] in right, f"{call} should name square {due}: {why}"


@pytest.mark.points(1)
@pytest.mark.about("minimax")
@pytest.mark.needs("decide")
def test_takes_the_win(engine):
    """Completes its own line, as X and as O."""
    assert_move(engine, "XX./OO./...", True, [3], "X wins at once")
    assert_move(engine, "XX./OO./X..", False, [6], "O wins at once")


@pytest.mark.points(1)
@pytest.mark.about("minimax")
@pytest.mark.needs("decide")
def test_blocks(engine):
    """Stops the other side's line, as X and as O."""
    assert_move(engine, "X.X/.O./...", False, [2], "X would win there")
    assert_move(engine, "X../OO./..X", True, [6], "O would win there")
