"""Hidden: the rules on every board that can come up."""

import pytest


def outcome(case):
    return case.outcome


def crowded_boards(game, kind):
    """Boards won by this kind of line alone, beside unwon ones; each line holds a mark."""
    won = [case for case in game.boards if case.lines == {kind}]
    unwon = [case for case in game.boards if case.winner is None]
    return [case for case in won + unwon if not case.has_empty_line]


@pytest.mark.points(3)
@pytest.mark.about("check_winner")
def test_every_row(ask, game):
    """Finds every complete row, and none where there is none."""
    ask("winner", crowded_boards(game, "row")).must_equal(outcome)


@pytest.mark.points(3)
@pytest.mark.about("check_winner")
def test_every_column(ask, game):
    """Finds every complete column, and none where there is none."""
    ask("winner", crowded_boards(game, "column")).must_equal(outcome)


@pytest.mark.points(3)
@pytest.mark.about("check_winner")
def test_both_diagonals(ask, game):
    """Finds both diagonals, and none where there is none."""
    ask("winner", crowded_boards(game, "diagonal")).must_equal(outcome)


@pytest.mark.points(3)
@pytest.mark.about("check_winner")
def test_nobody(ask, game):
    """Tells draws from running games, and names the winner on one board in ten that has one."""
    ask("winner", [case for case in game.boards if case.winner is None]).must_equal(outcome)
    won = ask("winner", [case for case in game.boards if case.winner is not None])
    won.must_find(outcome, "X", percent=10)
    won.must_find(outcome, "O", percent=10)


@pytest.mark.points(4)
@pytest.mark.about("check_winner")
def test_the_winner_of_every_board(ask, game):
    """Names the right winner on every board that can come up."""
    ask("winner", game.boards).must_equal(outcome)
