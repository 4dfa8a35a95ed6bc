"""Turning and mirroring the board."""

from __future__ import annotations

from itertools import product

from reference.board import winner
from reference.notation import parse, render
from reference.symmetry import IDENTITY, SYMMETRIES, canonical, compose, transform
from reference.tablebase import positions, tablebase


def test_there_are_eight_and_they_form_a_group() -> None:
    assert len(set(SYMMETRIES)) == 8
    assert IDENTITY in SYMMETRIES
    assert {compose(a, b) for a, b in product(SYMMETRIES, repeat=2)} == set(SYMMETRIES)


def test_composing_is_doing_one_and_then_the_other() -> None:
    board = parse("XO.X..O..")
    for first, second in product(SYMMETRIES, repeat=2):
        both = transform(transform(board, first), second)
        assert transform(board, compose(first, second)) == both


def test_the_quarter_turn_moves_the_left_column_to_the_top() -> None:
    images = {render(transform(parse("X..O..X.."), s)) for s in SYMMETRIES}
    assert images == {"X..O..X..", "XOX......", "..X..O..X", "......XOX"}


def test_the_reachable_boards_fall_into_765_classes() -> None:
    assert len({canonical(position.board) for position in positions("X")}) == 765


def test_all_images_of_a_board_share_one_representative() -> None:
    board = parse("X...O..X.")
    assert {canonical(transform(board, s)) for s in SYMMETRIES} == {canonical(board)}


def test_the_value_of_a_position_does_not_change_with_the_view() -> None:
    few = [p for p in positions("X") if p.board.count(None) >= 6]
    for position in few:
        image = position._replace(board=canonical(position.board))
        assert winner(image.board) == winner(position.board)
        assert tablebase()[image].value == tablebase()[position].value
