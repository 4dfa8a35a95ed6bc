"""The proof: every position with piles of at most 3, 4 and 5."""

import pytest


@pytest.mark.points(9)
@pytest.mark.about("best_move")
def test_answers_everywhere(play):
    """Makes a legal move on every position (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_answer_everywhere()


@pytest.mark.points(6)
@pytest.mark.about("best_move")
def test_cannot_be_beaten_moving_first(play):
    """Never loses a game that it opens (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_hold("first")


@pytest.mark.points(6)
@pytest.mark.about("best_move")
def test_keeps_half(play):
    """Keeps the result in at least 50% of the positions that can be got wrong."""
    play.must_keep(percent=50)


@pytest.mark.points(8)
@pytest.mark.about("best_move")
def test_keeps_nine_of_ten(play):
    """Keeps the result in at least 90% of the positions that can be got wrong."""
    play.must_keep(percent=90)


@pytest.mark.points(16)
@pytest.mark.about("best_move")
def test_keeps_all(play):
    """Keeps the result in every position: it never loses where it need not."""
    play.must_keep(percent=100)
