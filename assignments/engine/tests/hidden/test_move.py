"""Hidden: the choice of a move with at most five empty cells."""

import pytest


def decisions(game, value, most=5):
    """Decisions of this value for the side to move that some legal move would throw away."""
    few = [case for case in game.decisions if case.empties <= most and case.can_go_wrong]
    return [case for case in few if value == (case.value if case.program_moves else -case.value)]


@pytest.mark.points(7)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_keeps_every_win(ask, game):
    """Wins every game that is won, for both sides."""
    ask("decide", decisions(game, 1)).must_keep_value()


@pytest.mark.points(7)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_holds_every_draw(ask, game):
    """Saves every game that can be saved, for both sides."""
    ask("decide", decisions(game, 0)).must_keep_value()
