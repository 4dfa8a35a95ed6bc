"""What is known of an assignment's functions: which plays which role, how it is asked, advice."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grader.codec import Codec
from grader.match import Match, alone
from grader.model import Recipe, Reply, Returned
from grader.table import Table
from reference.game import Position, other

ROLES = (
    "winner", "wins", "full", "moves", "play", "over", "turn", "score", "value", "decide",
)  # fmt: skip
WORDS = ("board", "square", "row", "column", "mark", "other", "turn", "me", "them", "inf")


@dataclass(frozen=True, slots=True)
class Role:
    """A function, how it is called and where in its value the answer stands.

    Attributes:
        function: its name; of a method ``Class.method``, and the object is its first argument.
        arguments: words of :data:`WORDS`, recipes of objects, or plain values.
        path: the index or key of the answer in what is returned; none if it is the answer.
        lenient: whether a value that has no such part may stand for the answer itself.
        otherwise: other ways to ask it, for programs that want more arguments.
    """

    function: str
    arguments: tuple[Word | object, ...]
    path: tuple[object, ...] = ()
    lenient: bool = False
    otherwise: tuple[Role, ...] = ()

    def is_begun(self, reply: Reply) -> bool:
        """Return whether ``reply`` is a bare number where the answer should be part of more.

        Such a function does the first half of its work: it scores, and names no move yet.
        """
        bare = isinstance(reply, Returned) and type(reply.value) in {int, float}
        return bool(self.path) and not self.lenient and bare

    def answer(self, reply: Reply) -> Reply:
        """Return ``reply`` with the answer alone as its value."""
        if not self.path or not isinstance(reply, Returned):
            return reply
        value: Any = reply.value
        for key in self.path:
            if not _has(value, key):
                value = reply.value if self.lenient else None
                break
            value = value[key]
        return Returned(value, reply.arguments_after, reply.by_chance)


@dataclass(frozen=True, slots=True)
class Word:
    """One of :data:`WORDS`: what it stands for depends on the position."""

    name: str
    negative: bool = False


BOARD = Word("board")


@dataclass(frozen=True, eq=False)
class Guide(Mapping[str, str]):
    """Advice by function, and for those that play a role, which and how they are asked.

    Attributes:
        roles: role to function, in the order in which they are to blame.
    """

    advice: Mapping[str, str]
    roles: Mapping[str, Role] = field(default_factory=dict)
    codec: Codec | None = None
    match: Match = field(default_factory=lambda: alone("O"))

    def __getitem__(self, function: str) -> str:
        return self.advice[function]

    def __iter__(self) -> Iterator[str]:
        return iter(self.advice)

    def __len__(self) -> int:
        return len(self.advice)

    def role_of(self, function: str) -> str:
        """Return the first role that ``function`` plays, or ``""``; a role is its own name too."""
        if function in self.roles:
            return function
        return next((name for name, role in self.roles.items() if role.function == function), "")

    def arguments(self, role: str, position: Position) -> tuple[object, ...]:
        """Return what the function in ``role`` is given when it is asked about ``position``."""
        return tuple(self.given(word, position) for word in self.roles[role].arguments)

    def call(self, role: str, position: Position) -> str:
        """Return the question about ``position`` as a student would type it."""
        return typed(self.roles[role].function, self.arguments(role, position))

    def given(self, word: object, position: Position) -> object:
        """Return what ``word`` of a role's arguments stands for at ``position``."""
        if not isinstance(word, Word):
            return word
        assert self.codec is not None
        if word.name == "board":
            return self.codec.encode_board(position.board)
        if word.name == "inf":
            return float("-inf") if word.negative else float("inf")
        me = self.match.maximiser
        if word.name == "turn":
            return position.turn == me
        marks = {"mark": position.turn, "other": other(position.turn), "me": me, "them": other(me)}
        if word.name in marks:
            return self.codec.marks[marks[word.name]]
        return self._place(word.name, position)

    def _place(self, name: str, position: Position) -> object:
        """Return the last free square, as its number, row or column or as the dialect's move."""
        assert self.codec is not None
        free = [square for square, mark in enumerate(position.board) if mark is None]
        if not free:
            return None
        row, column = divmod(free[-1], self.codec.columns)
        places = {"row": row + self.codec.first, "column": column + self.codec.first}
        return places.get(name, self.codec.encode_move(free[-1]))


def typed(function: str, arguments: tuple[object, ...]) -> str:
    """Return a call as a student would type it; a method is called on its object."""
    if "." in function and arguments:
        held, arguments, function = arguments[0], arguments[1:], function.partition(".")[2]
        function = f"{held!r}.{function}"
    return f"{function}({', '.join(map(repr, arguments))})"


def roles(table: Table, codec: Codec | None = None) -> dict[str, Role]:
    """Return the roles written as ``value = "minimax(board, turn)"``, in the order of blame.

    ``minimax(board, 0, turn)["score"]`` also says where in the value the answer stands;
    ``board.full()`` asks a method of the board, ``Engine().move(board)`` one of a fresh object.

    Raises:
        ConfigError: if a role is unknown, or what plays it is no call.
    """
    found = {}
    for name in ROLES:
        told = table.take(name, (str, list), "")
        forms = [_read(table, name, text, codec) for text in _texts(told)]
        if forms:
            found[name] = replace(forms[0], otherwise=tuple(forms[1:]))
    table.done()
    return found


def _texts(told: object) -> list[object]:
    """Return the calls of one role: one text, or a list of them."""
    return told if isinstance(told, list) else [told] if told else []


def _read(table: Table, name: str, text: object, codec: Codec | None) -> Role:
    try:
        if not isinstance(text, str):
            raise ValueError("no text")  # noqa: TRY004, TRY301 - one message for all of it
        return _role(ast.parse(text, mode="eval").body, codec, name)
    except (SyntaxError, ValueError) as error:
        raise table.error(name, f"{text!r:.60} is no call like f(board, turn)") from error


def _role(node: ast.expr, codec: Codec | None, name: str) -> Role:
    path: list[object] = []
    while isinstance(node, ast.Subscript):
        path.insert(0, ast.literal_eval(node.slice))
        node = node.value
    if not isinstance(node, ast.Call) or node.keywords:
        raise ValueError("no call")
    function, held = _function(node.func, codec)
    arguments = (*held, *map(_argument, node.args))
    return Role(function, arguments, tuple(path), lenient=name == "value")


def _function(node: ast.expr, codec: Codec | None) -> tuple[str, tuple[object, ...]]:
    """Return the function's name, and for a method the object it is called on."""
    match node:
        case ast.Name(name):
            return name, ()
        case ast.Attribute(ast.Name("board"), method) if codec is not None and codec.built:
            return f"{codec.built.of}.{method}", (BOARD,)
        case ast.Attribute(ast.Call() as made, method):
            recipe = _recipe(made)
            return f"{recipe.of}.{method}", (recipe,)
        case _:
            raise ValueError("no function")


def _argument(node: ast.expr) -> object:
    match node:
        case ast.Name(name) if name in WORDS:
            return Word(name)
        case ast.UnaryOp(ast.USub(), ast.Name("inf")):
            return Word("inf", negative=True)
        case ast.Call():
            return _recipe(node)
        case _:
            return ast.literal_eval(node)


def _recipe(node: ast.Call) -> Recipe:
    if not isinstance(node.func, ast.Name) or node.keywords:
        raise ValueError("no class")
    given = tuple(ast.literal_eval(argument) for argument in node.args)
    return Recipe(node.func.id, given, text=ast.unparse(node))


def _has(value: object, key: object) -> bool:
    match value:
        case dict():
            return key in value
        case list() | tuple() if type(key) is int:
            return -len(value) <= key < len(value)
        case _:
            return False
