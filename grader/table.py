"""Read TOML tables strictly: every key is asked for, of a kind, and none is left over."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from grader.errors import ConfigError


class Table:
    """A TOML table that says which key is wrong, and whether one was never asked for.

    Raises:
        ConfigError: from every method, naming the file and the key.
    """

    def __init__(self, raw: Mapping[str, Any], where: str) -> None:
        self._raw = dict(raw)
        self._where = where

    def error(self, key: str, problem: str) -> ConfigError:
        """Return the error to raise about ``key``."""
        return ConfigError(f"{self._where}: {key}: {problem}")

    def take(self, key: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
        """Return the value of ``key``, of ``kind``; without ``default`` it must be there."""
        if key not in self._raw:
            if default is ...:
                raise self.error(key, "missing")
            return default
        value = self._raw.pop(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(key, f"{value!r:.60} is of the wrong kind")
        return value

    def texts(self, key: str, default: Any = ...) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self.take(key, list, default)
        if not all(isinstance(value, str) for value in values):
            raise self.error(key, "should be a list of texts")
        return tuple(values)

    def choice(self, key: str, options: tuple[str, ...], default: Any = ...) -> str:
        """Return a text that is one of ``options``."""
        value = self.take(key, str, default)
        if value not in options:
            raise self.error(key, f"{value!r:.60} is none of {', '.join(options)}")
        return cast("str", value)

    def number(self, key: str, default: Any = ...) -> float:
        """Return a number above 0."""
        value = float(self.take(key, (int, float), default))
        if not 0 < value < math.inf:
            raise self.error(key, "should be a number more than 0")
        return value

    def points(self, key: str) -> Fraction:
        """Return points: 0 or more, exact."""
        value = self.take(key, (int, float))
        if not 0 <= value < math.inf:
            raise self.error(key, "should be a number, 0 or more")
        return Fraction(str(value))

    def table(self, key: str, default: Any = ...) -> Table:
        """Return the table under ``key``."""
        return Table(self.take(key, dict, default), f"{self._where}: [{key}]")

    def tables(self, key: str, default: Any = ...) -> list[Table]:
        """Return the tables in the list under ``key``."""
        found = self.take(key, list, default)
        if not all(isinstance(row, dict) for row in found):
            raise self.error(key, f"should be tables: [[{key}]]")
        return [Table(row, f"{self._where}: [[{key}]] {n}") for n, row in enumerate(found, 1)]

    def rest(self) -> dict[str, Any]:
        """Return all keys not asked for yet, and count them as asked for."""
        rest, self._raw = self._raw, {}
        return rest

    def done(self) -> None:
        """Refuse keys that nobody asked for."""
        if self._raw:
            raise self.error(next(iter(self._raw)), "unknown key")
