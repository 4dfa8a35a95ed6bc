"""Frames of a worker, parsed but not yet believed, to replies.

Raises:
    ProtocolError: from every reader, if the frame is not what our worker writes.
"""

from __future__ import annotations

from typing import Any, TypeGuard

from grader.model import Crashed, Raised, Reply, Returned, Varied, Verdict
from grader.sandbox import wire


def functions_seen(reply: dict[str, Any]) -> dict[str, bool]:
    """Return the functions that a file defines, and whether each is only a placeholder."""
    match reply.get("functions"):
        case list(rows) if all(_is_row(row) for row in rows):
            return dict(rows)
        case _:
            raise wire.ProtocolError("a report of loading that cannot be read")


def _is_row(row: object) -> bool:
    match row:
        case [str(), bool()]:
            return True
        case _:
            return False


def ran_out_of_memory(reply: Reply | Varied) -> TypeGuard[Raised]:
    """Return whether the submission met the end of its memory."""
    return isinstance(reply, Raised) and reply.type_name == "MemoryError"


def verdict_of_death(death: Reply) -> Verdict:
    """Return the verdict on what ended a worker, or should have."""
    match death:
        case Crashed(_, verdict):
            return verdict
        case Raised():
            return Verdict.MEMORY_LIMIT
        case _:
            return Verdict.TIME_LIMIT


class Frames:
    """Reads the frames of one worker; equal plain replies are one object, to be told apart fast."""

    def __init__(self) -> None:
        self._known: dict[tuple[type, object], Returned] = {}

    def replies(self, told: dict[str, Any], most: int) -> list[Reply]:
        """Return the replies in one frame: a single one, or up to ``most`` plain values."""
        if "values" not in told:
            return [read_reply(told)]
        values = told["values"]
        if type(values) is not list or not 0 < len(values) <= most:
            raise wire.ProtocolError("values that nobody asked for")
        return [self._returned(value) for value in values]

    def _returned(self, value: Any) -> Returned:
        kind = type(value)
        if kind not in _ATOMS:
            return Returned(wire.decode(value))
        key = kind, value
        if key not in self._known:
            self._known[key] = Returned(wire.decode(value))
        return self._known[key]


_ATOMS = {type(None), bool, int, str}


def read_varied(reply: dict[str, Any]) -> Varied:
    """Return all replies of a program of chance."""
    match reply:
        case {"every": [_, *_] as replies, "complete": bool(complete), "runs": int(runs)}:
            return Varied(tuple(map(read_reply, replies)), complete, runs)
        case _:
            raise wire.ProtocolError("no replies of a program of chance")


def read_reply(reply: Any) -> Reply:
    """Return one reply."""
    if type(reply) is not dict:
        raise wire.ProtocolError("a reply that is none")
    if "error" in reply:
        return read_exception(reply["error"])
    if "value" not in reply:
        raise wire.ProtocolError("a reply without a value")
    after = wire.decode(reply["after"]) if "after" in reply else None
    return Returned(
        wire.decode(reply["value"]),
        tuple(after) if isinstance(after, list) else None,
        reply.get("chance") is True,
    )


def read_exception(error: object) -> Raised:
    """Return the exception that a submission raised."""
    match error:
        case {
            "type": str(name),
            "message": str(message),
            "line": int() | None as line,
            "function": str(function),
            "file": str(file),
        }:
            return Raised(name[:80], message[:400], line, function[:80], file[:120])
        case _:
            raise wire.ProtocolError("an exception that cannot be read")
