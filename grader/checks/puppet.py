"""A worker that is none: it answers from a known program, right or faulty in one function.

With it the checks themselves are tried: what a puppet answers is known in advance, so a check
that accepts a faulty one, or refuses a sound one, is at fault.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from grader.assignment import Assignment
from grader.catalogue.engines import Known, known
from grader.catalogue.reading import Failed, Odd, Said
from grader.codec import Codec
from grader.guide import BOARD, Role, Word
from grader.match import Match
from grader.model import Opaque
from grader.sandbox import wire
from grader.sandbox.process import HEADER_BYTES, Limits, Process
from reference.board import Board
from reference.game import Mark, Position, other

LEVEL = "puppet"


class Puppets:
    """A source of workers that all answer as one known program."""

    def __init__(self, assignment: Assignment, name: str) -> None:
        match = assignment.match
        self._assignment = assignment
        self._program = known(match.plays, match.maximiser)[name]

    def start(self, limits: Limits) -> Process:
        """Return a new one."""
        del limits
        return Process(_Puppet(self._assignment, self._program))

    def close(self) -> None:
        """Do nothing: there is no process."""


class _Puppet:
    """Takes frames and has the replies ready at once; see :class:`grader.sandbox.process.Child`."""

    def __init__(self, assignment: Assignment, program: Known) -> None:
        self._codec = assignment.codec
        self._match = assignment.match
        self._program = program
        self._parts: dict[str, list[tuple[str, Role]]] = {}
        for name, role in assignment.advice.roles.items():
            self._parts.setdefault(role.function, []).append((name, role))
        self._replaced: frozenset[str] = frozenset()
        self._ready: deque[bytes] = deque()
        self._reply({"id": 0, "ready": LEVEL})

    def write(self, data: bytes, deadline: float) -> None:
        del deadline
        request = json.loads(data[HEADER_BYTES:])
        number = request["id"]
        if request["op"] == "load":
            self._replaced = frozenset(request["replaced"])
            functions = [[name, False] for name in self._parts]
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
        """Return the reply; of a function with two parts in the game, with both their answers."""
        position = position_asked(self._parts[function][0][1], given, self._codec, self._match)
        right = function in self._replaced
        value: Any = None
        changed = False
        for name, role in self._parts[function]:
            if name == "decide" and not self._match.game.moves(position):
                continue
            match self._program.reading(name, position, right=right):
                case Failed(error):
                    place = {"line": 1, "function": function, "file": ""}
                    return {"error": {"type": error, "message": "", **place}}
                case Said(said, moved):
                    changed = changed or moved
                    value = _put(value, role.path, _written(name, said, self._codec))
        after = {"after": [None] * len(given)} if changed else {}
        return {"value": wire.encode(value), **after}


def position_asked(role: Role, given: list[Any], codec: Codec, match: Match) -> Position:
    """Return the position that a question is about; the inverse of ``Guide.arguments``.

    ``given`` is as it stands on the wire. Who is next is read off the arguments, else off the
    board where only one side may open; else it is the side that scores are told from.
    """
    told = dict(zip(role.arguments, given, strict=False))
    board = _board(told[BOARD], codec)
    marks = {json.dumps(written): mark for mark, written in codec.marks.items()}
    turn: Mark = match.maximiser
    if Word("mark") in told:
        turn = marks[json.dumps(told[Word("mark")])]
    elif Word("turn") in told:
        turn = turn if told[Word("turn")] else other(turn)
    elif len(match.openers) == 1:
        behind = board.count(match.openers[0]) <= board.count(other(match.openers[0]))
        turn = match.openers[0] if behind else other(match.openers[0])
    return Position(board, turn)


def _board(value: Any, codec: Codec) -> Board:
    marks: dict[str, Mark] = {json.dumps(v): m for m, v in codec.marks.items()}
    if codec.built is not None:
        squares: list[Mark | None] = [None] * (codec.rows * codec.columns)
        for _, step in value["n"]["do"]:
            words = dict(zip(codec.built.arguments, step, strict=True))
            square = words.get("square", 0) - codec.first
            if "row" in words:
                row, column = words["row"] - codec.first, words["column"] - codec.first
                square = row * codec.columns + column
            squares[square] = marks[json.dumps(words["mark"])]
        return tuple(squares)
    cells = value if codec.shape == "flat" else [cell for row in value for cell in row]
    return tuple(marks.get(json.dumps(cell)) for cell in cells)


def _put(whole: Any, path: tuple[Any, ...], part: Any) -> Any:
    """Return ``whole`` with ``part`` where ``path`` leads; lists and dicts grow as needed."""
    if not path:
        return part
    key, rest = path[0], path[1:]
    if isinstance(key, int):
        items = list(whole) if isinstance(whole, list) else []
        items += [None] * (key + 1 - len(items))
        items[key] = _put(items[key], rest, part)
        return items
    held = dict(whole) if isinstance(whole, dict) else {}
    return {**held, key: _put(held.get(key), rest, part)}


def _written(role: str, value: object, codec: Codec) -> Any:
    if isinstance(value, Odd):
        return Opaque(value.text)
    return None if value is None else _WRITERS[role](value, codec)


def _mark(value: Any, codec: Codec) -> object:
    return codec.label(0) if value == "." else codec.marks.get(value, value)


def _number(value: Any, _: Codec) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _cells(value: Any, codec: Codec) -> object:
    return replace(codec, built=None).encode_board(tuple(value))


_WRITERS: Mapping[str, Callable[[Any, Codec], object]] = {
    "winner": _mark,
    "wins": lambda value, _: value,
    "full": lambda value, _: value,
    "over": lambda value, _: value,
    "turn": _mark,
    "score": _number,
    "moves": lambda value, codec: [codec.encode_move(square) for square in value],
    "play": _cells,
    "value": _number,
    "decide": lambda value, codec: codec.encode_move(value),
}
