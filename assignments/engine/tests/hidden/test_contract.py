"""Hidden: the contract on every board."""

import pytest


@pytest.mark.points(5)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_throws_on_every_finished_game(ask, game):
    """Throws on every finished board, and on no other with few empty cells."""
    few = [case for case in game.decisions if case.empties <= 4]
    ask("decide", few).must_hold(lambda case, value: value in case.free, lambda case: "a free cell")
    ask.aside("decide", game.finished).must_raise("the game is over")


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_takes_back_every_trial_mark(ask, game):
    """Names a free cell and leaves the board as it was, with up to six empty cells."""
    answers = ask("decide", [case for case in game.decisions if case.empties <= 6])
    answers.must_hold(lambda case, value: value in case.free, lambda case: "a free cell")
    answers.must_leave_arguments()


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_is_deterministic_everywhere(ask, game):
    """Answers the same in another process, where the boards come in another order."""
    cases = [case for case in game.decisions if case.empties <= 6]
    answers = ask("decide", cases)
    answers.must_hold(lambda case, value: value in case.free, lambda case: "a free cell")
    answers.must_repeat(ask.again("decide", cases[::-1]))
