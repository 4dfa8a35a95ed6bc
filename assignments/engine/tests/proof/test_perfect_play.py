"""The proof: all 4,520 decisions, 2,423 of the agent and 2,097 of the opponent."""

import pytest


@pytest.mark.points(6)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_answers_everywhere(play):
    """Names a free cell on every one of the 4,520 boards (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_answer_everywhere()


@pytest.mark.points(8)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_cannot_be_beaten_as_agent(play):
    """Never loses a game as agent, who opens (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_hold("first")


@pytest.mark.points(8)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_cannot_be_beaten_as_opponent(play):
    """Never loses a game as opponent (counts from the 50% stage on)."""
    play.must_keep(percent=50)
    play.must_hold("second")


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_keeps_half(play):
    """Keeps the result in at least 50% of the decisions that can be got wrong."""
    play.must_keep(percent=50)


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_keeps_nine_of_ten(play):
    """Keeps the result in at least 90% of the decisions that can be got wrong."""
    play.must_keep(percent=90)


@pytest.mark.points(4)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_keeps_ninety_nine_of_hundred(play):
    """Keeps the result in at least 99% of the decisions that can be got wrong."""
    play.must_keep(percent=99)


@pytest.mark.points(6)
@pytest.mark.about("DeterministicEngine.compute_next_move")
def test_keeps_all(play):
    """Keeps the result in every decision: it never loses from any reachable position."""
    play.must_keep(percent=100)
