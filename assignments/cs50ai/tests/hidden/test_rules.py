"""Hidden: the rules on every board that can come up."""

import pytest


def winner(case):
    return case.winner


def crowded_boards(game, kind):
    """Boards won by this kind of line alone, beside unwon ones; each line holds a mark."""
    won = [case for case in game.boards if case.lines == {kind}]
    unwon = [case for case in game.boards if case.winner is None]
    return [case for case in won + unwon if not case.has_empty_line]


@pytest.mark.points(5)
@pytest.mark.about("player")
def test_every_turn(ask, game):
    """Says whose turn it is on every board of a running game."""
    ask("player", game.running).must_equal(lambda case: case.mark)


def free(case):
    return {(square // 3, square % 3) for square in case.free}


def lists_the_free_squares(case, value):
    if not isinstance(value, list | tuple | set | frozenset):
        return False
    found = [tuple(pair) for pair in value if isinstance(pair, tuple | list)]
    return len(found) == len(value) == len(set(found)) and set(found) == free(case)


@pytest.mark.points(5)
@pytest.mark.about("actions")
def test_every_free_square(ask, game):
    """Names all free squares of every running game, and leaves the board as it was."""
    answers = ask("actions", game.running)
    answers.must_hold(lists_the_free_squares, lambda case: str(sorted(free(case))))
    answers.must_leave_arguments()


def makes_the_move(case, value):
    due = case.board
    due[case.free[-1] // 3][case.free[-1] % 3] = case.mark
    rows = value if isinstance(value, list | tuple) else []
    return [list(row) if isinstance(row, list | tuple) else row for row in rows] == due


@pytest.mark.points(4)
@pytest.mark.about("result")
def test_every_result(ask, game):
    """Marks the square for the side whose turn it is, on every board."""
    answers = ask("result", game.running)
    answers.must_hold(makes_the_move, lambda case: f"a new board with {case.free[-1]} marked")


@pytest.mark.points(3)
@pytest.mark.about("result")
def test_result_never_changes_its_board(ask, game):
    """Leaves the board it is given as it was, rows included (counts once it marks squares)."""
    answers = ask("result", game.running)
    answers.must_hold(makes_the_move, lambda case: f"a new board with {case.free[-1]} marked")
    answers.must_leave_arguments()


@pytest.mark.points(2)
@pytest.mark.about("result")
def test_a_taken_square_is_refused(ask, game):
    """Raises an exception for a square that is taken (counts once it marks free ones)."""
    ask("result", game.running).must_hold(makes_the_move, lambda _: "a new board")
    taken = [case for case in game.running if case.empties < 9]
    first = ask.aside(
        "result", taken, "board", lambda c: divmod(next(n for n in range(9) if n not in c.free), 3)
    )
    first.must_raise("the square is taken")


@pytest.mark.points(2)
@pytest.mark.about("result")
def test_a_square_off_the_board_is_refused(ask, game):
    """Raises an exception off the board, negative numbers included (counts once it marks)."""
    ask("result", game.running).must_hold(makes_the_move, lambda _: "a new board")
    few = game.running[:200]
    for action in ((3, 0), (0, 3), (-1, 0), (0, -1), (-1, -1), (-3, -3), (1, -2)):
        free_there = [case for case in few if (action[0] % 3) * 3 + action[1] % 3 in case.free]
        ask.aside("result", free_there, "board", lambda _, a=action: a).must_raise(
            "the square is off the board"
        )


@pytest.mark.points(1)
@pytest.mark.about("winner")
def test_every_row(ask, game):
    """Finds every complete row, and none where there is none."""
    ask("winner", crowded_boards(game, "row")).must_equal(winner)


@pytest.mark.points(1)
@pytest.mark.about("winner")
def test_every_column(ask, game):
    """Finds every complete column, and none where there is none."""
    ask("winner", crowded_boards(game, "column")).must_equal(winner)


@pytest.mark.points(1)
@pytest.mark.about("winner")
def test_both_diagonals(ask, game):
    """Finds both diagonals, and none where there is none."""
    ask("winner", crowded_boards(game, "diagonal")).must_equal(winner)


@pytest.mark.points(4)
@pytest.mark.about("winner")
def test_the_winner_of_every_board(ask, game):
    """Names the right winner on every board, and nobody where nobody has won."""
    ask("winner", game.boards).must_equal(winner)


@pytest.mark.points(4)
@pytest.mark.about("terminal")
def test_every_board_over_or_not(ask, game):
    """Tells a finished game from a running one on every board."""
    ask("terminal", game.boards).must_equal(lambda case: case.over)


@pytest.mark.points(4)
@pytest.mark.about("utility")
def test_every_finished_board(ask, game):
    """Scores every finished board with 1, -1 or 0."""
    finished = [case for case in game.boards if case.over]
    ask("utility", finished).must_equal(lambda case: case.result)
