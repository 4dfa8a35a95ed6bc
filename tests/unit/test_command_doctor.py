"""``grade.py doctor``: what this machine can confine, and what would help."""

from __future__ import annotations

import json

import pytest

from grader import cli
from grader.sandbox import levels, scripts
from grader.sandbox.levels import Part

PARTS = (
    Part("process of its own", present=True, why="every submission runs in a worker"),
    Part("seccomp", present=False, why="a trial worker said: \x1b[31mno", remedy="use WSL 2"),
    Part("user of its own", present=False, why="the grader does not run as root"),
)


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "parts", lambda: PARTS)
    monkeypatch.setattr(levels, "strongest", lambda: "limited")


def test_each_layer_is_told_with_its_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "yes  process of its own: every submission runs in a worker\n" in said
    assert "no   seccomp: a trial worker said: " in said
    assert "to have it: use WSL 2\n" in said
    assert said.count("to have it") == 1
    assert "Level reached: limited. batch wants --sandbox best-effort." in said
    assert "\x1b" not in said


def test_a_strong_machine_grades(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(levels, "strongest", lambda: "confined")
    assert cli.main(["doctor"]) == 0
    assert "Level reached: confined. batch grades here." in capsys.readouterr().out


def test_json_is_all_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sandbox"] == "limited"
    assert [layer["present"] for layer in told["layers"]] == [True, False, False]
    assert set(told["layers"][1]) == {"name", "present", "why", "remedy"}
    assert told["scripts"]["name"] == "JavaScript"


def test_without_an_engine_for_scripts_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scripts, "MODULES", ("there_is_no_such_module",))
    assert cli.main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "no   JavaScript: no module there_is_no_such_module" in said
    assert f"to have it: {scripts.REMEDY}\n" in said
