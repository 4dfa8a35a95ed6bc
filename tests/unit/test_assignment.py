"""From an assignment folder to an Assignment, or to an error that says where to look."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import Assignment, FileSlot, LayerPlan, Questions, RubricItem, ScoreLine
from grader.errors import ConfigError
from grader.match import alone
from grader.sandbox.process import Limits

Make = Callable[..., Assignment]


def test_everything_in_the_file_is_read(tmp_path: Path, assignment_at: Make) -> None:
    made = assignment_at(tmp_path)
    assert (made.name, made.title, made.folder) == ("made", "Made up", tmp_path / "made")
    assert (made.match, made.demo) == (alone("O"), True)
    assert made.files == (
        FileSlot("main.py", "engine", ("double", "pick"), ("helper",), ("extra",)),
    )
    assert made.codec.encode_board((None,) * 9) == [" "] * 9
    assert made.questions == Questions("engine", "pick", "double")
    assert made.follow_through == {"double": ("helper",)}
    assert made.layers == (
        LayerPlan("first", "First layer", Fraction(4)),
        LayerPlan("second", "Second layer", Fraction(2), ("double",), ("S-1",)),
    )
    assert made.limits == Limits(call_s=5.0, load_s=5.0, deaths=2)
    assert (made.opening_call_s, made.submission_s) == (30.0, 60.0)
    assert made.score_line == ScoreLine("MADE_UP_SCORE", ("first",))
    assert made.rubric == (RubricItem("Names", "say what things are"),)
    assert made.advice == {"double": "Try it on 2."}


def test_the_layers_add_up(tmp_path: Path, assignment_at: Make) -> None:
    assert assignment_at(tmp_path).max_score == 6


def test_points_are_exact(tmp_path: Path, assignment_at: Make, toml: str) -> None:
    made = assignment_at(tmp_path, text=toml.replace("points = 4", "points = 0.1"))
    assert made.layers[0].points == Fraction(1, 10)


def test_what_has_a_default_may_be_left_out(tmp_path: Path, assignment_at: Make, toml: str) -> None:
    kept = toml.partition("[limits]")[0].replace("demo = true", "")
    made = assignment_at(tmp_path, text=kept)
    assert made.limits == Limits()
    assert (made.score_line, made.rubric, made.demo) == (None, (), False)
    assert (dict(made.advice), dict(made.advice.roles)) == ({}, {})


def test_a_slot_is_found_by_its_fixture(tmp_path: Path, assignment_at: Make) -> None:
    assert assignment_at(tmp_path).slot("engine").name == "main.py"


def test_right_functions_are_read_if_there_are_any(tmp_path: Path, assignment_at: Make) -> None:
    made = assignment_at(tmp_path, {"standins/main.py": "def helper(n): return n\n"})
    assert made.standin(made.files[0]) == "def helper(n): return n\n"
    assert made.standin(FileSlot("other.py", "other", ())) == ""


def test_stand_ins_that_are_not_there_are_an_error(tmp_path: Path, assignment_at: Make) -> None:
    with pytest.raises(ConfigError, match=r"standins/main\.py does not define 'helper'"):
        assignment_at(tmp_path, {"standins/main.py": "def helps(n): return n\n"})


def test_assignments_are_listed_in_order(tmp_path: Path, assignment_at: Make) -> None:
    assignment_at(tmp_path, name="nim")
    assignment_at(tmp_path, name="csroom")
    (tmp_path / "no-assignment").mkdir()
    assert assignments.names(tmp_path) == ("csroom", "nim")


def test_an_unknown_name_is_answered_with_the_known_ones(
    tmp_path: Path, assignment_at: Make
) -> None:
    with pytest.raises(ConfigError, match="no assignment 'chess'; there are: none"):
        assignments.load(tmp_path, "chess")
    assignment_at(tmp_path)
    with pytest.raises(ConfigError, match="no assignment 'chess'; there are: made"):
        assignments.load(tmp_path, "chess")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "Made up"', "", "title: missing"),
        ('title = "Made up"', "title = 7", "title: 7 is of the wrong kind"),
        ('title = "Made up"', 'title = "Made up"\nmotto = "x"', "motto: unknown key"),
        ("demo = true", 'demo = "yes"', "demo: 'yes' is of the wrong kind"),
        ('program = "O"', 'program = "Z"', "program: 'Z' is none of X, O"),
        ('name = "main.py"', "", "[[files]] 1: name: missing"),
        ('fixture = "engine"', 'fixture = "engine"\nx = 1', "[[files]] 1: x: unknown key"),
        ('given = ["helper"]', 'given = "helper"', "[[files]] 1: given: 'helper' is of the wrong"),
        ('optional = ["extra"]', "optional = [1]", "[[files]] 1: optional: should be a list of"),
        ('shape = "flat"', 'shape = "round"', "[codec]: shape: 'round' is none of flat, nested"),
        ('X = "X"', "", "[codec]: X: missing"),
        ('move = "index"', 'move = "name"', "[codec]: move: 'name' is none of index, pair"),
        ('move = "index"', 'move = "index"\nfirst = "a"', "[codec]: first: 'a' is of the wrong"),
        ('decide = "pick"', "", "[questions]: decide: missing"),
        ('file = "engine"', 'file = "warmup"', "[questions] file: no [[files]] has this fixture"),
        ('decide = "pick"', 'decide = "choose"', "[questions]: 'choose' is in no [[files]]"),
        ('value = "double"', 'value = "score"', "[questions]: 'score' is in no [[files]]"),
        ('double = ["helper"]', 'twice = ["helper"]', "[follow_through]: 'twice' is in no"),
        ("points = 4", "", "[[layers]] 1: points: missing"),
        ("points = 4", 'points = "4"', "[[layers]] 1: points: '4' is of the wrong kind"),
        ('requires = ["double"]', 'requires = ["twice"]', "requires: 'twice' is in no [[files]]"),
        ("call_s = 5", "call_s = 0", "[limits]: call_s: should be a number more than 0"),
        ("call_s = 5", "call_s = inf", "[limits]: call_s: should be a number more than 0"),
        ("load_s = 5", "load_s = nan", "[limits]: load_s: should be a number more than 0"),
        ("submission_s = 60", "submission_s = -1", "[limits]: submission_s: should be a number"),
        ("points = 4", "points = -4", "[[layers]] 1: points: should be a number, 0 or more"),
        ("points = 4", "points = inf", "[[layers]] 1: points: should be a number, 0 or more"),
        ("points = 4", "points = nan", "[[layers]] 1: points: should be a number, 0 or more"),
        ('name = "second"', 'name = "first"', "[[layers]] name: two layers have the same one"),
        ('X = "X"', 'X = "O"', "[codec]: X, O and empty must differ"),
        ('empty = " "', 'empty = "X"', "[codec]: X, O and empty must differ"),
        (
            'double = ["helper"]',
            'double = ["twice"]',
            "[follow_through]: standins/main.py does not define 'twice'",
        ),
        ("[advice]", '[roles]\nwinner = "pick"\n[advice]', "[roles]: winner: 'pick' is no call"),
        ("[advice]", '[roles]\nwin = "pick(board)"\n[advice]', "[roles]: win: unknown key"),
        ("[advice]", '[roles]\nwinner = "won(board)"\n[advice]', "[roles]: 'won' is in no"),
        ("call_s = 5", "calls = 5", "[limits]: calls: unknown key"),
        ('layers = ["first"]', 'layers = ["third"]', "[score_line] layers: names a layer that is"),
        ('note = "say what things are"', "", "[[rubric]] 1: note: missing"),
        ('double = "Try it on 2."', 'twice = "Try it."', "[advice]: 'twice' is in no [[files]]"),
        ("[advice]", "[advice", ""),
        ("[codec]", "[[codec]]", "codec: [{"),
        ("[limits]", "[limitations]", "limitations: unknown key"),
    ],
)
def test_a_broken_file_is_an_error_that_names_it_and_the_key(  # noqa: PLR0913, PLR0917 - two fixtures
    tmp_path: Path, assignment_at: Make, toml: str, old: str, new: str, told: str
) -> None:
    assert old in toml
    with pytest.raises(ConfigError) as caught:
        assignment_at(tmp_path, text=toml.replace(old, new))
    path = tmp_path / "made" / "assignment.toml"
    assert str(caught.value).startswith(f"{path}: {told}")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('double = ["helper"]', "double = [1]", "[follow_through]: double: should be a list"),
        ('double = ["helper"]', 'double = "helper"', "[follow_through]: double: 'helper' is of"),
        ('double = "Try it on 2."', "double = 2", "[advice]: double: 2 is of the wrong kind"),
    ],
)
def test_a_table_of_functions_names_the_function(  # noqa: PLR0913, PLR0917 - two fixtures
    tmp_path: Path, assignment_at: Make, toml: str, old: str, new: str, told: str
) -> None:
    assert old in toml
    with pytest.raises(ConfigError) as caught:
        assignment_at(tmp_path, text=toml.replace(old, new))
    assert told in str(caught.value)


def test_bytes_that_are_no_text_are_an_error_that_names_the_file(
    tmp_path: Path, assignment_at: Make
) -> None:
    assignment_at(tmp_path)
    path = tmp_path / "made" / "assignment.toml"
    path.write_bytes(b"title = '\xff'")
    with pytest.raises(ConfigError, match=r"made/assignment\.toml: 'utf-8' codec"):
        assignments.load(tmp_path, "made")


def test_the_assignments_we_hand_out_load(csroom: Assignment) -> None:
    assert csroom.max_score == 100
    assert csroom.demo
