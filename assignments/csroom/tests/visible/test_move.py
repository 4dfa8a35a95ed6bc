"""Visible tests of get_best_move: does the AI (O, to move) choose a right square?

Where several squares are equally good, each of them is right, the slower way to win too.

A board is written as its three rows, "XX./OO./..X", with a dot for an empty square.
"""

import pytest

SQUARES = range(9)


def board(rows):
    """Return the list of nine squares that rows stands for."""
    return [" " if mark == "." else mark for mark in rows if mark != "/"]


def shown(value):
    """Return value as short text; any object at all can be shown."""
    if type(value) is int and value.bit_length() > 100:
        return "a number of more than 30 digits"
    if value is None or type(value) in (bool, int, float):
        return repr(value)
    if type(value) is str and len(value) <= 20:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def details(rows):
    """Return the lines that follow the first line of a message: the board, and what to type."""
    picture = "\n".join("    " + " ".join(row) for row in rows.split("/"))
    return f"\n{picture}\n    to try it: get_best_move({board(rows)})"


def assert_move(engine, rows, right, why):
    """Check that get_best_move answers with one of the right squares."""
    answer = engine.get_best_move(board(rows))
    call = f"get_best_move of {rows} returned {shown(answer)}"
    more = details(rows)
    assert answer is not None, f"{call}, not a square: is a return missing?{more}"
    assert type(answer) is int, f"{call}, not the number of a square (0 to 8){more}"
    assert answer in SQUARES, f"{call}, not a square 0 to 8: is it the score of the move?{more}"
    assert board(rows)[answer] == " ", f"{call}, but that square is taken{more}"
    squares = " or ".join(str(square) for square in right)
    assert answer in right, f"{call}, but should return {squares}: {why}{more}"


@pytest.mark.points(0.5)
@pytest.mark.about("get_best_move")
def test_takes_the_win(engine):
    """The AI completes its line where anything else would let the win slip."""
    assert_move(engine, "OX./.X./OOX", [3], "it wins at once, and nothing else wins")
    assert_move(engine, "..X/XOO/.OX", [1], "it wins at once, and nothing else wins")


@pytest.mark.points(0.5)
@pytest.mark.about("get_best_move")
def test_blocks(engine):
    """The AI stops the human, who would win with the next mark."""
    assert_move(engine, "X../.OX/X.O", [3], "X would win there")
    assert_move(engine, "O../XX./O.X", [5], "X would win there")


@pytest.mark.points(0.5)
@pytest.mark.about("get_best_move")
def test_wins_rather_than_blocks(engine):
    """Where the AI can win at once or block, it wins."""
    assert_move(engine, "X../.XO/.XO", [2], "a win now is better than a block")
    assert_move(engine, "O.X/.X./O.X", [3], "a win now is better than a block")


@pytest.mark.points(0.5)
@pytest.mark.about("get_best_move")
def test_sees_a_fork_coming(engine):
    """The AI does not let the human make two threats at the same time."""
    assert_move(engine, "..X/.O./X..", [1, 3, 5, 7], "anything else lets X make two threats")
    assert_move(engine, "O.X/X.O/.X.", [4, 6], "anything else lets X make two threats")
