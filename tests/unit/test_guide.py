"""Advice and roles: how a call is read, and how it is written for a student."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.assignment import Assignment
from grader.codec import Built, Codec
from grader.errors import ConfigError
from grader.guide import BOARD, ROLES, Guide, Role, Word, roles
from grader.match import alone
from grader.model import Opaque, Raised, Recipe, Returned
from grader.table import Table
from reference.board import Position

FLAT = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)
OBJECT = replace(FLAT, built=Built("Grid", "put", ("row", "column", "mark"), "cells"))
ENGINE = Recipe("Engine", (3,), text="Engine(3)")
BELOW_ALL = Word("inf", negative=True)
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
    assert found["over"] == Role("f_over", (BOARD,))


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("f(board)", Role("f", (BOARD,))),
        ("f( board ,turn )", Role("f", (BOARD, Word("turn")))),
        ("f()", Role("f", ())),
        ("f(board, 0, -inf, inf)", Role("f", (BOARD, 0, BELOW_ALL, Word("inf")))),
        ("f(board,)", Role("f", (BOARD,))),
        ("f(board)[1]", Role("f", (BOARD,), (1,))),
        ("f(board, 'O')['best']['row']", Role("f", (BOARD, "O"), ("best", "row"))),
        ("Engine(3).move(board)", Role("Engine.move", (ENGINE, BOARD))),
        ("f(Engine(3))", Role("f", (ENGINE,))),
        ("board.wins(mark)", Role("Grid.wins", (BOARD, Word("mark")))),
    ],
)
def test_a_call_is_read(text: str, due: Role) -> None:
    assert roles(Table({"decide": text}, "a.toml: [roles]"), OBJECT) == {"decide": due}


def test_a_value_may_stand_for_itself_where_it_is_handed_back_alone() -> None:
    value, decide = (read(**{name: "f(board)[0]"})[name] for name in ("value", "decide"))
    assert value.answer(Returned([7, 4])) == decide.answer(Returned([7, 4])) == Returned(7)
    assert value.answer(Returned(7)) == Returned(7)
    assert decide.answer(Returned(7)) == Returned(None)
    assert decide.answer(Raised("KeyError")) == Raised("KeyError")
    keyed = read(decide="f(board)['move'][-1]")["decide"]
    assert keyed.answer(Returned({"move": (1, 2)}, ([],))) == Returned(2, ([],))
    odd_values: list[object] = [{}, {"move": []}, {"move": "7"}, Opaque("Move"), None]
    for odd in odd_values:
        assert keyed.answer(Returned(odd)) == Returned(None)


@pytest.mark.parametrize(
    "text",
    [
        "f",
        "f(board",
        "f(board) + 1",
        "f(g(board))",
        "(board)",
        "f[0]",
        "board.f()",
        "a.b(board)",
        "f(x=1)",
        "f(a.b())",
    ],
)
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
    assert [r for r in ROLES if r in csroom.advice.roles] == list(csroom.advice.roles)
    assert csroom.advice.codec == csroom.codec
    assert csroom.advice.match == csroom.match


WORDS = "mark, other, me, them, turn, square, row, column, inf, -inf"


@pytest.mark.parametrize(
    ("codec", "position", "due"),
    [
        (FLAT, OPEN, "'O', 'X', 'O', 'X', True, 8, 2, 2, inf, -inf"),
        (FLAT, OPEN._replace(turn="X"), "'X', 'O', 'O', 'X', False, 8, 2, 2, inf, -inf"),
        (NESTED, OPEN, "2, 1, 2, 1, True, (3, 3), 3, 3, inf, -inf"),
    ],
)
def test_every_word_stands_for_something(codec: Codec, position: Position, due: str) -> None:
    asked = Guide({}, read(value=f"f({WORDS})"), codec, alone("O"))
    assert asked.call("value", position) == f"f({due})"


def test_a_board_that_is_an_object_is_made_through_its_own_method() -> None:
    asked = Guide({}, roles(Table({"full": "board.full()"}, ""), OBJECT), OBJECT, alone("O"))
    (board,) = asked.arguments("full", OPEN)
    assert isinstance(board, Recipe)
    assert (board.of, board.arguments, board.show) == ("Grid", (), "cells")
    assert board.steps == (("put", (0, 0, "X")), ("put", (0, 1, "O")), ("put", (1, 1, "X")))
    typed = "Grid(['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' ']).full()"
    assert asked.call("full", OPEN) == typed
