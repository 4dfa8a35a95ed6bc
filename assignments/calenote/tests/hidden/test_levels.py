"""Hidden: hard is judged on every board, easy and medium by how often they give the game away.

How often is a matter of chance. A random move at the stated rate stays within the bounds but for
one program in 2,000 at each level, so that a right one is refused at most once in 1,000.
"""

import pytest

ALARM = 0.0005
RATES = {"easy": 0.8, "medium": 0.25}


def at(level):
    return lambda case: level


def narrow(game):
    """Boards with four or six empty squares of which only one keeps the result."""
    few = [case for case in game.decisions if case.empties in (4, 6) and case.can_go_wrong]
    return [case for case in few if len(case.right) == 1]


def is_free(case, value):
    return type(value) is int and value in case.free


def free(case):
    return " or ".join(map(str, case.free))


@pytest.mark.points(3)
@pytest.mark.about("choose_move")
def test_hard_keeps_the_result_everywhere(ask, game):
    """At the level hard it keeps the result on every board that can come up."""
    ask("choose_move", game.decisions, "board", at("hard")).must_keep_value()


@pytest.mark.points(1)
@pytest.mark.about("choose_move")
def test_every_level_plays_by_the_rules(ask, game):
    """Names a free square at every level, and leaves the board as it was."""
    for level in RATES:
        answers = ask("choose_move", narrow(game), "board", at(level))
        answers.must_hold(is_free, free)
        answers.must_leave_arguments()


@pytest.mark.points(2)
@pytest.mark.about("choose_move")
def test_easy_errs_four_times_in_five(ask, game):
    """At the level easy it can be beaten: it makes a random move at a rate of 0.8."""
    ask("choose_move", narrow(game), "board", at("easy")).must_stray(RATES["easy"], ALARM)


@pytest.mark.points(2)
@pytest.mark.about("choose_move")
def test_medium_errs_once_in_four(ask, game):
    """At the level medium it can be beaten: it makes a random move at a rate of 0.25."""
    ask("choose_move", narrow(game), "board", at("medium")).must_stray(RATES["medium"], ALARM)
