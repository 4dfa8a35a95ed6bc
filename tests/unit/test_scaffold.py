"""A new assignment from a teacher's answers: every combination is one that works."""

from __future__ import annotations

import runpy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from grader import assignment as assignments
from grader.errors import UsageError
from grader.scaffold import Dialect, Written, texts
from reference.board import Position
from reference.notation import parse
from reference.tablebase import tablebase

MARKS: list[tuple[Written, Written, Written]] = [(" ", "X", "O"), (None, 1, -1), (0, "x", "o")]
DIALECTS = [
    Dialect("made", shape=shape, program=program, opener=opener, move=move, first=first,
            empty=empty, x=x, o=o)
    for shape, program, opener, (move, first), (empty, x, o) in product(
        ("flat", "nested"), ("X", "O", "both"), ("X", "either"), (("index", 0), ("pair", 1)), MARKS
    )
]  # fmt: skip


def written(folder: Path, dialect: Dialect) -> Path:
    for path, text in texts(dialect).items():
        file = folder / dialect.name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("dialect", DIALECTS, ids=str)
def test_whatever_the_answers_the_assignment_loads_and_its_solution_plays(
    tmp_path: Path, dialect: Dialect
) -> None:
    made = assignments.load(written(tmp_path, dialect), "made")
    assert made.max_score == 100
    for file in made.folder.rglob("*.py"):
        compile(file.read_text(encoding="utf-8"), file.name, "exec")
    decide = made.advice.roles["decide"]
    choose = runpy.run_path(str(made.folder / "solution" / "tictactoe.py"))[decide.function]
    for rows in ("XX.OO....", "OO.X....X", "XOXXO...O"):
        for turn in made.match.plays:
            position = Position(parse(rows), turn)
            answer = choose(*made.advice.arguments("decide", position))
            assert made.codec.decode_move(answer) in tablebase()[position].optimal


def test_the_names_a_teacher_gives_are_used_throughout() -> None:
    dialect = Dialect(
        "made", title='Say "go"', file="game.py", winner="won", full="no_room", value="worth",
        decide="choose",
    )  # fmt: skip
    found = texts(dialect)
    assert {"starter/game.py", "solution/game.py", "standins/game.py"} <= found.keys()
    assert 'title = "Say \\"go\\""' in found["assignment.toml"]
    everything = "\n".join(found.values())
    for name in ("check_winner", "is_board_full", "get_best_move", "tictactoe.py"):
        assert name not in everything
    for name in ("won", "no_room", "worth", "choose"):
        assert f"def {name}(" in found["starter/game.py"]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({"name": "../up"}, "use small letters"),
        ({"name": "Spring"}, "use small letters"),
        ({"file": "game"}, "no name of a Python file"),
        ({"file": "../game.py"}, "no name of a Python file"),
        ({"winner": "check winner"}, "no name of a function"),
        ({"winner": "class"}, "no name of a function"),
        ({"winner": "minimax"}, "two functions have one name"),
        ({"x": "O"}, "must differ"),
        ({"empty": "X"}, "must differ"),
        ({"x": None}, "must be a text or a number"),
    ],
)
def test_an_answer_that_makes_no_sense_is_named(answers: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Dialect(**{"name": "made", **answers})


def test_the_number_of_decisions_is_told() -> None:
    assert Dialect("made").decisions == "4,520"
    assert Dialect("made", program="both", opener="X").decisions == "4,520"
    assert Dialect("made", program="both").decisions == "9,040"
    assert Dialect("made", program="X", opener="X").decisions == "2,423"
