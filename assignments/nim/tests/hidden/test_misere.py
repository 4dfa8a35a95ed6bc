"""Hidden: the proof for misère play, on every position with piles of at most 3, 4 and 5."""

import pytest


@pytest.mark.points(8)
@pytest.mark.about("best_move_misere")
def test_answers_everywhere(variant):
    """Makes a legal move on every position (counts from the 50% stage on)."""
    play = variant("misere").play
    play.must_keep(percent=50)
    play.must_answer_everywhere()


@pytest.mark.points(9)
@pytest.mark.about("best_move_misere")
def test_keeps_half(variant):
    """Keeps the result in at least 50% of the positions that can be got wrong."""
    variant("misere").play.must_keep(percent=50)


@pytest.mark.points(9)
@pytest.mark.about("best_move_misere")
def test_keeps_nine_of_ten(variant):
    """Keeps the result in at least 90% of the positions that can be got wrong."""
    variant("misere").play.must_keep(percent=90)


@pytest.mark.points(9)
@pytest.mark.about("best_move_misere")
def test_keeps_all(variant):
    """Keeps the result in every position: it never loses where it need not."""
    variant("misere").play.must_keep(percent=100)
