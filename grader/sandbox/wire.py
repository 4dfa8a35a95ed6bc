"""What comes over the wire, back to values of exact builtin types. All of it is hostile."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from grader.model import Handle, Opaque, Recipe

MAX_DEPTH = 10  # a little more of everything than our worker writes
MAX_TEXT = 1600
MAX_ITEMS = 65
MAX_DIGITS = 1100
_TO_JSON = json.JSONEncoder(separators=(",", ":")).encode
_FROM_JSON = json.JSONDecoder().decode
_PLAIN = {str, int, bool, type(None)}


class ProtocolError(ValueError):
    """The bytes are no reply that our worker writes: the submission forged or broke them."""


def write(arguments: Sequence[object]) -> str:
    """Return one question's ``arguments`` as JSON text, ready to be put into a frame.

    Raises:
        TypeError: see :func:`encode`.
    """
    return f"[{','.join(map(write_one, arguments))}]"


def write_one(argument: object) -> str:
    """Return one argument of a question as JSON text.

    Raises:
        TypeError: see :func:`encode`.
    """
    kind: Any = type(argument)
    plain: Any = argument
    return _atom(kind, plain) if kind in _PLAIN else _TO_JSON(encode(argument))


@lru_cache(1024)
def _atom(_kind: type, value: Any) -> str:
    return _TO_JSON(value)


def encode(value: object) -> Any:
    """Return ``value``, one of our own arguments, as the worker's JSON data.

    Raises:
        TypeError: if ``value`` holds anything but None, bool, int, float, str, list, tuple, set,
            dict, handles and recipes; our mistake.
    """
    if type(value) is list and set(map(type, value)) <= _PLAIN:
        return value  # a flat board, by far the most common argument
    for kinds, writer in _WRITERS:
        if isinstance(value, kinds):
            return writer(value)
    raise TypeError(f"cannot send a value of type {type(value).__name__}")


def _made(value: Recipe) -> Any:
    """Return the recipe of an object, for the worker to follow."""
    with_ = [encode(argument) for argument in value.arguments]
    steps = [[method, [encode(one) for one in given]] for method, given in value.steps]
    return {"n": {"of": value.of, "with": with_, "do": steps, "show": value.show or None}}


def _hashed_out(tag: str) -> Callable[[Any], Any]:
    """Return a writer of sets: in an order of their own, not that of this process's hashes."""
    return lambda value: {tag: sorted((encode(item) for item in value), key=_TO_JSON)}


_WRITERS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    ((str, int, type(None)), lambda value: value),
    (float, lambda value: {"f": value.hex()}),
    (Handle, lambda value: {"h": value.number}),
    (Recipe, _made),
    (Opaque, lambda value: {"o": value.type_name}),
    (list, lambda value: [encode(item) for item in value]),
    (tuple, lambda value: {"t": [encode(item) for item in value]}),
    (set, _hashed_out("s")),
    (frozenset, _hashed_out("z")),
    (dict, lambda value: {"d": [[encode(k), encode(item)] for k, item in value.items()]}),
)


def decode(data: Any, depth: int = 0) -> object:
    """Return the value written as ``data``.

    Raises:
        ProtocolError: if ``data`` is not what our worker writes.
    """
    if data is None or type(data) in {bool, int}:
        return data
    if type(data) is str and len(data) <= MAX_TEXT:
        return data
    if depth > MAX_DEPTH:
        raise ProtocolError("a value nested too deeply")
    if type(data) is list:
        return _items(data, depth + 1)
    if type(data) is not dict or len(data) != 1:
        raise ProtocolError("a value of no known form")
    ((tag, body),) = data.items()
    try:
        return _DECODERS[tag](body, depth + 1)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ProtocolError(f"a value tagged {tag!r:.20} that cannot be read") from error


def _items(body: Any, depth: int) -> list[object]:
    if type(body) is not list or len(body) > MAX_ITEMS:
        raise ProtocolError("a container without items, or with too many")
    return [decode(item, depth) for item in body]


def _pairs(body: Any, depth: int) -> object:
    pairs = [_items(pair, depth) for pair in body[: MAX_ITEMS + 1]]
    if len(pairs) > MAX_ITEMS:
        raise ProtocolError("a dict of too many items")
    return {key: item for key, item in pairs}  # noqa: C416 - each must be a pair


def _hashed(kind: Callable[[list[object]], object]) -> Callable[[Any, int], object]:
    return lambda body, depth: kind(_items(body, depth))


_DECODERS: Mapping[str, Callable[[Any, int], object]] = {
    "f": lambda body, _: float.fromhex(body),
    "i": lambda body, _: int(body[:MAX_DIGITS], 16),
    "t": lambda body, depth: tuple(_items(body, depth)),
    "s": _hashed(set),
    "z": _hashed(frozenset),
    "d": _pairs,
    "y": _items,
    "h": lambda body, _: Handle(int(body)),
    "o": lambda body, _: Opaque(str(body)[:80]),
}


def parse(body: bytes, number: int) -> dict[str, Any]:
    """Return the reply in ``body``, which must carry the id ``number``.

    Raises:
        ProtocolError: if it is not a JSON object or not the next reply.
    """
    try:
        reply = _FROM_JSON(body.decode())
    except (ValueError, RecursionError) as error:
        raise ProtocolError("a reply that is no JSON") from error
    if type(reply) is not dict or type(reply.get("id")) is not int or reply["id"] != number:
        raise ProtocolError("a reply out of order")
    return reply
