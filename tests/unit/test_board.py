"""The rules: lines, the end of a game, legal moves, whose turn it is."""

from __future__ import annotations

import pytest

from reference.board import (
    COLUMNS,
    DIAGONALS,
    EMPTY_BOARD,
    LINES,
    ROWS,
    Board,
    IllegalMoveError,
    Line,
    Mark,
    Position,
    after,
    empty_squares,
    is_full,
    is_terminal,
    legal_moves,
    opening,
    other,
    play,
    winner,
    winning_lines,
)
from reference.notation import parse

MARKS: tuple[Mark, ...] = ("X", "O")


def with_line(line: Line, mark: Mark) -> Board:
    return tuple(mark if square in line else None for square in range(9))


def test_there_are_eight_different_lines() -> None:
    assert LINES == ROWS + COLUMNS + DIAGONALS
    assert len({frozenset(line) for line in LINES}) == 8


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("mark", MARKS)
def test_three_equal_marks_on_any_line_win(line: Line, mark: Mark) -> None:
    board = with_line(line, mark)
    assert winner(board) == mark
    assert winning_lines(board) == (line,)
    assert is_terminal(board)
    assert legal_moves(board) == ()


@pytest.mark.parametrize("text", [".........", "XOXXOOOXX", "XX.OO....", "XXOOOXXXO"])
def test_empty_and_mixed_lines_do_not_win(text: str) -> None:
    assert winner(parse(text)) is None
    assert winning_lines(parse(text)) == ()


def test_one_mark_can_complete_two_lines_at_once() -> None:
    assert winning_lines(parse("XXXXOOXOO")) == ((0, 1, 2), (0, 3, 6))


def test_a_full_board_ends_the_game_without_a_winner() -> None:
    board = parse("XOXXOOOXX")
    assert is_full(board)
    assert is_terminal(board)
    assert winner(board) is None


def test_a_running_game_is_not_over() -> None:
    assert not is_terminal(parse("XOX......"))
    assert not is_full(parse("XOXXOOOX."))


def test_empty_squares_are_named_in_order_even_after_the_end() -> None:
    assert empty_squares(parse("XXX.OO...")) == (3, 6, 7, 8)
    assert legal_moves(parse("XX..OO...")) == (2, 3, 6, 7, 8)


def test_playing_marks_one_square_and_leaves_the_old_board() -> None:
    before = parse("X........")
    assert play(before, 4, "O") == parse("X...O....")
    assert play(before, 8, "O") == parse("X.......O")
    assert before == parse("X........")


@pytest.mark.parametrize(
    ("text", "square"), [("X........", 0), (".........", 9), (".........", -1), ("XXX.OO...", 8)]
)
def test_a_taken_square_one_off_the_board_and_a_finished_game_are_refused(
    text: str, square: int
) -> None:
    with pytest.raises(IllegalMoveError, match=f"square {square} "):
        play(parse(text), square, "O")


@pytest.mark.parametrize(("mark", "opponent"), [("X", "O"), ("O", "X")])
def test_marks_alternate_from_the_opener_on(mark: Mark, opponent: Mark) -> None:
    assert other(mark) == opponent
    assert opening(mark) == Position(EMPTY_BOARD, mark)
    assert after(opening(mark), 4) == Position(play(EMPTY_BOARD, 4, mark), opponent)
