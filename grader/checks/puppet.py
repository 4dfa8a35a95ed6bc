"""A worker that is none: it answers from a known program, right or faulty in one function.

With it the checks themselves are tried: what a puppet answers is known in advance, so a check
that accepts a faulty one, or refuses a sound one, is at fault.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from grader.assignment import Assignment
from grader.catalogue.engines import Known, known
from grader.catalogue.reading import Failed, Odd, Reading, Said
from grader.codec import Codec
from grader.sandbox import wire
from grader.sandbox.process import HEADER_BYTES, Limits, Process
from reference.board import Board, Mark, Position

LEVEL = "puppet"


class Puppets:
    """A source of workers that all answer as one known program."""

    def __init__(self, assignment: Assignment, name: str) -> None:
        self._assignment = assignment
        self._program = known(assignment.program)[name]

    def start(self, limits: Limits) -> Process:
        """Return a new one."""
        del limits
        return Process(_Puppet(self._assignment, self._program))

    def close(self) -> None:
        """Do nothing: there is no process."""


class _Puppet:
    """Takes frames and has the replies ready at once; see :class:`grader.sandbox.process.Child`."""

    def __init__(self, assignment: Assignment, program: Known) -> None:
        self._assignment = assignment
        self._program = program
        roles = assignment.advice.roles
        self._roles = {played.function: role for role, played in roles.items()}
        self._replaced: frozenset[str] = frozenset()
        self._ready: deque[bytes] = deque()
        self._reply({"id": 0, "ready": LEVEL})

    def write(self, data: bytes, deadline: float) -> None:
        del deadline
        request = json.loads(data[HEADER_BYTES:])
        number = request["id"]
        if request["op"] == "load":
            self._replaced = frozenset(request["replaced"])
            functions = [[name, False] for name in self._roles]
            self._reply({"id": number, "loaded": True, "functions": functions})
            return
        for offset, given in enumerate(request["calls"]):
            self._reply({"id": number + offset, **self._answer(request["function"], given)})

    def read(self, deadline: float) -> bytes:
        del deadline
        return self._ready.popleft() if self._ready else b""

    def end(self) -> int:
        return 0

    def _reply(self, reply: Mapping[str, Any]) -> None:
        body = json.dumps(reply).encode()
        self._ready.append(len(body).to_bytes(HEADER_BYTES, "big") + body)

    def _answer(self, function: str, given: list[Any]) -> dict[str, Any]:
        role = self._roles[function]
        position = self._position(role, [wire.decode(argument) for argument in given])
        right = function in self._replaced
        reading = self._program.reading(role, position, right=right)
        return _told(role, reading, self._assignment.codec, len(given))

    def _position(self, role: str, arguments: list[Any]) -> Position:
        board = _board(arguments[0], self._assignment.codec)
        program: Mark = self._assignment.program
        if role == "value":
            enemy: Mark = "O" if program == "X" else "X"
            return Position(board, program if arguments[1] else enemy)
        if role == "play":
            marks = {json.dumps(v): m for m, v in self._assignment.codec.marks.items()}
            return Position(board, marks[json.dumps(arguments[2])])
        return Position(board, program)


def _board(value: Any, codec: Codec) -> Board:
    cells = value if codec.shape == "flat" else [cell for row in value for cell in row]
    marks: dict[str, Mark] = {json.dumps(v): m for m, v in codec.marks.items()}
    return tuple(marks.get(json.dumps(cell)) for cell in cells)


def _told(role: str, reading: Reading, codec: Codec, arguments: int) -> dict[str, Any]:
    match reading:
        case Failed(name):
            place = {"line": 1, "function": role, "file": ""}
            return {"error": {"type": name, "message": "", **place}}
        case Said(value, changed):
            after = {"after": [None] * arguments} if changed else {}
            return {"value": _written(role, value, codec), **after}


def _written(role: str, value: object, codec: Codec) -> Any:
    if isinstance(value, Odd):
        return {"o": value.text}
    if value is None:
        return None
    return wire.encode(_WRITERS[role](value, codec))


def _mark(value: Any, codec: Codec) -> object:
    return codec.empty if value == "." else codec.marks.get(value, value)


def _number(value: Any, _: Codec) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _cells(value: Any, codec: Codec) -> object:
    return codec.encode_board(tuple(value))


_WRITERS: Mapping[str, Callable[[Any, Codec], object]] = {
    "winner": _mark,
    "full": lambda value, _: value,
    "over": lambda value, _: value,
    "moves": lambda value, codec: [codec.encode_move(square) for square in value],
    "play": _cells,
    "value": _number,
    "decide": lambda value, codec: codec.encode_move(value),
}
