"""Visible tests of the move: where several are equally good, each of them is right.

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


def assert_move(engine, rows, player, right, why):
    """Check that get_best_move answers with one of the right squares."""
    opponent = "O" if player == "X" else "X"
    answer = engine.get_best_move(board(engine, rows), player, opponent)
    due = " or ".join(map(str, right))
    call = f"get_best_move of {rows} for {player}"
    assert isinstance(answer, tuple | list), f"{call} should be (row, col): {due}"
    assert tuple(answer) in right, f"{call} should be {due}, not {tuple(answer)}: {why}"


@pytest.mark.points(1)
@pytest.mark.about("get_best_move")
def test_takes_the_win(engine):
    """Completes its own line, as X and as O."""
    assert_move(engine, "XX./OO./...", "X", [(0, 2)], "it wins at once")
    assert_move(engine, "XX./OO./X..", "O", [(1, 2)], "it wins at once")


@pytest.mark.points(1)
@pytest.mark.about("get_best_move")
def test_blocks(engine):
    """Stops the other side's line, as X and as O."""
    assert_move(engine, "X.X/.O./...", "O", [(0, 1)], "X would win there")
    assert_move(engine, "X../OO./..X", "X", [(1, 2)], "O would win there")


@pytest.mark.points(1)
@pytest.mark.about("get_best_move")
def test_forks(engine):
    """Does not walk into two threats at once: answers opposite corners with an edge."""
    edges = [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert_move(engine, "X../.O./..X", "O", edges, "X would have two threats at once")


def winner(made):
    """Return who has three in a line, told by the test itself."""
    cells = [cell for row in made.board for cell in row]
    for a, b, c in (
        (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
    ):  # fmt: skip
        if cells[a] != "" and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


def game(engine, order, opening):
    """Play O against an opponent that takes the first free square of order; return the board."""
    made = board(engine, opening)
    for turn in range(9):
        free = [at for at in order if made.board[at[0]][at[1]] == ""]
        if winner(made) or not free:
            break
        if turn % 2 == 0:
            answer = engine.get_best_move(made, "O", "X")
            assert isinstance(answer, tuple | list), "get_best_move should be (row, col)"
            assert tuple(answer) in free, f"get_best_move should name a free square, not {answer}"
            made.make_move(answer[0], answer[1], "O")
        else:
            made.make_move(*free[0], "X")
    return made


@pytest.mark.points(1)
@pytest.mark.about("get_best_move")
def test_plays_second(engine):
    """Loses no game as O against an opponent without a plan, nor against one with a plan."""
    squares = [(row, col) for row in range(3) for col in range(3)]
    corners = [(0, 0), (2, 2), (0, 2), (2, 0), (1, 1), (0, 1), (1, 0), (1, 2), (2, 1)]
    for order, opening in ((squares[::-1], ".../..X/..."), (corners, "X../.../...")):
        made = game(engine, order, opening)
        rows = "/".join("".join(cell or "." for cell in row) for row in made.board)
        assert winner(made) != "X", f"the game that began with {opening} was lost: {rows}"
