"""Visible tests of the value that minimax gives a board; X is the maximiser.

Only the order counts. Begin with the value alone if you like: a number in place of [value, move].
A board is written as its three rows, "XX./OO./...", with a dot for a free square.
"""

import pytest


def board(rows):
    """Return the three rows that rows stands for; a free square shows its number."""
    squares = [mark for mark in rows if mark != "/"]
    shown = [str(n) if mark == "." else mark for n, mark in enumerate(squares, 1)]
    return [shown[0:3], shown[3:6], shown[6:9]]


def value(engine, rows, is_maximizing):
    """Return the value that minimax gives the board; anything but a number ends the test."""
    answer = engine.minimax(board(rows), is_maximizing)
    call = f"minimax({board(rows)}, {is_maximizing})"
    if isinstance(answer, list | tuple) and answer:
        answer = answer[0]
    assert type(answer) in (int, float), f"{call} should be [value, move] or a value"
    assert answer <= 0 or answer > 0, f"{call} is not a number that can be compared"
    return answer


def assert_order(engine, won, drawn, lost):
    """Check that won is worth more than drawn, and drawn more than lost; each is rows and turn."""
    values = [value(engine, *question) for question in (won, drawn, lost)]
    said = f"won {values[0]}, drawn {values[1]}, lost {values[2]}"
    assert values[0] > values[1], f"{won[0]} is won and {drawn[0]} drawn for X: {said}"
    assert values[1] > values[2], f"{drawn[0]} is drawn and {lost[0]} lost for X: {said}"


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_finished_boards(engine):
    """Values finished boards by their result."""
    assert_order(engine, ("XXX/OO./...", False), ("XOX/XOO/OXX", False), ("OOO/XX./X..", True))


@pytest.mark.points(1)
@pytest.mark.about("minimax")
def test_one_move_ahead(engine):
    """Sees a win that is one move away, for both sides."""
    assert_order(engine, ("XX./OO./...", True), ("XOX/XOO/OX.", True), ("XX./OO./X..", False))


@pytest.mark.points(2)
@pytest.mark.about("minimax")
def test_forks(engine):
    """Sees that two threats at once cannot be met."""
    assert_order(engine, ("X.O/.O./X.X", False), ("X../.O./...", True), ("O.X/.X./O.O", True))
