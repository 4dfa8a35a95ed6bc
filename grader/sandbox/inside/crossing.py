"""Values between Python and a script's engine, where they are text in the prelude's own form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .values import text_of

_INFINITE = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}


class Owner(Protocol):
    """An engine that keeps objects by number."""

    def attribute(self, number: int, name: str) -> Any:
        """Return an attribute of one of them."""

    def set_attribute(self, number: int, name: str, value: Any) -> None:
        """Set an attribute of one of them."""


class Held:
    """An object of a script's own class, which stays in the engine."""

    def __init__(self, owner: Owner, number: int) -> None:
        object.__setattr__(self, "_at", (owner, number))

    def __getattr__(self, name: str) -> Any:
        owner, number = self._at
        return owner.attribute(number, name)

    def __setattr__(self, name: str, value: Any) -> None:
        owner, number = self._at
        owner.set_attribute(number, name, value)


def place(held: Held) -> int:
    """Return the number under which the engine keeps an object."""
    number: int = object.__getattribute__(held, "_at")[1]
    return number


def to_script(value: Any) -> Any:
    """Return one of our own arguments as the prelude's ``decode`` reads it."""
    if type(value) is float:
        return {"f": _INFINITE.get(str(value), repr(value))}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_script(item) for item in value]
    if type(value) is dict:
        return {"d": [[str(key), to_script(item)] for key, item in value.items()]}
    return {"h": place(value)} if isinstance(value, Held) else value


def from_script(data: Any, owner: Owner) -> Any:
    """Return the value that the prelude wrote as ``data``; its objects are held by ``owner``."""
    if type(data) is list:
        return [from_script(item, owner) for item in data]
    if type(data) is not dict:
        return data
    if "k" in data:
        kind: type[Held] = type(_fit(data["of"]), (Held,), {})
        return kind(owner, data["k"])
    ((tag, body),) = data.items()
    return _READERS[tag](body, owner)


def put_back(argument: Any, after: Any) -> None:
    """Leave ``argument`` as the script left it."""
    if type(argument) is list:
        argument[:] = after
    elif type(argument) is dict:
        argument.clear()
        argument.update(after)


def _mapping(pairs: list[list[Any]], owner: Owner) -> dict[Any, Any]:
    read = [(from_script(key, owner), from_script(value, owner)) for key, value in pairs]
    return {key: value for key, value in read if not isinstance(key, list | dict | set)}


def _set(items: list[Any], owner: Owner) -> set[Any]:
    read = (from_script(item, owner) for item in items)
    return {item for item in read if not isinstance(item, list | dict | set)}


_READERS: Mapping[str, Callable[[Any, Owner], Any]] = {
    "f": lambda body, _: float(body),
    "i": lambda body, _: int(body, 16),
    "d": _mapping,
    "s": _set,
    "y": lambda body, owner: [from_script(item, owner) for item in body],
    "o": lambda body, _: type(_fit(body), (), {})(),
}


def _fit(name: str) -> str:
    """Return ``name`` as a type can bear it: all that is told of a value that stays there."""
    return text_of(name).replace("\0", "") or "object"
