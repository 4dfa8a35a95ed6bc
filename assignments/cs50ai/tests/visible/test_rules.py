"""Visible tests of the rules.

A board is written as its three rows, "XX./OO./...", with a dot for an empty square.
"""

import pytest

MARKS = {".": None, "X": "X", "O": "O"}


def board(rows):
    """Return the three rows that rows stands for."""
    return [[MARKS[mark] for mark in row] for row in rows.split("/")]


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


@pytest.mark.points(1)
@pytest.mark.about("player")
def test_player(engine):
    """X opens, then the sides take turns."""
    due = {".../.../...": "X", "X../.../...": "O", "X../.O./...": "X", "XX./OO./X..": "O"}
    assert_answers(engine, "player", due)


def pairs(value):
    """Return the pairs in an answer, whatever holds them."""
    holds = hasattr(value, "__iter__") and not isinstance(value, str | dict)
    assert holds, f"actions should be a set of pairs, but returned {shown(value)}"
    found = list(value)
    for pair in found:
        assert isinstance(pair, tuple | list), f"an action should be a pair, not {shown(pair)}"
    found = [tuple(pair) for pair in found]
    assert len(found) == len(set(found)), "an action is named twice"
    return set(found)


@pytest.mark.points(2)
@pytest.mark.about("actions")
def test_actions(engine):
    """All free squares are possible, and no other."""
    assert pairs(engine.actions(board("XO./OX./..."))) == {(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert pairs(engine.actions(board("XOX/OXO/.XO"))) == {(2, 0)}
    assert len(pairs(engine.actions(board(".../.../...")))) == 9


def rows(value):
    """Return a board as three lists, whether its rows are lists or tuples."""
    parts = value if isinstance(value, list | tuple) else ()
    fine = len(parts) == 3 and all(isinstance(row, list | tuple) for row in parts)
    assert fine, f"result should return a board of three rows, but returned {shown(value)}"
    return [list(row) for row in parts]


@pytest.mark.points(1)
@pytest.mark.about("result")
def test_result(engine):
    """The mark of the side whose turn it is stands on the square."""
    assert rows(engine.result(board("X../.../..."), (2, 2))) == board("X../.../..O")
    assert rows(engine.result(board("X../.../..O"), (1, 0))) == board("X../X../..O")


@pytest.mark.points(1)
@pytest.mark.about("result")
def test_result_leaves_its_board_alone(engine):
    """The board that was given is as it was: rows are copied too."""
    given = board("X../.../...")
    assert rows(engine.result(given, (2, 2))) == board("X../.../..O")
    assert given == board("X../.../..."), "result changed the board it was given"


@pytest.mark.points(2)
@pytest.mark.about("result")
def test_result_refuses(engine):
    """A taken square and squares off the board raise an exception."""
    for action in ((0, 0), (3, 0), (0, -1), (-1, -1)):
        with pytest.raises(Exception):
            engine.result(board("X../.../..."), action)


@pytest.mark.points(3)
@pytest.mark.about("winner")
def test_winner(engine):
    """Rows, columns and diagonals win; three empty squares do not."""
    due = {
        "XXX/OO./...": "X", "X.X/OOO/X..": "O", "OX./OX./.XO": "X", "XO./OX./..X": "X",
        "XXO/.O./O.X": "O", ".../.../...": None, "XO./.../...": None, "XOX/XOO/OXX": None,
    }  # fmt: skip
    assert_answers(engine, "winner", due)


@pytest.mark.points(1)
@pytest.mark.about("terminal")
def test_terminal(engine):
    """A game ends with a line or a full board."""
    due = {
        "XXX/OO./...": True, "XOX/XOO/OXX": True, ".../.../...": False, "XOX/XOO/OX.": False,
        "OX./OX./.XO": True,
    }  # fmt: skip
    assert_answers(engine, "terminal", due)


@pytest.mark.points(1)
@pytest.mark.about("utility")
def test_utility(engine):
    """1 for X, -1 for O, 0 for nobody."""
    assert_answers(engine, "utility", {"XXX/OO./...": 1, "X.X/OOO/X..": -1, "XOX/XOO/OXX": 0})
