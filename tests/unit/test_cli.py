"""Arguments to a command, and errors to exit codes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader import __version__, cli
from grader.commands.places import Places
from grader.errors import ConfigError, GraderError, JudgeError, SubmissionError, UsageError


def command(run: Callable[[argparse.Namespace, Places], int]) -> SimpleNamespace:
    return SimpleNamespace(__doc__="x: does things.", add_arguments=lambda _: None, run=run)


def test_the_exit_code_is_the_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    roots: list[Path] = []

    def run(_: argparse.Namespace, places: Places) -> int:
        roots.append(places.root)
        return 1

    monkeypatch.setitem(cli.COMMANDS, "do", command(run))
    assert cli.main(["--root", str(tmp_path), "do"]) == 1
    assert cli.main(["do"]) == 1
    assert roots == [tmp_path, Path(cli.__file__).parents[1]]


@pytest.mark.parametrize(
    ("error", "code"),
    [(ConfigError, 2), (UsageError, 2), (SubmissionError, 2), (JudgeError, 3)],
)
def test_an_error_has_its_slug_its_text_and_its_exit_code(
    error: type[GraderError],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(*_: object) -> int:
        raise error("a.toml: title: missing")

    monkeypatch.setitem(cli.COMMANDS, "do", command(run))
    assert cli.main(["do"]) == code
    said = capsys.readouterr()
    assert said.err == f"error [{error.slug}]: a.toml: title: missing\n"
    assert said.out == ""


def test_an_error_nobody_thought_of_is_ours_and_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*_: object) -> int:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setitem(cli.COMMANDS, "do", command(run))
    assert cli.main(["do"]) == 3
    said = capsys.readouterr()
    assert "Traceback" in said.err
    assert "ZeroDivisionError: a fault of ours" in said.err
    assert said.out == ""


def test_every_error_has_a_slug_of_its_own() -> None:
    errors = GraderError.__subclasses__()
    assert len({error.slug for error in errors}) == len(errors)
    assert all(error.exit_code in {2, 3} for error in errors)


@pytest.mark.parametrize("argv", [[], ["dance"], ["batch", "--jobs", "0"], ["check", "a", "b"]])
def test_wrong_usage_ends_with_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(argv)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_help_names_every_command_and_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["--help"])
    assert caught.value.code == 0
    said = capsys.readouterr().out
    for name in cli.COMMANDS:
        assert name in said
    assert "grade a class and write its reports" in said


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out.strip() == __version__


@pytest.mark.parametrize("name", sorted({*cli.COMMANDS} - {"doctor", "new"}))
def test_an_unknown_assignment_or_folder_is_wrong_usage(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["check", "--assignment", "chess"] if name == "check" else [name, "chess"]
    assert cli.main(["--root", str(tmp_path), *argv]) == 2
    assert "error [bad-assignment]: there is no assignment 'chess'" in capsys.readouterr().err
