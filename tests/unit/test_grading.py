"""Check results to a grade: pure arithmetic, and no grade at all on a fault of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.errors import JudgeError
from grader.grading import grade
from grader.model import CheckResult, Verdict, Visibility

WON = CheckResult(
    ident="first/a",
    layer="first",
    title="Doubles",
    visibility=Visibility.VISIBLE,
    verdict=Verdict.ACCEPTED,
    score=Fraction("0.1"),
    max_score=Fraction("0.1"),
)
LOST = replace(WON, ident="first/b", verdict=Verdict.WRONG_ANSWER, score=Fraction(0))
HIDDEN = replace(WON, ident="second/c", layer="second", visibility=Visibility.HIDDEN)
EXTRA = replace(HIDDEN, ident="second/d", max_score=Fraction(0), score=Fraction(0), bonus=WON.score)


@pytest.fixture
def made(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Assignment:
    return assignment_at(tmp_path)


def test_points_add_up_exactly(made: Assignment) -> None:
    found = grade(made, [WON, LOST, HIDDEN, EXTRA])
    assert (found.score, found.max_score) == (Fraction(1, 5), Fraction(3, 10))
    assert found.bonus == Fraction(1, 10)


def test_layers_keep_the_order_of_the_assignment(made: Assignment) -> None:
    found = grade(made, [HIDDEN, WON, LOST])
    assert [layer.name for layer in found.layers] == ["first", "second"]
    assert [check.ident for check in found.layers[0].checks] == ["first/a", "first/b"]
    assert found.layers[1].standards == ("S-1",)


def test_a_layer_is_visible_if_any_of_its_checks_is(made: Assignment) -> None:
    shown = replace(HIDDEN, visibility=Visibility.VISIBLE)
    assert grade(made, [HIDDEN]).layers[0].visibility is Visibility.HIDDEN
    assert grade(made, [HIDDEN, shown]).layers[0].visibility is Visibility.VISIBLE


def test_a_layer_of_which_no_check_ran_is_left_out(made: Assignment) -> None:
    assert [layer.name for layer in grade(made, [WON]).layers] == ["first"]
    assert grade(made, []).max_score == 0


def test_a_judge_error_is_never_a_low_grade(made: Assignment) -> None:
    broken = replace(LOST, verdict=Verdict.JUDGE_ERROR, message="TypeError: ours")
    with pytest.raises(JudgeError, match="first/b: TypeError: ours"):
        grade(made, [WON, broken])
