"""The game as tests see it: every board with what is true of it."""

from __future__ import annotations

from typing import get_args

import pytest

from grader.checks.game import Case, Game
from grader.codec import Codec
from grader.match import alone
from reference.board import Mark, Position
from reference.notation import parse

CODEC = Codec("nested", {"X": 1, "O": 2}, None, "pair", 0)
GAME = Game(alone("O"), CODEC)
MARKS: tuple[Mark, ...] = get_args(Mark)


def case(text: str, turn: Mark = "O", program: Mark = "O") -> Case:
    return Case(parse(text), turn, alone(program), CODEC)


def test_every_board_and_position_is_there_fewest_marks_first() -> None:
    assert len(GAME.boards) == 8_533
    assert len(GAME.running) == 9_040
    assert len(GAME.decisions) == 4_520
    assert len(GAME.finished) == 2 * 1_916
    for cases in (GAME.boards, GAME.running, GAME.decisions, GAME.finished):
        empties = [each.empties for each in cases]
        assert empties == sorted(empties, reverse=True)


def test_decisions_are_the_programs_own() -> None:
    assert all(each.program_moves and not each.over for each in GAME.decisions)


def test_a_finished_board_is_asked_about_with_either_side_next() -> None:
    first, second = GAME.finished[:2]
    assert first.squares == second.squares
    assert {first.turn, second.turn} == {"X", "O"}


def test_a_board_is_written_in_the_dialect_afresh_at_each_look() -> None:
    looked = case("X.O......")
    assert looked.board == [[1, None, 2], [None] * 3, [None] * 3]
    assert looked.board is not looked.board
    assert looked.notation == "X.O......"
    assert looked.mark == 2


@pytest.mark.parametrize(
    ("text", "winner", "full", "over", "lines"),
    [
        ("XXX.OO...", 1, False, True, {"row"}),
        ("O..O..O.X", 2, False, True, {"column"}),
        ("X..OX.O.X", 1, False, True, {"diagonal"}),
        ("XXXXOOXOO", 1, True, True, {"row", "column"}),
        ("XOXXOOOXX", None, True, True, set()),
        ("XO.......", None, False, False, set()),
    ],
)
def test_what_is_true_of_a_board(
    text: str, winner: object, full: object, over: object, lines: set[str]
) -> None:
    looked = case(text)
    assert (looked.winner, looked.full, looked.over) == (winner, full, over)
    assert looked.lines == lines


def test_three_empty_squares_in_a_line_are_noticed() -> None:
    assert case("XO.......").has_empty_line
    assert not case("XOX.O..X.").has_empty_line


@pytest.mark.parametrize("program", MARKS)
def test_the_value_is_the_programs_whoever_moves(program: Mark) -> None:
    sign = 1 if program == "X" else -1
    assert case("XX.OO....", "X", program).value == sign
    assert case("XX.OO....", "O", program).value == -sign
    assert case("XXX.OO...", "O", program).value == sign
    assert case("OOO.XX.X.", "X", program).value == -sign
    assert case("XOXXOOOXX", "O", program).value == 0
    assert case(".........", "X", program).value == 0


def test_the_right_squares_keep_the_value() -> None:
    corner = case("X........")
    assert (corner.right, corner.can_go_wrong) == ((4,), True)
    assert corner.free == [1, 2, 3, 4, 5, 6, 7, 8]
    assert not case(".........").can_go_wrong


def test_only_the_empty_board_is_an_opening() -> None:
    assert case(".........").is_opening
    assert not case("X........").is_opening


def test_a_case_is_a_position() -> None:
    assert case("X........", "O").position == Position(parse("X........"), "O")
