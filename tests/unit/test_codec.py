"""A dialect's boards and moves, in both directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.codec import Codec
from grader.model import Handle, Opaque
from reference.notation import parse

FLAT = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)
NESTED = Codec("nested", {"X": 1, "O": 2}, None, "pair", 0)
LABELLED = Codec("nested", {"X": "X", "O": "O"}, None, "index", 1)
PAIRS_FROM_ONE = Codec("nested", {"X": "X", "O": "O"}, "", "pair", 1)
EVERY = (FLAT, NESTED, LABELLED, PAIRS_FROM_ONE)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(Opaque("B")),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


def test_a_flat_board_is_one_list() -> None:
    assert FLAT.encode_board(parse("X.O......")) == ["X", " ", "O", *" " * 6]


def test_a_nested_board_is_three_rows() -> None:
    assert NESTED.encode_board(parse("X.O.X....")) == [
        [1, None, 2],
        [None, 1, None],
        [None, None, None],
    ]


def test_every_look_at_a_board_is_a_fresh_one() -> None:
    board = parse(".........")
    assert FLAT.encode_board(board) is not FLAT.encode_board(board)
    first = NESTED.encode_board(board)
    assert first[0] is not NESTED.encode_board(board)[0]
    assert first[0] is not first[1]


@pytest.mark.parametrize("codec", EVERY)
@pytest.mark.parametrize("square", range(9))
def test_encoding_and_decoding_a_move_are_inverse(codec: Codec, square: int) -> None:
    assert codec.decode_move(codec.encode_move(square)) == square


@pytest.mark.parametrize(
    ("codec", "square", "written"),
    [(FLAT, 5, 5), (LABELLED, 5, 6), (NESTED, 5, (1, 2)), (PAIRS_FROM_ONE, 5, (2, 3))],
)
def test_a_move_is_written_as_the_dialect_says(codec: Codec, square: int, written: object) -> None:
    assert codec.encode_move(square) == written


def test_a_pair_may_come_as_a_list() -> None:
    assert NESTED.decode_move([1, 2]) == 5


@pytest.mark.parametrize(
    "value", [-1, 9, True, 4.0, "4", None, [4], (4,), 10**400, float("nan"), Opaque("B"), {4: 4}]
)
def test_what_is_no_index_is_no_square(value: object) -> None:
    assert FLAT.decode_move(value) is None


@pytest.mark.parametrize(
    "value",
    [4, (1,), (1, 2, 3), (3, 0), (0, 3), (-1, 0), (0, -1), (True, 1), "12", (1.0, 2), [], [[1], 2]],
)
def test_what_is_no_pair_is_no_square(value: object) -> None:
    assert NESTED.decode_move(value) is None


@given(anything)
def test_decoding_never_raises_and_never_leaves_the_board(value: object) -> None:
    for codec in EVERY:
        assert codec.decode_move(value) in {None, *range(9)}


def test_a_handle_is_no_square() -> None:
    assert FLAT.decode_move(Handle(4)) is None
