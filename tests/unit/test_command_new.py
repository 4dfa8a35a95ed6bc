"""``grade.py new``: answers or flags in, a folder out, and nothing of anybody's overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.cli import main
from grader.commands import new
from grader.scaffold import Dialect


def at(root: Path, *words: str) -> int:
    return main(["--root", str(root), "new", *words])


def test_a_folder_and_a_class_of_two_are_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at(tmp_path, "spring", "--yes") == 0
    made = assignments.load(tmp_path / "assignments", "spring")
    assert [slot.name for slot in made.files] == ["tictactoe.py"]
    examples = sorted(p.parent.name for p in (tmp_path / "submissions/spring").glob("*/*.py"))
    assert examples == ["example-not-started", "example-right"]
    said = capsys.readouterr().out
    assert "4,520 decisions, 100 points" in said
    assert "python grade.py selftest spring" in said


def test_flags_answer_questions(tmp_path: Path) -> None:
    flags = "--shape nested --empty None --x 1 --o -1 --program both --opener X --move pair"
    assert at(tmp_path, "autumn", "--yes", "--decide", "choose", *flags.split()) == 0
    made = assignments.load(tmp_path / "assignments", "autumn")
    assert made.codec.encode_board(("X", "O", *[None] * 7))[0] == [1, -1, None]
    assert (made.match.plays, made.match.openers) == (("X", "O"), ("X",))
    assert made.advice.roles["decide"].function == "choose"


def test_what_is_there_already_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "assignments" / "spring" / "notes.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    assert at(tmp_path, "spring", "--yes") == 2
    assert "is there already" in capsys.readouterr().err
    assert [p.name for p in mine.parent.iterdir()] == ["notes.txt"]
    assert not (tmp_path / "submissions").exists()


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "assignments").write_text("a file in its place", encoding="utf-8")
    assert at(tmp_path, "spring", "--yes") == 2
    assert "it cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "due"),
    [("None", None), ("0", 0), ("-1", -1), ("'0'", "0"), ('"', '"'), ("X", "X"), ("''", "")],
)  # fmt: skip
def test_a_mark_is_a_text_a_number_or_none(text: str, due: object) -> None:
    assert new.read("empty", text) == due
    assert type(new.read("x", text)) is type(due)


def test_a_person_is_asked_what_was_not_given_and_again_after_a_slip() -> None:
    asked = []
    replies: Iterator[str] = iter(["", "cube", "nested", *[""] * 20])

    def ask(question: str) -> str:
        asked.append(question)
        return next(replies)

    found = new._answers(Dialect("spring"), {"title": "Mine"}, ask)
    assert found == {"shape": "nested"}
    assert not any("title" in question for question in asked)
    assert sum("three rows" in question for question in asked) == 2
    assert len(asked) == len(new.QUESTIONS)


def test_a_person_at_a_terminal_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: "pair" if "(row" in question else "")
    assert at(tmp_path, "spring") == 0
    assert assignments.load(tmp_path / "assignments", "spring").codec.move == "pair"
