"""Visible tests of choose_move: easy and medium may err, hard may not, and no level breaks a rule.

A board is written as its three rows, "XX./OO./..X", with a dot for an empty square; squares are
counted from 0 to 8, row by row.
"""

import pytest

MARKS = {".": None, "X": "X", "O": "O"}


def board(rows):
    """Return the board that rows stands for."""
    return [MARKS[mark] for mark in rows if mark != "/"]


@pytest.mark.points(1)
@pytest.mark.about("choose_move")
def test_one_square_is_left(engine):
    """Takes the one square that is left, at every level."""
    for level in ("easy", "medium", "hard"):
        answer = engine.choose_move(board("XOX/XOO/O.X"), level)
        call = f"choose_move({board('XOX/XOO/O.X')}, {level!r})"
        assert type(answer) is int, f"{call} should return 7, a number"
        assert answer == 7, f"{call} should return 7, the one square that is left"


@pytest.mark.points(1)
@pytest.mark.about("choose_move")
def test_hard_takes_the_win_and_blocks(engine):
    """At the level hard it completes its own line, and stops the other side's."""
    for rows, right in (("OO./XX./X..", 2), ("X.X/.O./...", 1)):
        answer = engine.choose_move(board(rows), "hard")
        call = f"choose_move({board(rows)}, 'hard')"
        assert type(answer) is int, f"{call} should return {right}, a number"
        assert answer == right, f"{call} should return {right}"
