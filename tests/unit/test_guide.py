"""Advice and roles: how a call is read, and how it is written for a student."""

from __future__ import annotations

import pytest

from grader.assignment import Assignment
from grader.codec import Codec
from grader.errors import ConfigError
from grader.guide import ROLES, Guide, Role, roles
from grader.match import alone
from grader.table import Table
from reference.board import Position

FLAT = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)
NESTED = Codec("nested", {"X": 1, "O": 2}, None, "pair", 1)
OPEN = Position(("X", "O", None, None, "X", None, None, None, None), "O")
FULL = Position(("X", "O", "X", "X", "O", "O", "O", "X", "X"), "X")


def read(**rows: str) -> dict[str, Role]:
    return roles(Table(rows, "a.toml: [roles]"))


def test_a_guide_is_its_advice() -> None:
    guide = Guide({"minimax": "Draw the tree.", "pick": "Trace it."})
    assert dict(guide) == {"minimax": "Draw the tree.", "pick": "Trace it."}
    assert (len(guide), guide["pick"], "nim" in guide) == (2, "Trace it.", False)
    assert (dict(guide.roles), guide.codec, guide.match) == ({}, None, alone("O"))
    with pytest.raises(KeyError):
        guide["nim"]


def test_roles_come_in_the_order_of_blame() -> None:
    written = {name: f"f_{name}(board)" for name in reversed(ROLES)}
    found = read(**written)
    assert tuple(found) == ROLES
    assert found["over"] == Role("f_over", ("board",))


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("f(board)", Role("f", ("board",))),
        ("f( board ,turn )", Role("f", ("board", "turn"))),
        ("f()", Role("f", ())),
        ("f(board, 0, math.inf)", Role("f", ("board", "0", "math.inf"))),
        ("f(board,)", Role("f", ("board",))),
    ],
)
def test_a_call_is_read(text: str, due: Role) -> None:
    assert read(value=text) == {"value": due}


@pytest.mark.parametrize("text", ["f", "f(board", "f(board) + 1", "f(g(board))", "(board)", "f[0]"])
def test_what_is_no_call_is_an_error(text: str) -> None:
    with pytest.raises(ConfigError, match=r"value: '.*' is no call like f"):
        read(value=text)


def test_an_unknown_role_is_an_error() -> None:
    with pytest.raises(ConfigError, match="winning: unknown key"):
        read(winning="f(board)")
    with pytest.raises(ConfigError, match="value: 7 is of the wrong kind"):
        roles(Table({"value": 7}, "a.toml: [roles]"))


def guide(codec: Codec) -> Guide:
    written = {
        "winner": "won(board)",
        "play": "put(board, square, mark)",
        "value": "score(board, turn, 0)",
    }
    return Guide({}, read(**written), codec, alone("O"))


@pytest.mark.parametrize(
    ("codec", "role", "position", "due"),
    [
        (FLAT, "winner", OPEN, "won(['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' '])"),
        (FLAT, "play", OPEN, "put(['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' '], 8, 'O')"),
        (FLAT, "value", OPEN, "score(['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' '], True, 0)"),
        (FLAT, "value", FULL, "score(['X', 'O', 'X', 'X', 'O', 'O', 'O', 'X', 'X'], False, 0)"),
        (FLAT, "play", FULL, "put(['X', 'O', 'X', 'X', 'O', 'O', 'O', 'X', 'X'], None, 'X')"),
        (
            NESTED,
            "play",
            OPEN,
            "put([[1, 2, None], [None, 1, None], [None, None, None]], (3, 3), 2)",
        ),
    ],
)
def test_a_question_is_written_as_a_student_would(
    codec: Codec, role: str, position: Position, due: str
) -> None:
    assert guide(codec).call(role, position) == due


def test_the_main_assignment_has_a_function_for_every_role(csroom: Assignment) -> None:
    assert tuple(csroom.advice.roles) == ROLES
    assert csroom.advice.codec == csroom.codec
    assert csroom.advice.match == csroom.match
