"""Positions of other games are drawn, and hostile text stays text."""

import pytest

from grader.model import Counterexample
from grader.report.playback import steps
from grader.report.svg import figure
from grader.report.words import move_words


def test_piles_are_drawn_with_an_object_for_each() -> None:
    drawn = figure("3,0,2", answer=(0, 3), right=((2, 1),), label="Piles")
    assert drawn.count("<circle") == 5
    assert "✗ 0" in drawn
    assert "✓ 2" in drawn
    assert "the program answered (0, 3); right is (2, 1)" in drawn


def test_a_grid_is_drawn_with_its_columns() -> None:
    drawn = figure("..../..../.O../XXO.", answer=3, right=(2,), label="Grid")
    assert drawn.count("<rect") == 16
    assert drawn.count("<circle") == 2
    assert "✗ 3" in drawn
    assert "✓ 2" in drawn


@pytest.mark.parametrize(
    "text", ["9" * 5000, "1," * 500 + "1", "<svg onload=x>", "XO/X", "X" * 500 + "/" + "X" * 500]
)
def test_what_is_no_position_stays_text(text: str) -> None:
    drawn = figure(text, label="Odd")
    assert drawn.startswith('<code class="position">')
    assert "<svg" not in drawn


def test_moves_are_called_what_they_are_called_there() -> None:
    assert move_words(4, "X...O....") == "square 4"
    assert move_words(2, "..../..../..../....") == "column 2"
    assert move_words((0, 2), "3,4,5") == "(0, 2)"


def test_only_tic_tac_toe_is_played_back() -> None:
    shown = Counterexample(
        board="3,4,5",
        turn="X",
        answer=(0, 1),
        said="(0, 1)",
        right=((0, 2),),
        line=((0, 1),),
        opener="X",
        own_play=True,
        outcome="O wins",
    )
    assert steps(shown) == ()
