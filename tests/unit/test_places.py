"""Where things are, seen from one root."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.commands.places import Places, writable
from grader.errors import ConfigError, UsageError

Make = Callable[..., Assignment]


def test_an_assignment_is_found_by_name(tmp_path: Path, assignment_at: Make) -> None:
    made = assignment_at(tmp_path / "assignments")
    assert Places(tmp_path).assignment("made") == made


def test_without_a_name_it_is_the_demo(tmp_path: Path, assignment_at: Make, toml: str) -> None:
    folder = tmp_path / "assignments"
    assignment_at(folder, text=toml.replace("demo = true", ""), name="another")
    made = assignment_at(folder)
    assert Places(tmp_path).assignment(None) == made


def test_without_a_demo_a_name_is_needed(tmp_path: Path, assignment_at: Make, toml: str) -> None:
    assignment_at(tmp_path / "assignments", text=toml.replace("demo = true", ""))
    with pytest.raises(ConfigError, match="no assignment says demo = true; name one"):
        Places(tmp_path).assignment(None)


def test_an_unknown_name_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no assignment 'chess'"):
        Places(tmp_path).assignment("chess")


def test_submissions_and_reports_go_by_the_assignments_name(
    tmp_path: Path, assignment_at: Make
) -> None:
    made = assignment_at(tmp_path / "assignments")
    assert Places(tmp_path).submissions(made) == tmp_path / "submissions" / "made"
    assert Places(tmp_path).reports(made) == tmp_path / "reports" / "made"


def test_a_folder_to_write_into_is_made_and_left_empty(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert writable(folder) == folder
    assert list(folder.iterdir()) == []
    assert writable(folder) == folder


@pytest.mark.parametrize("where", ["file", "file/below"])
def test_a_file_in_the_way_is_an_error_that_says_what_to_do(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(
        UsageError, match=r"reports cannot be written there .*name another with --o"
    ):
        writable(tmp_path / where)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_written_to_is_found_out_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(UsageError, match="Permission denied"):
        writable(tmp_path)
