"""``grade.py batch``: a class, its reports and its exit code, with made-up outcomes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader import cli, pipeline
from grader.assignment import Assignment
from grader.commands import terminal
from grader.model import Finding, Grade, Graded, Missing, Outcome, Submission, Ungraded
from grader.sandbox import levels

FULL = Grade(Fraction(6), Fraction(6), Fraction(2), ())
FAULT = Finding("wrong-answer", "double", certain=True, title="wrong", evidence="", advice="")
Grader = Callable[[Submission | Missing], Outcome]


def perfect(submission: Submission | Missing) -> Outcome:
    if isinstance(submission, Missing):
        return submission
    return Graded(submission, FULL, None, sandbox="confined")


def broken(submission: Submission | Missing) -> Outcome:
    assert isinstance(submission, Submission)
    return Ungraded(submission, "pytest died")


@pytest.fixture
def root(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Path:
    assignment_at(tmp_path / "assignments")
    for student in ("bob", "Ada"):
        folder = tmp_path / "submissions" / "made" / student
        folder.mkdir(parents=True)
        (folder / "main.py").write_text("def double(n): return 2 * n\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def batch(root: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Return ``batch(*argv, grader)``: grade the class with a made-up grader."""
    monkeypatch.setattr(levels, "strongest", lambda: "confined")

    def run(*argv: str, grader: Grader = perfect) -> int:
        def grade_all(_: object, found: list[Any], *__: object) -> Iterator[Outcome]:
            yield from map(grader, found)

        monkeypatch.setattr(pipeline, "grade_all", grade_all)
        return cli.main(["--root", str(root), "batch", *argv])

    return run


def test_a_class_is_graded_and_the_page_to_open_is_named(
    batch: Callable[..., int], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert batch() == 0
    said = capsys.readouterr().out
    page = root / "reports" / "made" / "index.html"
    assert said.splitlines()[-1].strip() == str(page)
    assert page.is_file()
    assert "2 of 2 graded" in said
    assert "6 of 6 +2" in said
    assert "Submissions are confined" in said


def test_the_gradebook_is_in_the_order_of_names(batch: Callable[..., int], root: Path) -> None:
    assert batch() == 0
    rows = (root / "reports/made/gradebook.csv").read_text(encoding="utf-8").splitlines()
    assert [row.partition(",")[0].strip('"') for row in rows[1:3]] == ["Ada", "bob"]


def test_the_first_fault_is_told(
    batch: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    def grader(submission: Submission | Missing) -> Outcome:
        outcome = perfect(submission)
        assert isinstance(outcome, Graded)
        return replace(outcome, findings=(FAULT,))

    assert batch(grader=grader) == 0
    assert "wrong" in capsys.readouterr().out


def test_a_submission_that_could_not_be_judged_ends_with_3(
    batch: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert batch(grader=broken) == 3
    said = capsys.readouterr().out
    assert "not graded: pytest died" in said
    assert "0 of 2 graded" in said


def test_a_student_who_handed_nothing_in_is_no_fault_of_ours(
    batch: Callable[..., int], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "submissions/made/cyd").mkdir()
    assert batch() == 0
    assert "missing:" in capsys.readouterr().out


def test_json_is_all_there_is_on_standard_output(
    batch: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert batch("--json") == 0
    said = capsys.readouterr()
    assert len(json.loads(said.out)) > 1
    assert "2 of 2 graded" in said.err


def test_the_report_goes_where_it_is_told_to(batch: Callable[..., int], tmp_path: Path) -> None:
    submissions = tmp_path / "submissions" / "made"
    assert batch("made", str(submissions), "--out", str(tmp_path / "out")) == 0
    assert (tmp_path / "out" / "index.html").is_file()


def test_what_was_graded_before_an_interruption_is_kept(
    batch: Callable[..., int], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def grader(submission: Submission | Missing) -> Outcome:
        if submission.student == "bob":
            raise KeyboardInterrupt
        return perfect(submission)

    assert batch(grader=grader) == 130
    assert "Interrupted: 1 of 2 are graded and kept." in capsys.readouterr().out
    assert (root / "reports/made/students/ada.html").is_file()


# ---------------------------------------------------------------------------- wrong usage


def refused(capsys: pytest.CaptureFixture[str], slug: str) -> str:
    said = capsys.readouterr()
    assert said.err.startswith(f"error [{slug}]: ")
    return said.err


def test_a_file_where_the_reports_should_go_is_wrong_usage(
    batch: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    assert batch("--out", str(tmp_path / "taken")) == 2
    assert "cannot be written there" in refused(capsys, "bad-usage")


def test_a_class_that_is_not_there_is_wrong_usage(
    batch: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert batch("made", str(tmp_path / "nobody")) == 2
    assert "there is no such folder" in refused(capsys, "bad-submission")


def test_a_broken_assignment_is_wrong_usage(
    batch: Callable[..., int], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = root / "assignments/made/assignment.toml"
    text = path.read_text(encoding="utf-8").replace('title = "Made up"', "title = 7")
    path.write_text(text, encoding="utf-8")
    assert batch() == 2
    assert "assignment.toml: title: 7 is of the wrong kind" in refused(capsys, "bad-assignment")


def test_a_machine_that_cannot_confine_must_be_accepted_by_name(
    batch: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(levels, "strongest", lambda: "limited")
    assert batch() == 2
    assert "--sandbox best-effort" in refused(capsys, "bad-usage")
    assert batch("--sandbox", "best-effort") == 0
    assert "NOT confined" in capsys.readouterr().out


# ---------------------------------------------------------------------------- hostile names


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be on Windows")
def test_a_hostile_name_is_harmless_in_the_terminal(
    batch: Callable[..., int], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "\x1b[2J\x1b]0;owned\x07eve\u202e[red]evil\n=cmd"
    folder = root / "submissions" / "made" / name
    folder.mkdir()
    (folder / "main.py").write_text("", encoding="utf-8")
    assert batch() == 0
    said = capsys.readouterr().out
    (row,) = [row for row in said.splitlines() if "evil" in row]
    assert row.isprintable()
    assert "[red]" in row


def test_a_hostile_reason_is_harmless_in_the_terminal(
    batch: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    def grader(submission: Submission | Missing) -> Outcome:
        assert isinstance(submission, Submission)
        return Ungraded(submission, "\x1b[31mred\x1b[0m\r\nforged line")

    assert batch(grader=grader) == 3
    said = capsys.readouterr().out
    assert "not graded: red forged line" in said
    assert "\x1b" not in said


# ---------------------------------------------------------------------------- a real terminal


def test_a_bar_is_shown_in_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with terminal.bar(terminal.console(), "grading", counted=True) as quiet:
        quiet.tell(1, 2)
    assert capsys.readouterr().out == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with terminal.bar(terminal.console(), "grading", counted=True) as shown:
        shown.tell(1, 2)
    assert "grading" in capsys.readouterr().out
