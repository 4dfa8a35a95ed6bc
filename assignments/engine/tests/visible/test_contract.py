"""Visible tests of the engine's contract: what it takes, what it hands back, when it throws.

A board is written as its three rows, "AA./OO./...", with A for the agent, O for the opponent and a
dot for an empty cell; cells are counted from 0 to 8, row by row.
"""

import pytest

CELLS = {".": None, "A": "agent", "O": "opponent"}


def board(rows):
    """Return the list of nine cells that rows stands for."""
    return [CELLS[cell] for cell in rows if cell != "/"]


@pytest.mark.points(3)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_throws_on_a_finished_game(engine):
    """Throws when the game is won, lost or drawn: there is no move to compute."""
    for rows in ("AAA/OO./...", "AA./OOO/A..", "AOA/AOO/OAA"):
        made = engine.DeterministicEngine()
        try:
            answer = made.compute_next_move(board(rows), "opponent")
        except Exception:
            continue
        text = f"on {rows} the game is over: it should throw, but returned {answer!r:.60}"
        raise AssertionError(text)


@pytest.mark.points(2)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_leaves_the_board_as_it_was(engine):
    """Takes back every trial mark."""
    before = board("A.O/.A./..O")
    given = list(before)
    answer = engine.DeterministicEngine().compute_next_move(given, "agent")
    assert type(answer) is int, f"it should return the number of a cell, not {answer!r:.60}"
    free = [cell for cell in range(9) if before[cell] is None]
    assert answer in free, f"on A.O/.A./..O it should take a free cell, not {answer}"
    assert given == before, "compute_next_move changed the board that it was given"


@pytest.mark.points(2)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_is_deterministic(engine):
    """Answers the same when asked again, by the same engine and by another one."""
    one, other = engine.DeterministicEngine(), engine.DeterministicEngine()
    for rows, turn in (("A../.O./...", "agent"), ("A.O/.A./...", "opponent")):
        first = one.compute_next_move(board(rows), turn)
        assert type(first) is int, f"it should return the number of a cell, not {first!r:.60}"
        free = [cell for cell in range(9) if board(rows)[cell] is None]
        assert first in free, f"on {rows} it should take a free cell, not {first}"
        again = [made.compute_next_move(board(rows), turn) for made in (one, other)]
        assert again == [first, first], f"on {rows} it answered {first}, and then {again}"
