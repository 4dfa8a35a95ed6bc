"""Report files: each whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from grader import __version__
from grader.assignment import Assignment
from grader.commands import files
from grader.errors import UsageError
from grader.model import Grade, Graded, Missing, Outcome, Submission, Ungraded
from grader.report.view import RubricLine

NOTHING = Grade(Fraction(0), Fraction(6), Fraction(0), ())
ADA = Submission("Ada", "ada", "ada", {"main.py": ""})


def graded(sandbox: str = "confined") -> Graded:
    return Graded(ADA, NOTHING, None, sandbox=sandbox)


@pytest.fixture
def made(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Assignment:
    return assignment_at(tmp_path / "assignments")


# ---------------------------------------------------------------------------- one file


def test_a_file_is_written_with_the_folders_above_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.html"
    files.write(path, "é\n")
    assert path.read_bytes() == "é\n".encode()
    assert [found.name for found in path.parent.iterdir()] == ["b.html"]


def test_half_a_character_does_not_stop_a_report(tmp_path: Path) -> None:
    files.write(tmp_path / "a", "x\ud800")
    assert (tmp_path / "a").read_text(encoding="utf-8") == "x\\ud800"


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    files.write(path, "old")

    def replace(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(UsageError, match=r"a: cannot be written \(No space left on device\)"):
        files.write(path, "new")
    assert [found.name for found in tmp_path.iterdir()] == ["a"]
    assert path.read_text(encoding="utf-8") == "old"


def test_a_file_where_the_folder_should_be_is_an_error(tmp_path: Path) -> None:
    files.write(tmp_path / "students", "a file")
    with pytest.raises(UsageError, match=r"ada\.html: cannot be written"):
        files.write(tmp_path / "students" / "ada.html", "page")


# ---------------------------------------------------------------------------- a report


def test_a_class_report_knows_the_assignment(made: Assignment) -> None:
    view = files.class_report(made, [graded()])
    assert (view.assignment, view.title, view.max_score) == ("made", "Made up", Fraction(6))
    assert view.layer_titles == {"first": "First layer", "second": "Second layer"}
    assert view.rubric == (RubricLine("Names", "say what things are"),)
    assert view.version == __version__
    assert view.generated.endswith("+00:00")


@pytest.mark.parametrize(
    ("levels", "weakest"),
    [
        (("confined",), "confined"),
        (("confined", "limited", "confined-noopen"), "limited"),
        (("limited", "plain"), "plain"),
        ((), "confined"),
    ],
)
def test_a_class_was_confined_as_far_as_its_weakest(
    made: Assignment, levels: tuple[str, ...], weakest: str
) -> None:
    assert files.class_report(made, [graded(level) for level in levels]).sandbox == weakest


def test_every_file_of_a_class_is_written(made: Assignment, tmp_path: Path) -> None:
    bob = Submission("Bob", "bob", "bob", {})
    outcomes: list[Outcome] = [
        graded(),
        Ungraded(bob, "pytest died"),
        Missing("Cyd", "cyd", "cyd", "empty"),
    ]
    page = files.write_class(files.class_report(made, outcomes), tmp_path / "out")
    found = {p.relative_to(page.parent).as_posix() for p in page.parent.rglob("*") if p.is_file()}
    pages = {f"{side}/{who}.html" for side in ("students", "teacher") for who in ("ada", "bob")}
    assert found == pages | {
        "students/cyd.html",
        "teacher/cyd.html",
        "results.json",
        "gradebook.csv",
        "junit.xml",
        "index.html",
    }
    assert page.name == "index.html"


def test_a_students_own_report_has_no_gradebook(made: Assignment, tmp_path: Path) -> None:
    page = files.write_student(files.class_report(made, [graded()]), tmp_path / "out")
    assert page == tmp_path / "out" / "students" / "ada.html"
    assert json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    assert (tmp_path / "out" / "junit.xml").is_file()
    assert not (tmp_path / "out" / "gradebook.csv").exists()
    assert not (tmp_path / "out" / "teacher").exists()
