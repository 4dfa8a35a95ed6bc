"""Hidden: tactics on six rows and seven columns, looking two moves ahead.

Of each kind there are 40 boards from games played by chance.
"""

import pytest


def must_find(variant, kind):
    """Ask about boards of one kind: one of the right columns is due."""
    full = variant("full-size")
    found = full.tactics(kind)
    answers = full.ask("decide", [case for case, _ in found.values()])
    answers.must_hold(
        lambda case, value: type(value) is int and value in found[case.position][1],
        lambda case: " or ".join(map(str, found[case.position][1])),
    )


@pytest.mark.points(7)
@pytest.mark.about("best_move")
def test_takes_every_win(variant):
    """Takes a win wherever there is one."""
    must_find(variant, "win")


@pytest.mark.points(7)
@pytest.mark.about("best_move")
def test_stops_every_win(variant):
    """Stops the other side wherever one move alone does."""
    must_find(variant, "block")


@pytest.mark.points(7)
@pytest.mark.about("best_move")
def test_never_hands_a_win_over(variant):
    """Never makes a move after which the other side wins at once, if there is another."""
    must_find(variant, "trap")
