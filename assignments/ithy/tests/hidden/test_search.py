"""Hidden: the scores of every position with few free squares, judged by their order."""

import pytest


def running(game, fewest, most):
    return [case for case in game.running if fewest <= case.empties <= most]


@pytest.mark.points(6)
@pytest.mark.about("minimax")
def test_every_finished_board(ask, game):
    """Values every finished board by its result, whoever is said to be next."""
    ask("value", game.finished).must_order()


@pytest.mark.points(6)
@pytest.mark.about("minimax")
def test_every_last_move(ask, game):
    """Sees the one move that is left."""
    ask("value", [*game.finished, *running(game, 1, 1)]).must_order()


@pytest.mark.points(7)
@pytest.mark.about("minimax")
def test_every_two_or_three_moves(ask, game):
    """Looks two and three moves ahead, for both sides."""
    ask("value", running(game, 2, 3)).must_order()


@pytest.mark.points(6)
@pytest.mark.about("minimax")
def test_every_four_or_five_moves(ask, game):
    """Looks four and five moves ahead, for both sides."""
    ask("value", running(game, 4, 5)).must_order()


@pytest.mark.points(4)
@pytest.mark.about("minimax")
def test_asked_twice(ask, game):
    """Says the same when asked again in another order, and leaves the board as it was."""
    cases = running(game, 1, 3)
    first = ask("value", cases)
    first.must_order()
    first.must_repeat(ask.again("value", cases[::-1]))
    first.must_leave_arguments()
