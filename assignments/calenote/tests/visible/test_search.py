"""Visible tests of minimax: does it put boards in the right order?

Only the order counts, whatever you take off for depth: a board that O wins is worth more than a
draw, and a draw more than a board that it loses, when both sides play perfectly.

A board is written as its three rows, "XX./OO./..X", with a dot for an empty square.
"""

import pytest

MARKS = {".": None, "X": "X", "O": "O"}


def board(rows):
    """Return the board that rows stands for."""
    return [MARKS[mark] for mark in rows if mark != "/"]


def score(engine, rows, maximizing):
    """Return the number the board is given; anything but a number ends the test."""
    try:
        answer = engine.minimax(board(rows), 0, maximizing)
    except Exception as error:
        if "required positional argument" not in str(error):
            raise
        answer = engine.minimax(board(rows), 0, maximizing, float("-inf"), float("inf"))
    call = f"minimax({board(rows)}, 0, {maximizing})"
    assert type(answer) in (int, float), f"{call} should be a number, not {type(answer).__name__}"
    assert answer <= 0 or answer > 0, f"{call} is not a number that can be compared"
    return answer


def assert_order(engine, won, drawn, lost):
    """Check that won is worth more than drawn, and drawn more than lost; each is rows and turn."""
    scores = [score(engine, *question) for question in (won, drawn, lost)]
    said = f"won {scores[0]}, drawn {scores[1]}, lost {scores[2]}"
    assert scores[0] > scores[1], f"{won[0]} is won and {drawn[0]} drawn for O: {said}"
    assert scores[1] > scores[2], f"{drawn[0]} is drawn and {lost[0]} lost for O: {said}"


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_finished_boards(engine):
    """Scores finished boards by their result."""
    draw = ("XOX/XOO/OXX", False)
    assert_order(engine, ("OOO/XX./X..", False), draw, ("XXX/OO./O..", True))


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_one_move_ahead(engine):
    """Sees a win that is one move away, for both sides."""
    won, lost = ("OO./XX./...", True), ("OO./XX./...", False)
    assert_order(engine, won, ("OXO/OXX/XO.", True), lost)


@pytest.mark.points(2)
@pytest.mark.about("minimax")
def test_forks(engine):
    """Sees that two threats at once cannot be met."""
    won, lost = ("O.X/.X./O.O", False), ("X.O/.O./X.X", True)
    assert_order(engine, won, ("O../.X./...", True), lost)
