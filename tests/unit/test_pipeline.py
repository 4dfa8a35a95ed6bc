"""The whole flow: a grade, or the reason why there is none; never a zero for a fault of ours."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader import pipeline
from grader.assignment import Assignment
from grader.errors import JudgeError
from grader.model import (
    CheckResult,
    Examination,
    Graded,
    Missing,
    Submission,
    Ungraded,
    Verdict,
    Visibility,
)

ADA = Submission("ada", "ada", "ada", {"main-1.py": ""}, ("renamed",))
CHECK = CheckResult(
    ident="first/a",
    layer="first",
    title="Doubles",
    visibility=Visibility.VISIBLE,
    verdict=Verdict.WRONG_ANSWER,
    score=Fraction(0),
    max_score=Fraction(4),
    message="4 is due",
    functions=("double",),
)


@pytest.fixture
def made(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Assignment:
    return assignment_at(tmp_path)


def answering(
    monkeypatch: pytest.MonkeyPatch, *results: CheckResult, error: Exception | None = None
) -> list[dict[str, str]]:
    """Let the checks end like this, and return the names each was run with."""
    asked: list[dict[str, str]] = []

    def run_checks(_: object, __: object, names: dict[str, str], *___: Any, **____: Any) -> Any:
        asked.append(dict(names))
        if error is not None:
            raise error
        return Examination(results, None, output="hello", sandbox="limited", seconds=1.5)

    monkeypatch.setattr(pipeline, "run_checks", run_checks)
    return asked


def test_a_submission_is_located_checked_graded_and_diagnosed(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(monkeypatch, CHECK)
    found = pipeline.grade_one(made, ADA)
    assert asked == [{"main.py": "main-1.py"}]
    assert isinstance(found, Graded)
    assert (found.grade.score, found.grade.max_score) == (Fraction(0), Fraction(4))
    assert [finding.advice for finding in found.findings] == ["Try it on 2."]
    assert found.notes == ("renamed", "main-1.py was graded as main.py")
    assert (found.output, found.sandbox, found.seconds) == ("hello", "limited", 1.5)


def test_a_missing_submission_stays_missing(made: Assignment) -> None:
    gone = Missing("bob", "bob", "bob", "empty")
    assert pipeline.grade_one(made, gone) is gone


def test_a_fault_of_ours_is_no_grade_at_all(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, error=JudgeError("pytest died"))
    assert pipeline.grade_one(made, ADA) == Ungraded(ADA, "pytest died")


def test_any_other_failure_of_ours_is_no_grade_either(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, error=OSError("no space"))
    assert pipeline.grade_one(made, ADA) == Ungraded(ADA, "OSError: no space")


def test_one_check_that_broke_leaves_the_whole_submission_ungraded(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = replace(CHECK, verdict=Verdict.JUDGE_ERROR, message="TypeError: ours")
    answering(monkeypatch, CHECK, broken)
    found = pipeline.grade_one(made, ADA)
    assert found == Ungraded(ADA, "these checks broke: first/a: TypeError: ours")


def test_an_unreadable_file_is_still_the_file_that_is_meant(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(monkeypatch, CHECK)
    pipeline.grade_one(made, Submission("eve", "eve", "eve", {}, (), {"main.py": "NUL bytes"}))
    assert asked == [{"main.py": "main.py"}]


def test_the_file_a_person_named_is_the_one_to_grade(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(monkeypatch, CHECK)
    both = Submission("ada", "ada", "ada", {"main.py": "", "draft.py": ""})
    pipeline.grade_one(made, both, named="draft.py")
    assert asked == [{"main.py": "draft.py"}]


def test_a_class_is_graded_whoever_fails(made: Assignment, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, error=JudgeError("pytest died"))
    gone = Missing("bob", "bob", "bob", "empty")
    found = list(pipeline.grade_all(made, [ADA, gone, ADA], jobs=2))
    assert sorted(type(outcome).__name__ for outcome in found) == ["Missing"] + ["Ungraded"] * 2


def test_a_class_that_is_given_up_starts_no_further_submission(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def run_checks(*_: object) -> Examination:
        asked.append(1)
        time.sleep(0.1 * (len(asked) > 1))
        return Examination((CHECK,), None)

    monkeypatch.setattr(pipeline, "run_checks", run_checks)
    outcomes = pipeline.grade_all(made, [ADA] * 50, jobs=1)
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined] # it is a generator
    assert len(asked) <= 3


def test_a_class_is_taken_up_as_the_work_goes_on(
    made: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, CHECK)
    taken: list[Submission] = []

    def handed_in() -> Iterator[Submission]:
        for _ in range(50):
            taken.append(ADA)
            yield ADA

    outcomes = pipeline.grade_all(made, handed_in(), jobs=2)
    next(outcomes)
    assert len(taken) <= 2 * 2
    assert len(list(outcomes)) == 49
