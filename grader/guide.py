"""What a diagnosis may know of an assignment: advice, and which function plays which role."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from grader.codec import Codec
from grader.table import Table
from reference.board import Mark, Position, empty_squares

ROLES = ("winner", "full", "moves", "play", "over", "value", "decide")
WORDS = ("board", "square", "mark", "turn")
_CALL = re.compile(r"(\w+)\(([\w., ]*)\)")


@dataclass(frozen=True, slots=True)
class Role:
    """A function and how it is called.

    Attributes:
        arguments: words of :data:`WORDS`; any other stands for itself.
    """

    function: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Guide(Mapping[str, str]):
    """Advice by function, and for those that play a role, which and how they are asked.

    Attributes:
        roles: role to function, in the order in which they are to blame.
        program: the mark the submission plays.
    """

    advice: Mapping[str, str]
    roles: Mapping[str, Role] = field(default_factory=dict)
    codec: Codec | None = None
    program: Mark = "O"

    def __getitem__(self, function: str) -> str:
        return self.advice[function]

    def __iter__(self) -> Iterator[str]:
        return iter(self.advice)

    def __len__(self) -> int:
        return len(self.advice)

    def call(self, role: str, position: Position) -> str:
        """Return the question about ``position`` as a student would type it."""
        assert self.codec is not None
        free = empty_squares(position.board)
        known = {
            "board": self.codec.encode_board(position.board),
            "square": self.codec.encode_move(free[-1]) if free else None,
            "mark": self.codec.marks[position.turn],
            "turn": position.turn == self.program,
        }
        given = self.roles[role].arguments
        typed = (repr(known[word]) if word in known else word for word in given)
        return f"{self.roles[role].function}({', '.join(typed)})"


def roles(table: Table) -> dict[str, Role]:
    """Return the roles written as ``value = "minimax(board, turn)"``, in the order of blame.

    Raises:
        ConfigError: if a role is unknown, or what plays it is no call.
    """
    found = {}
    for name in ROLES:
        if text := table.take(name, str, ""):
            call = _CALL.fullmatch(text)
            if call is None:
                raise table.error(name, f"{text!r:.60} is no call like f(board, turn)")
            words = tuple(word.strip() for word in call[2].split(",") if word.strip())
            found[name] = Role(call[1], words)
    table.done()
    return found
