"""What comes over the wire, back to values of exact builtin types. All of it is hostile."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.model import Handle, Opaque

MAX_DEPTH = 8
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
    return _TO_JSON(encode(argument))


def encode(value: object) -> Any:  # noqa: PLR0911 - one for each kind
    """Return ``value``, one of our own arguments, as the worker's JSON data.

    Raises:
        TypeError: if ``value`` holds anything but None, bool, int, float, str, list, tuple, set,
            dict and handles; our mistake.
    """
    if type(value) is list and set(map(type, value)) <= _PLAIN:
        return value  # a flat board, by far the most common argument
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return {"f": value.hex()}
        case Handle(number):
            return {"h": number}
        case list():
            return [encode(item) for item in value]
        case tuple() | set() | frozenset():
            tag = {tuple: "t", set: "s", frozenset: "z"}[type(value)]
            return {tag: [encode(item) for item in value]}
        case dict():
            return {"d": [[encode(key), encode(item)] for key, item in value.items()]}
        case _:
            raise TypeError(f"cannot send a value of type {type(value).__name__}")


def decode(data: Any, depth: int = 0) -> object:
    """Return the value written as ``data``.

    Raises:
        ProtocolError: if ``data`` is not what our worker writes.
    """
    if data is None or type(data) in {bool, int, str}:
        return data
    if depth > MAX_DEPTH:
        raise ProtocolError("a value nested too deeply")
    if type(data) is list:
        return [decode(item, depth + 1) for item in data]
    if type(data) is not dict or len(data) != 1:
        raise ProtocolError("a value of no known form")
    ((tag, body),) = data.items()
    try:
        return _DECODERS[tag](body, depth + 1)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ProtocolError(f"a value tagged {tag!r:.20} that cannot be read") from error


def _items(body: Any, depth: int) -> list[object]:
    if type(body) is not list:
        raise ProtocolError("a container without items")
    return [decode(item, depth) for item in body]


def _pairs(body: Any, depth: int) -> object:
    return {decode(key, depth): decode(item, depth) for key, item in body}


def _hashed(kind: Callable[[list[object]], object]) -> Callable[[Any, int], object]:
    return lambda body, depth: kind(_items(body, depth))


_DECODERS: Mapping[str, Callable[[Any, int], object]] = {
    "f": lambda body, _: float.fromhex(body),
    "i": lambda body, _: int(body, 16),
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
