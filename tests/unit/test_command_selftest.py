"""``grade.py selftest``: the table is written, problems are named, the exit code tells."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from grader import cli, selftest
from grader.assignment import Assignment
from grader.model import CheckResult, Verdict, Visibility
from grader.sandbox import levels
from grader.selftest import Trial

Make = Callable[..., Assignment]


def check(points: int, verdict: Verdict) -> CheckResult:
    return CheckResult(
        "first/a",
        "first",
        "Doubles",
        Visibility.VISIBLE,
        verdict,
        Fraction(points if verdict is Verdict.ACCEPTED else 0),
        Fraction(points),
    )


def tried(points: int = 6) -> list[Trial]:
    return [
        Trial("solution", "", (check(points, Verdict.ACCEPTED),)),
        Trial("empty", "", (check(points, Verdict.WRONG_ANSWER),)),
        Trial("constant/\x1b[31m", "", (check(points, Verdict.WRONG_ANSWER),)),
    ]


@pytest.fixture
def run(
    tmp_path: Path, assignment_at: Make, toml: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., int]:
    one_layer = toml.replace("points = 4", "points = 6")
    second = one_layer.partition('[[layers]]\nname = "second"')[2].partition("[limits]")[0]
    text = one_layer.replace(f'[[layers]]\nname = "second"{second}', "")
    assignment_at(tmp_path / "assignments", text=text)
    monkeypatch.setattr(levels, "strongest", lambda: "plain")

    def start(*argv: str, trials: list[Trial] | None = None) -> int:
        def given(assignment: Assignment, jobs: int, sandbox: str) -> Iterator[Trial]:
            assert (assignment.name, sandbox) == ("made", "plain")
            assert jobs >= 1
            yield from tried() if trials is None else trials

        monkeypatch.setattr(selftest, "trials", given)
        return cli.main(["--root", str(tmp_path), "selftest", *argv])

    return start


def test_sound_checks_end_with_0(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run() == 0
    page = tmp_path / "reports/made/selftest.html"
    said = capsys.readouterr().out
    assert "3 known programs, the checks are sound. The table:" in said
    assert str(page) in said
    assert "first/a" in page.read_text(encoding="utf-8")


def test_problems_end_with_1_and_are_named(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("made", trials=tried(points=5)) == 1
    said = capsys.readouterr().out
    assert "layer first says 6 points; its checks come to 5" in said
    assert "3 known programs, 1 problems." in said


def test_a_broken_trial_is_named_harmlessly(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    broken = Trial("constant/\x1b[31m", "", (), "no end\x07")
    assert run(trials=[tried()[0], broken]) == 1
    said = capsys.readouterr().out
    assert "constant/" in said
    assert "\x1b" not in said
    assert "\x07" not in said


def test_json_is_all_there_is_on_standard_output(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--json", "--jobs", "1", "--out", str(tmp_path / "there")) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == {"assignment": "made", "programs": 3, "problems": []}
    assert "the checks are sound" in said.err
    assert (tmp_path / "there/selftest.html").is_file()


def test_nothing_tried_is_a_table_of_nothing(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selftest, "problems", lambda *_: [])
    assert run(trials=[]) == 0


def test_wrong_usage_is_told(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("chess") == 2
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    assert run("--out", str(tmp_path / "taken")) == 2
    assert "cannot be written there" in capsys.readouterr().err
