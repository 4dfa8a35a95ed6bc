"""What crosses from the pytest process back to ours, as JSON and back to values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from typing import Any

from grader.model import (
    CheckResult,
    Counterexample,
    Crashed,
    Example,
    Proof,
    Raised,
    Reply,
    Returned,
    Sheet,
    TimedOut,
    Unasked,
    Verdict,
    Visibility,
)
from grader.sandbox import wire
from reference.game import Position

MOST_POSITIONS = 2**18  # more than any of the games has; a class is about the same ones


def write_proof(proof: Proof | None) -> dict[str, Any] | None:
    """Return ``proof`` in JSON terms; the inverse of :func:`read_proof`."""
    return None if proof is None else asdict(proof)


def read_proof(raw: Mapping[str, Any] | None) -> Proof | None:
    """Return the proof written as ``raw``."""
    if raw is None:
        return None
    found = raw["counterexample"]
    if found is not None:
        lists = {key: _moves(found[key]) for key in ("right", "line")}
        found = Counterexample(**{**found, **lists, "answer": _move(found["answer"])})
    lines = {key: _moves(raw[key]) for key in ("line_as_first", "line_as_second")}
    return Proof(**{**raw, **lines, "counterexample": found})


def write_check(check: CheckResult) -> dict[str, Any]:
    """Return ``check`` in JSON terms; the inverse of :func:`read_check`."""
    points = {key: str(getattr(check, key)) for key in ("score", "max_score", "bonus")}
    enums = {"visibility": check.visibility.value, "verdict": check.verdict.value}
    return {**asdict(check), **points, **enums}


def read_check(raw: Mapping[str, Any]) -> CheckResult:
    """Return the check written as ``raw``."""
    points = {key: Fraction(raw[key]) for key in ("score", "max_score", "bonus")}
    enums = {"visibility": Visibility(raw["visibility"]), "verdict": Verdict(raw["verdict"])}
    examples = tuple(
        Example(**{**e, "answer": _move(e["answer"]), "right": _moves(e["right"])})
        for e in raw["examples"]
    )
    functions = tuple(raw["functions"])
    return CheckResult(**{**raw, **points, **enums, "functions": functions, "examples": examples})


def _move(raw: Any) -> Any:
    """Return a move as it was before JSON made lists of tuples."""
    return tuple(raw) if isinstance(raw, list) else raw


def _moves(raw: Any) -> tuple[Any, ...]:
    return tuple(map(_move, raw))


# ---------------------------------------------------------------------------- answer sheets


def write_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return ``sheet`` in JSON terms, each distinct reply once; inverse of :func:`read_sheet`."""
    seen = {id(reply): reply for reply in sheet.replies.values()}  # few: equal ones are shared
    replies = {_key(reply): reply for reply in seen.values()}
    numbers = {key: n for n, key in enumerate(replies)}
    number = {name: numbers[_key(reply)] for name, reply in seen.items()}
    return {
        "function": sheet.function,
        "given_right": sheet.given_right,
        "role": sheet.role,
        "replies": [_write_reply(reply) for reply in replies.values()],
        "positions": [_write_position(position) for position in sheet.replies],
        "which": [number[id(reply)] for reply in sheet.replies.values()],
    }


def read_sheet(raw: Mapping[str, Any]) -> Sheet:
    """Return the sheet written as ``raw``."""
    replies = [_read_reply(told) for told in raw["replies"]]
    rows = zip(raw["positions"], raw["which"], strict=True)
    found = {_read_position(told): replies[which] for told, which in rows}
    return Sheet(raw["function"], raw["given_right"], found, raw["role"])


def _key(reply: Reply) -> object:
    """Return what tells one reply from another; how long it took does not."""
    if isinstance(reply, Returned):
        return repr(reply.value), reply.arguments_after is not None  # it tells 1 from 1.0 and True
    return json.dumps(_write_reply(reply))


def _write_reply(reply: Reply) -> list[Any]:
    match reply:
        case Returned(value, after):
            return ["returned", wire.encode(value), after is not None]
        case Raised(name, message, line, function, file):
            return ["raised", name, message, line, function, file]
        case TimedOut(limit_s):
            return ["timed out", limit_s]
        case Crashed(reason, verdict):
            return ["crashed", reason, verdict.value]
        case Unasked(reason, verdict):
            return ["unasked", reason, verdict.value]


def _read_reply(told: list[Any]) -> Reply:
    match told:
        case ["returned", value, changed]:
            return Returned(wire.decode(value), () if changed else None)
        case ["raised", *fields]:
            return Raised(*fields)
        case ["timed out", limit_s]:
            return TimedOut(limit_s)
        case ["crashed", reason, verdict]:
            return Crashed(reason, Verdict(verdict))
        case [_, reason, verdict]:
            return Unasked(reason, Verdict(verdict))
        case _:
            raise ValueError(f"no reply: {told!r:.80}")


@lru_cache(MOST_POSITIONS)
def _write_position(position: Position) -> Any:
    """Return marks and turn as one text, which is short; other positions as they are."""
    marks = set(position.board) <= {"X", "O", None}
    return "".join(mark or "." for mark in (*position.board, position.turn)) if marks else position


def _read_position(raw: Any) -> Position:
    return _positioned(raw) if isinstance(raw, str) else Position(tuple(raw[0]), raw[1])


@lru_cache(MOST_POSITIONS)
def _positioned(text: str) -> Position:
    board = tuple(None if mark == "." else mark for mark in text[:-1])
    return Position(board, text[-1])  # type: ignore[arg-type] # as written
