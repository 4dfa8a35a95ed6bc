"""A worker that is none: through the channel, and through the real checks of csroom."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.catalogue.engines import known
from grader.catalogue.reading import Odd, read
from grader.checks import puppet
from grader.checks.game import Case, Game
from grader.checks.puppet import Puppets
from grader.checks.rights import worked_out
from grader.checks.run import SUITES, Conditions, run_checks
from grader.codec import Codec
from grader.model import Opaque, Raised, Reply, Returned, Submission, Verdict
from grader.sandbox import wire
from grader.sandbox.process import Limits
from grader.sandbox.session import Call, Program, Session
from reference.game import Position
from reference.tablebase import tablebase

EMPTY = [" "] * 9
WON = ["X", "X", "X", "O", "O", " ", " ", " ", " "]
THREATS = ["X", "X", " ", "O", "O", " ", " ", " ", " "]


@pytest.fixture
def sessions() -> Iterator[list[Session]]:
    opened: list[Session] = []
    yield opened
    for one in opened:
        one.close()


def session(assignment: Assignment, name: str, replaced: tuple[str, ...] = ()) -> Session:
    slot = assignment.slot("engine")
    program = Program({"main.py": ""}, "main.py", slot.functions, slot.functions, "", replaced)
    end = time.monotonic() + 60
    return Session(program, Limits(), end, Puppets(assignment, name))


def ask(one: Session, function: str, *arguments: object) -> Reply:
    (reply,) = one.ask(Call(function, [wire.write(arguments)]))
    return reply


def test_a_puppet_has_every_function_that_plays_a_role(csroom: Assignment) -> None:
    one = session(csroom, "right/textbook")
    assert one.loading.problem is None
    assert one.loading.functions == dict.fromkeys(
        (role.function for role in csroom.advice.roles.values()), False
    )
    assert one.level == puppet.LEVEL
    one.close()


@pytest.mark.parametrize(
    ("function", "arguments", "due"),
    [
        ("check_winner", (WON,), "X"),
        ("check_winner", (EMPTY,), None),
        ("is_board_full", (EMPTY,), False),
        ("is_game_over", (WON,), True),
        ("get_valid_moves", (WON,), [5, 6, 7, 8]),
        ("make_move", (WON, 8, "O"), [*WON[:8], "O"]),
        ("make_move", (WON, 8, "X"), [*WON[:8], "X"]),
        ("minimax", (EMPTY, True), 0),
        ("minimax", (THREATS, True), 10),
        ("minimax", (THREATS, False), -10),
        ("get_best_move", (THREATS,), 2),
    ],
)
def test_a_right_puppet_is_right(
    csroom: Assignment, function: str, arguments: tuple[object, ...], due: object
) -> None:
    reply = ask(session(csroom, "right/textbook"), function, *arguments)
    assert isinstance(reply, Returned)
    assert (reply.value, type(reply.value)) == (due, type(due))
    assert reply.arguments_after is None


@pytest.mark.parametrize(
    "name",
    ["winner/empty-line-wins", "decide/takes-the-first-free-square", "value/both-sides-maximise"],
)
def test_a_puppet_answers_as_its_known_program(csroom: Assignment, name: str) -> None:
    program = known(csroom.match.plays, csroom.match.maximiser)[name]
    role = program.role
    function = csroom.advice.roles[role].function
    one = session(csroom, name)
    own = [p for p, e in tablebase().items() if p.turn == csroom.match.maximiser and e.optimal]
    for position in own[::400]:
        board = csroom.codec.encode_board(position.board)
        more = (True,) if role == "value" else ()
        reply = ask(one, function, board, *more)
        reading = program.reading(role, position, right=False)
        assert read(role, reply, csroom.codec) == reading


def test_only_the_faulty_function_is_faulty_and_not_where_it_is_replaced(
    csroom: Assignment,
) -> None:
    name = "winner/winner-swapped"
    wrong = session(csroom, name)
    assert ask(wrong, "check_winner", WON) == Returned("O")
    assert ask(wrong, "is_game_over", WON) == Returned(value=True)
    right = session(csroom, name, ("check_winner",))
    assert ask(right, "check_winner", WON) == Returned("X")


def test_what_a_program_changes_or_raises_comes_across(csroom: Assignment) -> None:
    reply = ask(session(csroom, "play/move-changes-the-board"), "make_move", EMPTY, 8, "X")
    assert isinstance(reply, Returned)
    assert reply.arguments_after is not None
    assert len(reply.arguments_after) == 3
    endless = ask(session(csroom, "value/search-never-ends"), "minimax", EMPTY, True)  # noqa: FBT003 - the turn
    assert isinstance(endless, Raised)
    assert endless.type_name == "RecursionError"
    nothing = ask(session(csroom, "play/move-returns-nothing"), "make_move", EMPTY, 8, "X")
    assert isinstance(nothing, Returned)
    assert nothing.value is None


def test_an_odd_value_is_opaque(csroom: Assignment) -> None:
    empty = Position((None,) * 9, "X")
    assert puppet._written("winner", Odd("'Z'"), empty, csroom.codec) == Opaque("'Z'")
    assert puppet._written("winner", ".", empty, csroom.codec) == " "
    assert puppet._written("value", 0.5, empty, csroom.codec) == 0.5


def test_a_puppet_has_a_word_for_a_draw_where_its_dialect_has_one(csroom: Assignment) -> None:
    dialect = replace(csroom.codec, draw="draw")
    for board, due in ((None,) * 9, None), (tuple("XOXXOOOXX"), "draw"):
        assert puppet._written("winner", None, Position(board, "X"), dialect) == due


def test_a_puppet_speaks_other_dialects(csroom: Assignment) -> None:
    nested = Codec("nested", {"X": 1, "O": 2}, None, "pair", 1)
    dialect = replace(csroom, codec=nested)
    one = session(dialect, "right/textbook")
    rows: list[list[Any]] = [[1, 1, None], [2, 2, None], [None, None, None]]
    assert ask(one, "get_best_move", rows) == Returned((1, 3))
    assert ask(one, "check_winner", [[1, 1, 1], [2, 2, None], [None] * 3]) == Returned(1)
    assert ask(one, "make_move", rows, (3, 3), 2) == Returned([*rows[:2], [None, None, 2]])
    assert json.loads(json.dumps(nested.encode_move(0))) == [1, 1]


def test_nothing_is_read_where_nothing_was_asked(csroom: Assignment) -> None:
    source = Puppets(csroom, "right/textbook")
    with source.start(Limits()) as process:
        assert json.loads(process.receive(0.0))["ready"] == "puppet"
        assert process._child.read(0.0) == b""
        assert process.kill() == 0
    source.close()


def test_a_sound_program_earns_full_marks_through_the_real_checks(csroom: Assignment) -> None:
    folder = csroom.folder / "solution"
    files = {slot.name: (folder / slot.name).read_text(encoding="utf-8") for slot in csroom.files}
    submission = Submission("puppet", "puppet", "puppet", files)
    conditions = Conditions(SUITES, puppet="right/depth-weighted")
    found = run_checks(csroom, submission, {name: name for name in files}, conditions)
    scored = [check for check in found.results if check.max_score]
    assert {check.verdict for check in scored} == {Verdict.ACCEPTED}
    assert sum(check.score for check in scored) == csroom.max_score
    assert found.proof is not None
    assert found.proof.contested_kept == found.proof.contested


def test_a_faulty_program_is_caught_through_the_real_checks(csroom: Assignment) -> None:
    submission = Submission("puppet", "puppet", "puppet", {"main.py": ""})
    conditions = Conditions(("visible", "hidden"), puppet="full/full-inverted")
    found = run_checks(csroom, submission, {"main.py": "main.py"}, conditions)
    lost = [r for r in found.results if r.max_score and not r.score and r.layer != "warmup"]
    assert lost
    assert all("is_board_full" in check.functions for check in lost)


@pytest.mark.parametrize(
    "name", ["right/textbook", "winner/two-in-a-line-win", "decide/takes-the-worst"]
)
def test_what_is_worked_out_beforehand_changes_no_reply(csroom: Assignment, name: str) -> None:
    game = Game(csroom.match, csroom.codec)
    ready = Puppets(csroom, name, worked_out(csroom, game)).puppet()
    asked: dict[str, Sequence[Case]] = {
        "winner": game.boards,
        "play": game.running,
        "value": game.finished,
        "decide": game.decisions,
    }
    for role, cases in asked.items():
        function = csroom.advice.roles[role].function
        for case in cases[::97]:
            given = [wire.encode(one) for one in csroom.advice.arguments(role, case.position)]
            alone = Puppets(csroom, name).puppet()
            assert ready.answer(function, given) == alone.answer(function, given)


def test_what_is_worked_out_beforehand_is_what_most_checks_ask(csroom: Assignment) -> None:
    game = Game(csroom.match, csroom.codec)
    rights = worked_out(csroom, game)
    functions = {role.function for role in csroom.advice.roles.values()}
    assert {function for function, _ in rights} == functions
    assert len(rights) > 3 * len(game.boards) + 3 * len(game.running)
