from __future__ import annotations

import pytest

from grader.report import chart, svg
from grader.report.playback import steps
from reference.notation import NotationError
from tests.report_samples import LEADS_TO, LOSING


def test_board_is_spelled_out_for_those_who_cannot_see_it() -> None:
    drawn = svg.board("X.O.X....", answer=1, right=(8,), label="The board asked about")
    words = (
        "The board asked about: row 1: X, empty, O; row 2: empty, X, empty; "
        "row 3: empty, empty, empty; the program answered square 1; right is 8"
    )
    assert f'aria-label="{words}"' in drawn
    assert f"<title>{words}</title>" in drawn


def test_wrong_answer_has_a_dashed_edge_and_not_only_a_colour() -> None:
    assert "stroke-dasharray" in svg.board(".........", answer=4, label="b")
    assert "stroke-dasharray" not in svg.board(".........", right=(4,), label="b")


def test_answer_that_is_right_is_not_shown_as_wrong() -> None:
    assert "stroke-dasharray" not in svg.board(".........", answer=4, right=(4,), label="b")


def test_several_right_squares_are_a_choice() -> None:
    assert "right is 2, 5 or 8" in svg.board("X........", right=(2, 5, 8), label="b")


def test_empty_squares_show_their_numbers() -> None:
    drawn = svg.board("XOXOXO...", label="b")
    assert [number for number in range(9) if f">{number}</text>" in drawn] == [6, 7, 8]


def test_what_is_no_board_is_refused_by_board_and_quoted_by_figure() -> None:
    with pytest.raises(NotationError):
        svg.board("3 4 5", label="b")
    assert svg.figure("3 <4> 5", label="b") == '<code class="position">3 &lt;4&gt; 5</code>'


def test_histogram_says_its_bars_in_words() -> None:
    words = "Students by score: 2 from 0 to 10%, 1 from 90 to 100%"
    assert words in chart.histogram((2, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    assert "Students by score: none" in chart.histogram((0,) * 10)


def test_playback_marks_the_mistake_of_the_program() -> None:
    game = steps(LOSING)
    assert [step.mark for step in game] == ["X", "O", "X", "O", "X"]
    assert [step.by_program for step in game] == [False, True, False, True, False]
    assert [step.mistake for step in game] == [False, False, False, True, False]
    assert game[-1].board == "XOO.X...X"


def test_playback_stops_at_a_move_that_the_rules_forbid() -> None:
    game = steps(LEADS_TO)
    assert [step.square for step in game] == [0, 1]
    twice = type(LEADS_TO)(
        "X........", "O", 0, "", (4,), (0, 0), "X", own_play=True, outcome="illegal answer"
    )
    assert [step.square for step in steps(twice)] == [0]
