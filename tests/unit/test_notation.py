"""Boards as text and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.board import EMPTY_BOARD
from reference.notation import NotationError, parse, render


def test_a_board_reads_row_by_row() -> None:
    assert parse("X.O.X....") == ("X", None, "O", None, "X", None, None, None, None)
    assert render(EMPTY_BOARD) == "........."


@given(st.text("XO.", min_size=9, max_size=9))
def test_parse_and_render_are_inverse(text: str) -> None:
    assert render(parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "X.O.X...", "X.O.X.....", "X.O.X...x", "X/O/X....", "XO .XO..."]
)
def test_anything_but_nine_squares_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a board of nine squares"):
        parse(text)
