"""A submission's values to data: by the slot, never by a method of theirs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple, NoReturn

import pytest

from grader.model import Opaque
from grader.sandbox import wire
from grader.sandbox.inside.values import MAX_ITEMS, Wire, text_of, type_name


class Sly(int):
    """An int that lies wherever it is asked."""

    def _lie(self, *_: object) -> NoReturn:
        raise AssertionError

    __int__ = __index__ = __repr__ = __hash__ = __eq__ = __lt__ = __bool__ = _lie
    __getattribute__ = _lie


class Score(IntEnum):
    WIN = 10


class Move(NamedTuple):
    row: int
    column: int


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise AssertionError


class Grid(list[int]):
    def __iter__(self) -> Iterator[int]:
        raise AssertionError


class Board:
    """No plain data."""


def told(value: object) -> object:
    """Return ``value`` as the other side sees it."""
    return wire.decode(json.loads(json.dumps(Wire().encode(value))))


@pytest.mark.parametrize(
    "value",
    [None, True, 7, -(1 << 63), 1 << 64, 2.5, "X", [1, [2]], (1, 2), {3}, frozenset({4}), {5: "a"}],
)
def test_plain_values_cross_as_they_are(value: object) -> None:
    assert told(value) == value
    assert type(told(value)) is type(value)


def test_nan_crosses() -> None:
    crossed = told(math.nan)
    assert isinstance(crossed, float)
    assert math.isnan(crossed)


@pytest.mark.parametrize(
    ("value", "due"),
    [
        (Score.WIN, 10),
        (Move(1, 2), (1, 2)),
        (Text("X"), "X"),
        (Grid([1, 2]), [1, 2]),
    ],
    ids=["enum", "named tuple", "str", "list"],
)
def test_a_subclass_crosses_as_its_base_and_none_of_its_methods_runs(
    value: object, due: object
) -> None:
    crossed = told(value)
    assert crossed == due
    assert type(crossed) is type(due)


def test_an_int_that_lies_wherever_it_is_asked_is_just_an_int() -> None:
    assert told(Sly(7)) == 7


@pytest.mark.parametrize(
    ("value", "due"),
    [
        (range(3), [0, 1, 2]),
        ((n * n for n in (1, 2)), [1, 4]),
        (map(str, [1]), ["1"]),
        ({1: 2}.keys(), [1]),
        (zip("a", "b", strict=True), [("a", "b")]),
    ],
)
def test_an_iterator_crosses_as_its_items(value: object, due: object) -> None:
    assert told(value) == due


def endless() -> Iterator[int]:
    while True:
        yield 1


@pytest.mark.parametrize(
    ("value", "due"),
    [
        (Board(), "Board"),
        (Board, "type"),
        (print, "builtin_function_or_method"),
        (1j, "complex"),
        (b"X", "bytes"),
        (10**2000, "int of 6644 bits"),
        ("x" * 401, "str of 401 characters"),
        ([0] * (MAX_ITEMS + 1), "list of 65 items"),
        (endless(), "generator of 65 items"),
    ],
)
def test_anything_else_crosses_as_the_name_of_its_type(value: object, due: str) -> None:
    assert told(value) == Opaque(due)


def test_a_value_that_holds_itself_ends_in_a_name() -> None:
    loop: list[Any] = []
    loop.append(loop)
    assert "<list>" in repr(told(loop))


def test_a_type_name_is_the_real_one_and_short() -> None:
    pretending = type("Mine" * 40, (), {"__class__": int})
    assert type_name(pretending()) == ("Mine" * 40)[:60]


def test_half_a_character_is_spelled_out() -> None:
    assert text_of("a\ud800") == "a\\ud800"
    assert told("a\ud800") == "a\\ud800"


def test_what_is_kept_is_told_apart_by_number() -> None:
    held = Wire()
    first, second = Board(), Board()
    assert [held.keep(first), held.keep(second)] == [{"h": 1}, {"h": 2}]
    assert held.decode({"h": 1}) is first
    assert held.decode({"h": 2}) is second


@pytest.mark.parametrize(
    ("data", "due"),
    [
        ({"f": "0x1p1"}, 2.0),
        ({"i": "0x10"}, 16),
        ({"t": [1]}, (1,)),
        ({"s": [1]}, {1}),
        ({"z": [1]}, frozenset({1})),
        ({"d": [["a", {"t": []}]]}, {"a": ()}),
        ([None, [1]], [None, [1]]),
        (None, None),
    ],
)
def test_our_arguments_are_read_back(data: Any, due: object) -> None:
    read = Wire().decode(data)
    assert read == due
    assert type(read) is type(due)


def test_a_flat_board_is_a_fresh_list_each_time() -> None:
    data = ["X", " "]
    read = Wire().decode(data)
    assert read == data
    assert read is not data
