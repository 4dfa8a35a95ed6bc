"""The proof: all 4,520 decisions, 2,423 of X and 2,097 of O."""

import pytest


@pytest.mark.points(4)
@pytest.mark.about("get_best_move")
def test_answers_everywhere(play):
    """Names a free square on every one of the 4,520 boards (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_answer_everywhere()


@pytest.mark.points(4)
@pytest.mark.about("get_best_move")
def test_cannot_be_beaten_as_x(play):
    """Never loses a game as X, who opens (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_hold("first")


@pytest.mark.points(4)
@pytest.mark.about("get_best_move")
def test_cannot_be_beaten_as_o(play):
    """Never loses a game as O (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_hold("second")


@pytest.mark.points(2)
@pytest.mark.about("get_best_move")
def test_keeps_half(play):
    """Keeps the result in at least 50% of the decisions that can be got wrong."""
    play.must_keep(percent=50)


@pytest.mark.points(2)
@pytest.mark.about("get_best_move")
def test_keeps_nine_of_ten(play):
    """Keeps the result in at least 90% of the decisions that can be got wrong."""
    play.must_keep(percent=90)


@pytest.mark.points(2)
@pytest.mark.about("get_best_move")
def test_keeps_ninety_nine_of_hundred(play):
    """Keeps the result in at least 99% of the decisions that can be got wrong."""
    play.must_keep(percent=99)


@pytest.mark.points(4)
@pytest.mark.about("get_best_move")
def test_keeps_all(play):
    """Keeps the result in every decision: it never loses from any reachable position."""
    play.must_keep(percent=100)
