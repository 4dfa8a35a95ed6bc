"""Hidden: minimax on every position with few empty squares, judged by the order of its values."""

import pytest


def scores(ask, cases):
    """Ask minimax about every case: the board, and whether the program moves next."""
    return ask("minimax", cases, "board", "program_moves")


def running(game, fewest, most):
    return [case for case in game.running if fewest <= case.empties <= most]


@pytest.mark.points(6)
@pytest.mark.about("minimax")
def test_every_finished_board(ask, game):
    """Scores every finished board by its result, whoever is said to be next."""
    scores(ask, game.finished).must_order()


@pytest.mark.points(6)
@pytest.mark.about("minimax")
def test_every_last_move(ask, game):
    """Sees the one move that is left."""
    scores(ask, running(game, 1, 1)).must_order()


@pytest.mark.points(7)
@pytest.mark.about("minimax")
def test_every_two_or_three_moves(ask, game):
    """Looks two and three moves ahead, for both sides."""
    scores(ask, running(game, 2, 3)).must_order()


@pytest.mark.points(8)
@pytest.mark.about("minimax")
def test_every_four_to_six_moves(ask, game):
    """Looks up to six moves ahead, for both sides."""
    scores(ask, running(game, 4, 6)).must_order()


@pytest.mark.points(4)
@pytest.mark.about("minimax")
def test_asked_twice(ask, game):
    """Says the same when asked again in another order, and leaves the board as it was."""
    cases = running(game, 1, 3)
    first = scores(ask, cases)
    first.must_order()
    first.must_repeat(scores(ask.again, cases[::-1]))
    first.must_leave_arguments()


@pytest.mark.points(0)
@pytest.mark.about("minimax")
def test_exact_scores(ask, game):
    """Returns exactly 10, 0 or -10, as the course text does (shown, no points)."""
    scores(ask, game.finished).must_equal(lambda case: 10 * case.value)
    scores(ask, running(game, 1, 3)).must_equal(lambda case: 10 * case.value)
