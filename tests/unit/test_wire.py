"""Values across the pipe: what we send comes back the same, what is forged is refused."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.checks.ask import same
from grader.model import Handle, Opaque
from grader.sandbox import wire
from grader.sandbox.inside.values import Wire
from grader.sandbox.wire import ProtocolError

hashable = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=4,
)
values = st.recursive(
    hashable,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner)
        | st.sets(hashable, max_size=3)
        | st.dictionaries(hashable, inner, max_size=3)
    ),
    max_leaves=6,
)
tags = st.sampled_from(["f", "i", "t", "s", "z", "d", "y", "h", "o", "?"])
forged = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(tags, inner, max_size=2)
        | st.dictionaries(tags, st.lists(st.lists(inner, max_size=3), max_size=2), max_size=1)
    ),
    max_leaves=10,
)


def typed(value: Any) -> Any:
    """Return ``value`` in terms that tell 1 from True and 1.0, and NaN equal to itself."""
    name = type(value).__name__
    match value:
        case float():
            return (name, value.hex())
        case list() | tuple():
            return (name, tuple(map(typed, value)))
        case set() | frozenset():
            return (name, frozenset(map(typed, value)))
        case dict():
            return (name, frozenset((typed(k), typed(v)) for k, v in value.items()))
        case _:
            return (name, value)


def across(data: Any) -> Any:
    return json.loads(json.dumps(data))


# ---------------------------------------------------------------------------- there and back


@given(values)
def test_encoding_and_decoding_are_inverse(value: object) -> None:
    assert typed(wire.decode(across(wire.encode(value)))) == typed(value)


@given(values)
def test_the_worker_reads_what_we_write(value: object) -> None:
    assert typed(Wire().decode(across(wire.encode(value)))) == typed(value)


def test_a_question_is_written_as_one_list() -> None:
    question = wire.write([["X", " "], True, -math.inf, Handle(3), (1, 2)])
    assert json.loads(question) == [["X", " "], True, {"f": "-inf"}, {"h": 3}, {"t": [1, 2]}]


def test_what_cannot_be_sent_is_our_mistake() -> None:
    with pytest.raises(TypeError, match="cannot send a value of type object"):
        wire.encode([[object()]])


# ---------------------------------------------------------------------------- what comes in


@pytest.mark.parametrize(
    ("data", "due"),
    [
        ({"f": "nan"}, math.nan),
        ({"f": "-inf"}, -math.inf),
        ({"i": "0x" + "f" * 100}, 16**100 - 1),
        ({"y": [1, 2]}, [1, 2]),
        ({"o": "Board"}, Opaque("Board")),
        ({"o": "x" * 200}, Opaque("x" * 80)),
        ({"h": 7}, Handle(7)),
        ({"d": [[{"t": [0, 1]}, "X"]]}, {(0, 1): "X"}),
    ],
)
def test_each_tag_stands_for_one_kind_of_value(data: Any, due: object) -> None:
    assert typed(wire.decode(data)) == typed(due)


def test_an_opaque_value_shows_its_type_and_equals_no_answer() -> None:
    assert repr(Opaque("Board")) == "<Board>"
    assert not same(Opaque("Board"), "Board")


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def test_values_may_be_nested_so_deep_and_no_deeper() -> None:
    deepest = wire.MAX_DEPTH + 1
    assert wire.decode(nested(deepest)) == nested(deepest)
    with pytest.raises(ProtocolError, match="nested too deeply"):
        wire.decode(nested(deepest + 1))


@pytest.mark.parametrize(
    "data",
    [
        [0] * 66,
        {"t": [0] * 66},
        {"s": list(range(66))},
        {"y": [0] * 66},
        {"d": [[n, n] for n in range(66)]},
        {"d": [[0] * 66]},
        "x" * 1601,
        {"f": "0x" + "f" * 100_000},
    ],
)
def test_a_value_larger_than_our_worker_writes_is_refused(data: Any) -> None:
    with pytest.raises(ProtocolError):
        wire.decode(data)


@pytest.mark.parametrize("data", [[0] * 65, {"d": [[n, n] for n in range(65)]}, "x" * 1600])
def test_a_value_as_large_as_our_worker_writes_is_taken(data: Any) -> None:
    wire.decode(data)


def test_of_a_huge_number_no_more_is_read_than_our_worker_writes() -> None:
    number = wire.decode({"i": "0x" + "f" * 20_000})
    assert isinstance(number, int)
    assert number.bit_length() <= 4 * wire.MAX_DIGITS


def test_a_set_is_written_in_an_order_of_its_own() -> None:
    there, back = {(0, 2), (1, 1), (2, 0)}, {(2, 0), (1, 1), (0, 2)}
    assert wire.write_one(there) == wire.write_one(back)
    assert wire.encode({10, 9, 1}) == {"s": [1, 10, 9]}
    assert wire.encode(frozenset("ba")) == {"z": ["a", "b"]}


def test_an_opaque_value_goes_back_as_it_came() -> None:
    assert wire.decode(across(wire.encode([Opaque("Board")]))) == [Opaque("Board")]


@pytest.mark.parametrize(
    "data",
    [
        1.5,
        math.nan,
        {},
        {"f": "0x1p0", "i": "1"},
        {"?": 1},
        {"f": 1},
        {"f": "one"},
        {"f": "0x1p99999"},
        {"i": "g"},
        {"i": 1},
        {"t": 5},
        {"t": {"a": 1}},
        {"s": [[1]]},
        {"z": [{"d": []}]},
        {"d": 5},
        {"d": [1]},
        {"d": [[1, 2, 3]]},
        {"d": [[[1], 2]]},
        {"h": "x"},
        {"h": math.inf},
        {"h": None},
        [[{"t": [{"f": "x"}]}]],
    ],
)
def test_what_our_worker_never_writes_is_refused(data: Any) -> None:
    with pytest.raises(ProtocolError):
        wire.decode(data)


@given(forged)
@example({"y": [{"s": [{"y": []}]}]})
def test_a_forged_value_is_a_value_or_refused(data: Any) -> None:
    with suppress(ProtocolError):
        wire.decode(across(data))


# ---------------------------------------------------------------------------- whole replies


def test_the_next_reply_is_taken() -> None:
    assert wire.parse(b'{"id":3,"value":null}', 3) == {"id": 3, "value": None}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe\x00",
        b"AAAA",
        b"[]",
        b"3",
        b"null",
        b"{}",
        b'{"id":2}',
        b'{"id":"3"}',
        b'{"id":3.0}',
        b'{"id":null}',
        b'{"id":3}{"id":3}',
        b'{"id":' + b"9" * 5000 + b"}",
        b"[" * 100_000,
    ],
)
def test_anything_but_the_next_reply_is_refused(body: bytes) -> None:
    with pytest.raises(ProtocolError):
        wire.parse(body, 3)


def test_true_is_not_the_first_reply() -> None:
    with pytest.raises(ProtocolError, match="out of order"):
        wire.parse(b'{"id":true}', 1)


@given(st.binary(max_size=60))
def test_raw_bytes_are_a_reply_or_refused(body: bytes) -> None:
    with suppress(ProtocolError):
        wire.parse(body, 1)
