"""Visible tests of the move: where several are equally good, each of them is right.

A move is (pile, count): the number of a pile, from 0 on, and how many objects to take from it.
"""

import pytest


def assert_move(engine, function, piles, right, why):
    """Check that the function answers with one of the right moves, and leaves the piles alone."""
    given = list(piles)
    answer = getattr(engine, function)(given)
    call = f"{function}({piles})"
    due = " or ".join(map(str, right))
    assert isinstance(answer, tuple | list), f"{call} should be (pile, count): {due}"
    assert tuple(answer) in right, f"{call} should be {due}, not {tuple(answer)}: {why}"
    assert given == piles, f"{call} changed the piles that it was given"


@pytest.mark.points(3)
@pytest.mark.about("best_move")
def test_takes_the_last_pile(engine):
    """Takes all there is where that wins."""
    assert_move(engine, "best_move", [0, 4, 0], [(1, 4)], "who takes the last object wins")


@pytest.mark.points(3)
@pytest.mark.about("best_move")
def test_makes_two_piles_equal(engine):
    """Leaves two equal piles, which can be mirrored to the end."""
    assert_move(engine, "best_move", [1, 3, 0], [(1, 2)], "two equal piles can be mirrored")


@pytest.mark.points(4)
@pytest.mark.about("best_move")
def test_three_piles(engine):
    """Finds the one good move among three piles."""
    assert_move(engine, "best_move", [3, 4, 5], [(0, 2)], "no other move leaves a lost position")


@pytest.mark.points(2)
@pytest.mark.about("best_move_misere")
def test_leaves_the_last_object(engine):
    """In misère play it leaves the last object to the other side."""
    assert_move(engine, "best_move_misere", [0, 4, 0], [(1, 3)], "who takes the last object loses")
