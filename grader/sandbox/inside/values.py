"""Values to JSON data and back, without calling a method of a submission's object.

A value on the wire is JSON for None, bool, str, list and ints of 63 bits; all else is an object
with one tag: ``f`` float, ``i`` big int, ``t`` tuple, ``s`` set, ``z`` frozenset, ``d`` dict,
``y`` an iterator's first items, ``h`` a handle, ``o`` an opaque object's type name. A question's
argument may also be ``n``, the recipe of an object of the submission's own class.
"""

from __future__ import annotations

import json
from typing import Any

MAX_ITEMS = 64
MAX_DEPTH = 6
MAX_TEXT = 400
MAX_BITS = 4096

_DRAINED = frozenset(
    {
        "generator", "map", "filter", "zip", "range", "dict_keys", "dict_values", "enumerate",
        "list_iterator", "tuple_iterator", "set_iterator", "range_iterator", "reversed",
    }
)  # fmt: skip


def type_name(value: object) -> str:
    """Return the name of a value's type, by the slot and not by what its class pretends."""
    name = type.__dict__["__name__"].__get__(type(value))
    return text_of(name)[:60]


def module_of(value: object) -> str:
    """Return the name of the module a value's type says it is from; a hint, and never an error."""
    try:
        name = type.__dict__["__module__"].__get__(type(value))
    except BaseException:  # noqa: BLE001 - a class may have none
        return ""
    return name if type(name) is str else ""


def text_of(text: str) -> str:
    """Return ``text`` as text that every encoding can carry."""
    return str.encode(text, "utf-8", "backslashreplace").decode("utf-8")


class Wire:
    """Values to JSON data and back. No method of a submission's object is called."""

    def __init__(self) -> None:
        self.kept: dict[int, Any] = {}

    def keep(self, value: object) -> dict[str, Any]:
        """Return a handle to ``value``, which stays here."""
        number = len(self.kept) + 1
        self.kept[number] = value
        return {"h": number}

    def encode(self, value: Any, depth: int = 0) -> Any:
        """Return ``value`` as JSON data; a subclass of a builtin crosses as its base."""
        kind = type(value)
        if value is None or kind is bool:
            return value
        if issubclass(kind, str):
            return _text(str.__str__(value))
        if issubclass(kind, int):
            return _whole(int.__int__(value))
        if issubclass(kind, float):
            return {"f": float.hex(float.__float__(value))}
        return self._container(value, depth)

    def _container(self, value: Any, depth: int) -> Any:
        if module_of(value) == "numpy" and hasattr(value, "tolist"):
            return self.encode(value.tolist(), depth + 1)  # its plain number, or list of them
        items, tag = _items(value)
        if tag is None or depth >= MAX_DEPTH:
            return {"o": type_name(value)}
        if len(items) > MAX_ITEMS:
            return {"o": f"{type_name(value)} of {len(items)} items"}
        if tag == "d":
            return {tag: [[self._key(k, depth), self.encode(v, depth + 1)] for k, v in items]}
        if tag in {"s", "z"}:
            return {tag: sorted((self._key(item, depth) for item in items), key=json.dumps)}
        parts = [self.encode(item, depth + 1) for item in items]
        return parts if tag == "l" else {tag: parts}

    def _key(self, value: Any, depth: int) -> Any:
        """Return ``value`` as data whose decoded form can be hashed, in a set or as a key."""
        data = self.encode(value, depth + 1)
        return data if _can_be_hashed(data) else {"o": type_name(value)}

    def decode(self, data: Any) -> Any:  # noqa: PLR0911 - one for each tag
        """Return the value that the other side wrote as ``data``."""
        if type(data) is list:
            plain = set(map(type, data)) <= {str, int}  # a flat board: the common case
            return data[:] if plain else [self.decode(item) for item in data]
        if type(data) is not dict:
            return data
        ((tag, body),) = data.items()
        match tag:
            case "f":
                return float.fromhex(body)
            case "i":
                return int(body, 16)
            case "h":
                return self.kept[body]
            case "d":
                return {self.decode(key): self.decode(item) for key, item in body}
            case _:
                kind = {"t": tuple, "s": set, "z": frozenset}[tag]
                return kind(self.decode(item) for item in body)


def _can_be_hashed(data: Any) -> bool:
    """Return whether decoding ``data`` gives something hashable: no list, set, dict or iterator."""
    if type(data) is list:
        return False
    if type(data) is not dict:
        return True
    ((tag, body),) = data.items()
    return tag not in {"s", "d", "y"} and (tag != "t" or all(map(_can_be_hashed, body)))


def _text(text: str) -> Any:
    return text_of(text) if len(text) <= MAX_TEXT else {"o": f"str of {len(text)} characters"}


def _whole(number: int) -> Any:
    if -(1 << 63) <= number < 1 << 63:
        return number
    bits = number.bit_length()
    return {"i": hex(number)} if bits <= MAX_BITS else {"o": f"int of {bits} bits"}


def _items(value: Any) -> tuple[list[Any], str | None]:  # noqa: PLR0911 - one for each kind
    """Return the items of a container and the tag it crosses under, or no tag."""
    kind = type(value)
    if issubclass(kind, list):
        return list.__getitem__(value, slice(None)), "l"
    if issubclass(kind, tuple):
        return list(tuple.__iter__(value)), "t"
    if issubclass(kind, set):
        return list(set.__iter__(value)), "s"
    if issubclass(kind, frozenset):
        return list(frozenset.__iter__(value)), "z"
    if issubclass(kind, dict):
        return list(dict.items(value)), "d"
    if module_of(value) == "builtins" and type_name(value) in _DRAINED:
        return [item for item, _ in zip(value, range(MAX_ITEMS + 1), strict=False)], "y"
    return [], None
