"""The proof: every position of four rows and four columns with at most six free cells."""

import pytest


@pytest.mark.points(8)
@pytest.mark.about("best_move")
def test_answers_everywhere(play):
    """Names a free column on every one of the 116,248 boards (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_answer_everywhere()


@pytest.mark.points(7)
@pytest.mark.about("best_move")
def test_keeps_half(play):
    """Keeps the result in at least 50% of the decisions that can be got wrong."""
    play.must_keep(percent=50)


@pytest.mark.points(6)
@pytest.mark.about("best_move")
def test_keeps_nine_of_ten(play):
    """Keeps the result in at least 90% of the decisions that can be got wrong."""
    play.must_keep(percent=90)


@pytest.mark.points(6)
@pytest.mark.about("best_move")
def test_keeps_ninety_nine_of_hundred(play):
    """Keeps the result in at least 99% of the decisions that can be got wrong."""
    play.must_keep(percent=99)


@pytest.mark.points(8)
@pytest.mark.about("best_move")
def test_keeps_all(play):
    """Keeps the result in every decision."""
    play.must_keep(percent=100)
