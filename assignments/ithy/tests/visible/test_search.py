"""Visible tests of the score that minimax gives a board, seen from player.

Only the order counts, whatever you take off for depth.
A board is written as its three rows, "XX./OO./..X", with a dot for a free square.
"""

import pytest


def board(engine, rows):
    """Return a Board on which rows were played."""
    made = engine.Board()
    for row, marks in enumerate(rows.split("/")):
        for col, mark in enumerate(marks):
            if mark != ".":
                made.make_move(row, col, mark)
    return made


def score(engine, rows, is_maximizing):
    """Return the score of the board for X; anything but a number ends the test."""
    answer = engine.minimax(board(engine, rows), 0, is_maximizing, "X", "O")
    call = f"minimax of {rows} for X, is_maximizing {is_maximizing},"
    assert isinstance(answer, dict), f"{call} should be a dict with score, row and col"
    found = answer.get("score")
    assert type(found) in (int, float), f"{call} should have a number as its score"
    return found


def assert_order(engine, won, drawn, lost):
    """Check that won is worth more than drawn, and drawn more than lost; each is rows and turn."""
    scores = [score(engine, *question) for question in (won, drawn, lost)]
    said = f"won {scores[0]}, drawn {scores[1]}, lost {scores[2]}"
    assert scores[0] > scores[1], f"{won[0]} is won and {drawn[0]} drawn for X: {said}"
    assert scores[1] > scores[2], f"{drawn[0]} is drawn and {lost[0]} lost for X: {said}"


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_finished_boards(engine):
    """Scores finished boards by their result."""
    draw = ("XOX/XOO/OXX", False)
    assert_order(engine, ("XXX/OO./...", False), draw, ("XX./OOO/X..", True))


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_one_move_ahead(engine):
    """Sees a win that is one move away, for both sides."""
    draw = ("XOX/XOO/OX.", True)
    assert_order(engine, ("XX./OO./...", True), draw, ("XX./OO./X..", False))


@pytest.mark.points(2)
@pytest.mark.about("minimax")
def test_forks(engine):
    """Sees that two threats at once cannot be met."""
    won, lost = ("X.O/.O./X.X", False), ("O.X/.X./O.O", True)
    assert_order(engine, won, ("X../.O./...", True), lost)
