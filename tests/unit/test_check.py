"""``grade.py check``: a student's own look, with made-up outcomes and once for real."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader import cli, pipeline
from grader.assignment import Assignment
from grader.model import (
    CheckResult,
    Counterexample,
    Finding,
    Grade,
    Graded,
    Layer,
    Outcome,
    Proof,
    Submission,
    Ungraded,
    Verdict,
    Visibility,
)
from grader.sandbox import levels

WON = CheckResult(
    ident="first/a",
    layer="first",
    title="Doubles",
    visibility=Visibility.VISIBLE,
    verdict=Verdict.ACCEPTED,
    score=Fraction(2),
    max_score=Fraction(2),
    note="right, given a right helper",
    functions=("double",),
)
LOST = replace(
    WON,
    ident="first/b",
    title="Triples",
    verdict=Verdict.WRONG_ANSWER,
    score=Fraction(0),
    message="6 is due",
    note="",
)
TODO = replace(LOST, ident="first/c", title="Picks", verdict=Verdict.NOT_STARTED, message="later")
WAITS = replace(LOST, ident="second/d", verdict=Verdict.SKIPPED, message="skipped because …")
FAULT = Finding(
    "wrong-answer", "double", certain=True, title="double is wrong", evidence="Doubles: 6 is due",
    advice="Try it.", board="X...O....",
)  # fmt: skip
REMARK = replace(FAULT, slug="slow-wins", title="Wins late", harmless=True)
PERFECT = Proof(
    positions=4520, asked=4520, optimal=4520, illegal=0, errors=0, no_answer=0, loses_value=0,
    thrown_wins=0, thrown_draws=0, slow_wins=0, hasty_losses=0, contested=3191,
    contested_kept=3191, beatable_as_first=False, beatable_as_second=False,
    forfeits_as_first=False, forfeits_as_second=False, changed_its_argument=False,
    counterexample=None,
)  # fmt: skip
GAME = Counterexample(
    "X........", "O", 8, "8", (4,), (0, 8, 2, 1, 6), "X", own_play=True, outcome="X wins"
)
Check = Callable[..., int]


def layer(name: str, *checks: CheckResult) -> Layer:
    score = sum((check.score for check in checks), Fraction(0))
    most = sum((check.max_score for check in checks), Fraction(0))
    return Layer(name, f"{name} layer", Visibility.VISIBLE, score, most, Fraction(0), checks)


def graded(*layers: Layer, proof: Proof | None = None, **more: Any) -> Graded:
    score = sum((one.score for one in layers), Fraction(0))
    most = sum((one.max_score for one in layers), Fraction(0))
    ada = Submission("ada", "ada", "ada", {"main.py": ""})
    return Graded(ada, Grade(score, most, Fraction(0), layers), proof, **more)


DONE = graded(layer("first", WON))
HALF = graded(layer("first", WON, LOST, TODO), layer("second", WAITS), findings=(FAULT, REMARK))


@pytest.fixture
def root(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Path:
    test = '''
import pytest
@pytest.mark.points(4)
@pytest.mark.about("double")
def test_doubles(engine):
    """Doubles a number."""
    assert engine.double(2) == 4
'''
    assignment_at(tmp_path / "assignments", {"tests/visible/test_first.py": test})
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "main.py").write_text("def double(n): return 2 * n\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def check(root: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Return ``check(outcome, *argv)``: look at a submission that has this outcome."""
    monkeypatch.setattr(levels, "strongest", lambda: "limited")
    monkeypatch.delenv("MADE_UP_SCORE", raising=False)

    def run(outcome: Outcome, *argv: str) -> int:
        monkeypatch.setattr(pipeline, "grade_one", lambda *_: outcome)
        return cli.main(["--root", str(root), "check", str(root / "ada"), *argv])

    return run


def test_all_points_end_with_0(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(DONE) == 0
    said = capsys.readouterr().out
    assert said.startswith("Made up\n")
    assert "ok    Doubles" in said
    assert "right, given a right helper" in said
    assert "2 of the 2 points that you can see." in said


def test_lost_points_end_with_1_and_say_what_to_do_next(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(HALF) == 1
    said = capsys.readouterr().out
    assert "miss  Triples\n        6 is due" in said
    assert "todo  Picks\n" in said
    assert "later" not in said
    assert "  skip  skipped because …\n" in said
    assert "Do this next: double is wrong.\n  Doubles: 6 is due\n      X . .\n      . O ." in said
    assert "Good to know: Wins late." in said


def test_what_could_not_be_judged_ends_with_3_and_is_not_the_students_fault(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = Submission("ada", "ada", "ada", {})
    assert check(Ungraded(ada, "pytest died")) == 3
    assert "not your fault: pytest died" in capsys.readouterr().out


def test_a_layer_without_points_is_not_shown(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    bonus = replace(WON, title="Extra", score=Fraction(0), max_score=Fraction(0))
    assert check(graded(layer("first", WON), layer("second", bonus))) == 0
    assert "Extra" not in capsys.readouterr().out


def test_notes_of_reading_are_told(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(replace(DONE, notes=("main-1.py was graded as main.py",))) == 0
    assert "note: main-1.py was graded as main.py" in capsys.readouterr().out


# ---------------------------------------------------------------------------- the proof


def test_perfect_play_is_proved(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(replace(DONE, proof=PERFECT)) == 0
    said = capsys.readouterr().out
    assert "Proved: it keeps the result on all 4,520 boards it can meet." in said


def test_the_game_that_beats_it_is_told_move_by_move(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    beaten = replace(PERFECT, optimal=4519, loses_value=1, counterexample=GAME)
    assert check(replace(HALF, proof=beaten)) == 1
    said = capsys.readouterr().out
    assert "Of the 4,520 boards it can meet, it keeps the result on 4,519." in said
    assert "This game beats it: X 0, O 8, X 2, O 1, X 6: X wins." in said


def test_a_fault_off_its_path_is_no_game_that_beats_it(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    off = replace(PERFECT, optimal=4519, counterexample=replace(GAME, own_play=False))
    assert check(replace(HALF, proof=off)) == 1
    assert "beats it" not in capsys.readouterr().out


# ---------------------------------------------------------------------------- output


def test_json_is_all_there_is_on_standard_output(
    check: Check, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MADE_UP_SCORE", "1")
    assert check(HALF, "--json") == 1
    said = capsys.readouterr()
    assert len(json.loads(said.out)) > 1
    assert "Do this next" in said.err
    assert "1/3" not in said.err


def test_the_courses_score_is_the_last_line_if_it_asks_for_it(
    check: Check,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MADE_UP_SCORE", "1")
    assert check(HALF, "--out", str(tmp_path / "out")) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1/3"


def test_the_courses_score_is_not_told_unasked(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(HALF) == 1
    assert "1/3" not in capsys.readouterr().out


def test_files_are_written_where_they_are_asked_for(
    check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(DONE, "--out", str(tmp_path / "out")) == 0
    page = tmp_path / "out" / "students" / "ada.html"
    assert page.is_file()
    assert f"Report: {page}" in capsys.readouterr().out


def test_a_file_where_the_folder_should_be_is_wrong_usage(
    check: Check, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(DONE, "--out", str(root / "ada" / "main.py")) == 2
    assert capsys.readouterr().err.startswith("error [bad-usage]: ")


def test_hostile_text_is_harmless_in_the_terminal(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "\x1b[2J\x1b]0;owned\x07\u202eevil"
    lost = replace(LOST, message=evil)
    finding = replace(FAULT, title=evil, evidence=evil)
    outcome = graded(layer("first", lost), findings=(finding,), notes=(evil,))
    assert check(outcome) == 1
    said = capsys.readouterr().out
    assert "evil" in said
    assert all(row.isprintable() for row in said.splitlines())


# ---------------------------------------------------------------------------- for real


def test_a_submission_is_checked_from_end_to_end(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["--root", str(root), "check", str(root / "ada" / "main.py"), "--assignment", "made"]
    assert cli.main(argv) == 0
    assert "4 of the 4 points that you can see." in capsys.readouterr().out


def test_a_path_that_is_not_there_is_wrong_usage(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--root", str(root), "check", str(root / "nobody")]) == 2
    assert capsys.readouterr().err.startswith("error [bad-submission]: ")
