"""A worker that is none: it answers from a known program, right or faulty in one function.

With it the checks themselves are tried: what a puppet answers is known in advance, so a check
that accepts a faulty one, or refuses a sound one, is at fault.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any, TypeAlias

from grader.assignment import Assignment
from grader.catalogue.book import UNKNOWN, programs
from grader.catalogue.engines import ANSWERS_WHEN_OVER, Known
from grader.catalogue.reading import Failed, Odd, Said
from grader.catalogue.search import marked
from grader.codec import Built, Codec
from grader.guide import BOARD, Role, Word
from grader.match import Match
from grader.model import Opaque
from grader.sandbox import wire
from grader.sandbox.process import HEADER_BYTES, Limits, Process
from reference.board import Board, empty_squares, is_full
from reference.game import Mark, Position, other
from reference.tictactoe import TicTacToe

Rights: TypeAlias = dict[tuple[str, str], Mapping[str, Any]]  # by function and arguments

LEVEL = "puppet"
MARK, SQUARE, TURN = Word("mark"), Word("square"), Word("turn")


class Puppets:
    """A source of workers that all answer as one known program.

    ``rights`` holds what right programs of this assignment answer, as far as that is worked out;
    more is added as it comes up.
    """

    def __init__(self, assignment: Assignment, name: str, rights: Rights | None = None) -> None:
        self._assignment = assignment
        self._program = programs(assignment.match)[name]
        self._rights: Rights = {} if rights is None else rights

    def start(self, limits: Limits) -> Process:
        """Return a new one."""
        del limits
        return Process(self.puppet())

    def puppet(self) -> Puppet:
        """Return a new one, to be asked directly."""
        return Puppet(self._assignment, self._program, self._rights)

    def close(self) -> None:
        """Do nothing: there is no process."""


class Puppet:
    """Takes frames and has the replies ready at once; see :class:`grader.sandbox.process.Child`."""

    def __init__(self, assignment: Assignment, program: Known, rights: Rights) -> None:
        self._rights = rights
        self._codec = assignment.codec
        self._match = assignment.match
        self._refuses = assignment.questions.refuses and program.name != ANSWERS_WHEN_OVER
        self._reader = Reader(assignment.codec, assignment.match)
        self._program = program
        self._parts: dict[str, list[tuple[str, Role]]] = {}
        for name, role in assignment.advice.roles.items():
            self._parts.setdefault(role.function, []).append((name, role))
        self._replaced: frozenset[str] = frozenset()
        self._objects: list[dict[str, Any]] = []
        self._ready: deque[bytes] = deque()
        self._reply({"id": 0, "ready": LEVEL})

    def write(self, data: bytes, deadline: float) -> None:
        """Take one frame, and work out its replies."""
        del deadline
        request = json.loads(data[HEADER_BYTES:])
        number = request["id"]
        if request["op"] == "load":
            self._replaced = frozenset(request["replaced"])
            functions = [[name, False] for name in self._parts]
            self._reply({"id": number, "loaded": True, "functions": functions})
            return
        replies = [
            self._one(request, on, given)
            for on, given in zip_longest(request["on"], request["calls"])
        ]
        if all(reply.keys() == {"value"} for reply in replies) and not request["each"]:
            self._reply({"id": number, "values": [reply["value"] for reply in replies]})
            return
        for offset, reply in enumerate(replies):
            self._reply({"id": number + offset, **reply})

    def _one(self, request: Mapping[str, Any], on: int | None, given: Any) -> Mapping[str, Any]:
        """Return the reply to one question, to a function or to an object that was made before."""
        function = request["function"]
        given = [self._known(argument) for argument in given]
        if request["keep"]:
            self._objects.append({"of": function, "with": given, "do": [], "show": None})
            return {"value": {"h": len(self._objects)}}
        if on is None:
            return self.answer(function, given)
        made = self._objects[on - 1]
        if request["how"] == "get":
            return {"value": self._shown(function, made)}
        if self._codec.built is not None and function == self._codec.built.method:
            return {"value": self._marked(function, made, given)}
        return self.answer(f"{made['of']}.{function}", [{"n": made}, *given])

    def _known(self, argument: Any) -> Any:
        """Return an argument; of an object that was made before, how it was made."""
        is_handle = type(argument) is dict and "h" in argument
        return {"n": self._objects[argument["h"] - 1]} if is_handle else argument

    def _marked(self, method: str, made: dict[str, Any], given: Any) -> bool:
        """Play on a board that was made before, and return whether the square was free."""
        before = self._reader.board({"n": made})
        after = self._reader.board({"n": {**made, "do": [*made["do"], [method, given]]}})
        is_free = sum(mark is not None for mark in after) > sum(mark is not None for mark in before)
        if is_free:
            made["do"].append([method, given])
        return is_free

    def _shown(self, attribute: str, made: Mapping[str, Any]) -> Any:
        """Return an attribute: the cells of a board, or that it is a method."""
        built = self._codec.built
        if built is None or attribute != built.show:
            return {"o": "method"}
        board = self._reader.board({"n": made})
        return wire.encode(replace(self._codec, built=None).encode_board(board))

    def read(self, deadline: float) -> bytes:
        """Return the next reply."""
        del deadline
        return self._ready.popleft() if self._ready else b""

    def end(self) -> int:
        """Return that all was well."""
        return 0

    def answer(self, function: str, given: list[Any]) -> Mapping[str, Any]:
        """Return the reply to one question, its arguments as they stand on the wire."""
        faulty = any(name == self._program.role for name, _ in self._parts[function])
        if faulty and function not in self._replaced:
            return self._answer(function, given)
        question = function, repr(given)
        if question not in self._rights:
            self._rights[question] = self._answer(function, given)
        return self._rights[question]

    def _made(
        self, function: str, role: Role, given: list[Any], position: Position
    ) -> dict[str, Any] | None:
        """Return the reply of a function that plays a move, or what cannot be told, or None."""
        if not self._is_known(position):
            return _raised(UNKNOWN, function)
        if not any(name == "play" for name, _ in self._parts[function]):
            return None
        careful = self._program.role != "play" or function in self._replaced
        return self._reader.made(role, given, position, careful=careful)

    def _is_known(self, position: Position) -> bool:
        """Return whether the program can answer: in other games it has the solved table alone."""
        is_small = isinstance(self._match.game, TicTacToe)
        return is_small or position in self._match.table.entries

    def _reply(self, reply: Mapping[str, Any]) -> None:
        body = json.dumps(reply).encode()
        self._ready.append(len(body).to_bytes(HEADER_BYTES, "big") + body)

    def _answer(self, function: str, given: list[Any]) -> dict[str, Any]:
        """Return the reply; of a function with two parts in the game, with both their answers."""
        role = self._parts[function][0][1]
        position = self._reader.position(role, given)
        if made := self._made(function, role, given, position):
            return made
        right = function in self._replaced
        value: Any = None
        changed = False
        for name, role in self._parts[function]:
            if name == "decide" and not self._match.game.moves(position):
                if self._refuses:
                    return _raised("ValueError", function)
                continue
            match self._program.reading(name, position, right=right):
                case Failed(error):
                    return _raised(error, function)
                case Said(said, moved):
                    changed = changed or moved
                    written = _written(name, said, position, self._codec)
                    value = _put(value, role.path, written)
        after = {"after": [None] * len(given)} if changed else {}
        return {"value": wire.encode(value), **after}


class Reader:
    """Reads off a question which position it is about; the inverse of ``Guide.arguments``."""

    def __init__(self, codec: Codec, match: Match) -> None:
        self._codec = codec
        self._match = match
        self._marks: dict[tuple[type, object], Mark] = {
            (type(written), written): mark for mark, written in codec.marks.items()
        }

    def position(self, role: Role, given: list[Any]) -> Position:
        """Return the position; ``given`` is as it stands on the wire.

        Who is next is read off the arguments, else off the board where only one side may open;
        else it is the side that scores are told from.
        """
        told = dict(zip(role.arguments, given, strict=False))
        board = self.board(told[BOARD])
        turn: Mark = self._match.maximiser
        if MARK in told:
            turn = self._marks[type(told[MARK]), told[MARK]]
        elif TURN in told:
            turn = turn if told[TURN] else other(turn)
        elif len(self._match.openers) == 1:
            (opener,) = self._match.openers
            turn = opener if board.count(opener) <= board.count(other(opener)) else other(opener)
        return Position(board, turn)

    def made(
        self, role: Role, given: list[Any], position: Position, *, careful: bool
    ) -> dict[str, Any] | None:
        """Return the reply where another square than the last free one is played.

        It is a right program's, but that one which is not ``careful`` refuses nothing.
        """
        if SQUARE not in role.arguments:
            return None
        square = self._codec.decode_move(wire.decode(given[role.arguments.index(SQUARE)]))
        free = empty_squares(position.board)
        if square not in free and not careful:
            return {"value": wire.encode(_cells(position.board, self._codec))}
        if square not in free:
            place = {"line": 1, "function": role.function, "file": ""}
            return {"error": {"type": "ValueError", "message": "", **place}}
        if square == free[-1]:
            return None
        after = marked(position.board, square, position.turn)
        return {"value": wire.encode(_cells(after, self._codec))}

    def board(self, value: Any) -> Board:
        """Return the board that stands on the wire as ``value``."""
        codec = self._codec
        if codec.shape == "plain":
            return tuple(value)
        if codec.built is not None:
            return self._built(value["n"]["do"], codec.built)
        cells = value if codec.shape == "flat" else [cell for row in value for cell in row]
        marks = self._marks
        return tuple([marks.get((type(cell), cell)) for cell in cells])

    def _built(self, steps: list[Any], built: Built) -> Board:
        codec = self._codec
        squares: list[Mark | None] = [None] * (codec.rows * codec.columns)
        for _, step in steps:
            words = dict(zip(built.arguments, step, strict=True))
            square = words.get("square", 0) - codec.first
            if "row" in words:
                row, column = words["row"] - codec.first, words["column"] - codec.first
                square = row * codec.columns + column
            squares[square] = self._marks[type(words["mark"]), words["mark"]]
        return tuple(squares)


def _raised(error: str, function: str) -> dict[str, Any]:
    return {"error": {"type": error, "message": "", "line": 1, "function": function, "file": ""}}


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


def _written(role: str, value: object, position: Position, codec: Codec) -> Any:
    if isinstance(value, Odd):
        return Opaque(value.text)
    if role == "winner" and value is None and is_full(position.board):
        return codec.draw
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
