"""Every known program, on every position: the right ones are right, and each faulty one differs."""

from __future__ import annotations

from functools import cache

import pytest

from grader.catalogue.engines import ANSWERS_WHEN_OVER, Known, known, scale
from grader.catalogue.reading import ROLES, Reading, Said
from reference.board import Mark, Position, empty_squares, is_full, is_terminal, other, winner
from reference.board import play as put
from reference.game import MARKS
from reference.tablebase import boards, tablebase

PROGRAM: Mark = "O"
NAMES = sorted(known((PROGRAM,), PROGRAM))
SOUND = [name for name in NAMES if name.startswith("right/")]
# one is wrong only once a game is over, which no position of the table is
FAULTY = [n for n in NAMES if not n.startswith("right/") and n != ANSWERS_WHEN_OVER]
SAMPLE = 7  # every so many positions; what must differ somewhere is looked for on all


@cache
def positions(role: str) -> tuple[Position, ...]:
    """Return what a function of this role is asked, with the program's turn where it has none."""
    if role == "decide":
        return tuple(p for p, e in tablebase().items() if p.turn == PROGRAM and e.optimal)
    if role == "wins":
        return tuple(Position(board, mark) for board in boards() for mark in MARKS)
    if role == "score":
        return tuple(p for p, e in tablebase().items() if not e.optimal)
    if role == "turn":
        return tuple(p for p, e in tablebase().items() if e.optimal)
    if role == "play":
        return tuple(p for p in tablebase() if empty_squares(p.board))
    return tuple(tablebase())


def said(one: Known, role: str, position: Position, *, right: bool = False) -> object:
    reading = one.reading(role, position, right=right)
    assert isinstance(reading, Said)
    assert not reading.changed
    return reading.value


def test_there_are_programs_of_both_marks_and_faults_of_every_role() -> None:
    assert {one.role for one in known(("O",), "O").values() if not one.sound} == set(ROLES)
    assert list(known(("X",), "X")) == list(known(("O",), "O"))
    assert all(one.name == name for name, one in known(("X",), "X").items())
    assert {"right/textbook", "right/slowest"} <= set(SOUND)
    assert len(FAULTY) > 50


@pytest.mark.parametrize("program", ["X", "O"])
def test_a_right_program_knows_the_rules(program: Mark) -> None:
    one = known((program,), program)["right/textbook"]
    for position in positions("value")[::SAMPLE]:
        board = position.board
        assert said(one, "winner", position) == winner(board)
        assert said(one, "full", position) is is_full(board)
        assert said(one, "over", position) is is_terminal(board)
        assert said(one, "moves", position) == empty_squares(board)
        free = empty_squares(board)
        if free and not is_terminal(board):
            assert said(one, "play", position) == put(board, free[-1], position.turn)


@pytest.mark.parametrize("program", ["X", "O"])
@pytest.mark.parametrize("name", SOUND)
def test_a_right_program_orders_boards_and_keeps_the_value(program: Mark, name: str) -> None:
    one = known((program,), program)[name]
    scores: dict[int, list[float]] = {-1: [], 0: [], 1: []}
    for position, entry in list(tablebase().items())[::SAMPLE]:
        value = said(one, "value", position)
        assert isinstance(value, float)
        truth = entry.value if position.turn == program else -entry.value
        scores[truth].append(value)
        if entry.optimal and position.turn == program:
            assert said(one, "decide", position) in entry.optimal
    assert max(scores[-1]) < min(scores[0])
    assert max(scores[0]) < min(scores[1])


def test_right_programs_choose_in_their_own_ways() -> None:
    chosen = {
        name: [said(known((PROGRAM,), PROGRAM)[name], "decide", p) for p in positions("decide")]
        for name in ("right/textbook", "right/last-of-equals", "right/fastest", "right/slowest")
    }
    assert len({tuple(map(str, moves)) for moves in chosen.values()}) == len(chosen)
    for position, move in zip(positions("decide"), chosen["right/fastest"], strict=True):
        assert move in tablebase()[position].best
    slow = zip(positions("decide"), chosen["right/slowest"], strict=True)
    assert any(move not in tablebase()[position].best for position, move in slow)


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_program_differs_somewhere_and_only_in_its_role(name: str) -> None:
    one = known((PROGRAM,), PROGRAM)[name]
    assert name.startswith(f"{one.role}/")
    right = known((PROGRAM,), PROGRAM)["right/textbook"]

    def differs(position: Position) -> bool:
        faulty = one.reading(one.role, position, right=False)
        if one.role == "decide" and isinstance(faulty, Said) and not faulty.changed:
            return faulty.value not in tablebase()[position].optimal
        return faulty != right.reading(one.role, position, right=False)

    assert any(map(differs, positions(one.role)))
    for role in ROLES:
        position = positions(role)[3]
        assert one.reading(role, position, right=True) == right.rights[role](position)
        if role != one.role:
            assert one.reading(role, position, right=False) == right.rights[role](position)


def test_a_program_with_a_choice_answers_the_same_each_time() -> None:
    def answers() -> list[Reading]:
        known.cache_clear()
        one = known((PROGRAM,), PROGRAM)["decide/takes-the-worst"]
        return [one.reading("decide", p, right=False) for p in positions("decide")[::50]]

    assert answers() == answers()


def test_a_scale_may_take_something_off_for_every_move() -> None:
    made = scale(10.0, 0.0, -10.0, per_ply=1.0)
    assert made.per_ply == (-1.0, 1.0)
    assert set(made.base.values()) == {10.0, 0.0, -10.0}
    assert other(PROGRAM) == "X"
