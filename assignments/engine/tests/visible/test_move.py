"""Visible tests of the move: where several are equally good, each of them is right.

A board is written as its three rows, "AA./OO./...", with A for the agent, O for the opponent and a
dot for an empty cell; cells are counted from 0 to 8, row by row.
"""

import pytest

CELLS = {".": None, "A": "agent", "O": "opponent"}


def board(rows):
    """Return the list of nine cells that rows stands for."""
    return [CELLS[cell] for cell in rows if cell != "/"]


def assert_move(engine, rows, turn, right, why):
    """Check that the engine answers with one of the right cells."""
    answer = engine.DeterministicEngine().compute_next_move(board(rows), turn)
    due = " or ".join(map(str, right))
    assert type(answer) is int, f"on {rows} it should return {due}, a number: {why}"
    assert answer in right, f"on {rows} the {turn} should take {due}, not {answer}: {why}"


@pytest.mark.points(2)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_takes_the_win(engine):
    """Completes a line of whoever is to move."""
    assert_move(engine, "AA./OO./...", "agent", [2], "it wins at once")
    assert_move(engine, "OO./AA./A..", "opponent", [2], "it wins at once")


@pytest.mark.points(2)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_blocks(engine):
    """Stops a line that it could not survive."""
    assert_move(engine, "A.A/.O./...", "opponent", [1], "the agent would win there")
    assert_move(engine, "A../OO./..A", "agent", [5], "the opponent would win there")


@pytest.mark.points(2)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_wins_before_it_blocks(engine):
    """Completes its own line where the other side threatens one too."""
    assert_move(engine, "AA./OO./..O", "agent", [2], "it wins at once, and blocking only draws")
    assert_move(engine, "AA./OO./A..", "opponent", [5], "it wins at once, and blocking loses")
