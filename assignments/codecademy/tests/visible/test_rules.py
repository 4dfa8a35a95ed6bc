"""Visible tests of the rules.

A board is written as its three rows, "XX./OO./...", with a dot for a free square.
"""

import pytest


def board(rows):
    """Return the three rows that rows stands for; a free square shows its number."""
    squares = [mark for mark in rows if mark != "/"]
    shown = [str(n) if mark == "." else mark for n, mark in enumerate(squares, 1)]
    return [shown[0:3], shown[3:6], shown[6:9]]


def shown(value):
    """Return value as short text; any object at all can be shown."""
    if value is None or type(value) in (bool, float):
        return repr(value)
    if type(value) is int and value.bit_length() <= 100:
        return repr(value)
    if type(value) is str and len(value) <= 20:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def assert_answers(engine, function, due):
    """Check what a function says of each board, type included: True is not 1."""
    for rows, right in due.items():
        answer = getattr(engine, function)(board(rows))
        text = f"{function} of {rows} should be {right!r}, but returned {shown(answer)}"
        more = f"\n    to try it: {function}({board(rows)})"
        assert type(answer) is type(right), text + more
        assert answer == right, text + more


@pytest.mark.points(2)
@pytest.mark.about("game_is_over")
def test_a_line_ends_the_game(engine):
    """A game ends when X or O has three in a line."""
    due = {"XXX/OO./...": True, "X.X/OOO/X..": True, "XO./OX./..X": True, "XX./OO./...": False}
    assert_answers(engine, "game_is_over", due)


@pytest.mark.points(2)
@pytest.mark.about("game_is_over")
def test_a_full_board_ends_the_game(engine):
    """A game ends when no square is free."""
    due = {"XOX/XOO/OXX": True, ".../.../...": False, "XOX/XOO/OX.": False}
    assert_answers(engine, "game_is_over", due)


@pytest.mark.points(2)
@pytest.mark.about("evaluate_board")
def test_who_has_won(engine):
    """1 when X has won, -1 when O has."""
    assert_answers(engine, "evaluate_board", {"XXX/OO./...": 1, "X.X/OOO/X..": -1})


@pytest.mark.points(2)
@pytest.mark.about("evaluate_board")
def test_a_draw(engine):
    """0 when nobody has won a finished game, and only then."""
    due = {"XOX/XOO/OXX": 0, "XOX/OXO/XXO": 1}
    assert_answers(engine, "evaluate_board", due)
