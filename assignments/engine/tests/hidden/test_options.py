"""Hidden: with any option the moves keep the values that they have without it.

What is fixed in the code, where it should follow from the scores in use, shows here.
"""

import pytest


def with_options(ask, game, **options):
    """Ask an engine that was made with these options, on boards with at most five empty cells."""
    cases = [case for case in game.decisions if case.empties <= 5 and case.can_go_wrong]
    made = ask.made("DeterministicEngine", options)
    return ask("DeterministicEngine.compute_next_move", cases, made, "board", "mark")


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_other_scores(ask, game):
    """Chooses as well with a base score of 1,000 and three points for each level of depth."""
    with_options(ask, game, baseScore=1000, depthMultiplier=3).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_maximal_depth(ask, game):
    """Chooses as well when its depth is limited to nine, which is no limit."""
    with_options(ask, game, maxDepth=9).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_pruning(ask, game):
    """Chooses as well with pruning and without: what is pruned cannot matter."""
    with_options(ask, game, pruning=False).must_keep_value()
    with_options(ask, game, pruning=True).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_transposition_table(ask, game):
    """Chooses as well with a table of boards seen before: whose turn it is belongs in the key."""
    with_options(ask, game, transpositionTable=True, pruning=True).must_keep_value()


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_move_ordering(ask, game):
    """Chooses as well when it tries the centre and the corners first."""
    with_options(ask, game, moveOrdering="center", pruning=True).must_keep_value()
