"""A working assignment for a new dialect of tic-tac-toe, made from what a teacher answers."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from grader.errors import UsageError
from grader.match import Match
from reference.game import MARKS, Mark, Position, other
from reference.notation import parse
from reference.tablebase import tablebase

Written = str | int | None
_SUFFIX = ".j2"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FILE = re.compile(r"[A-Za-z_]\w*\.py")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a teacher answers.

    Attributes:
        name: of the folder, e.g. ``spring-2027``.
        file: the one file that students hand in.
        shape: ``flat`` (nine squares in one list) or ``nested`` (three rows).
        empty: what stands for an empty square; ``x`` and ``o`` for the two marks.
        program: ``X``, ``O`` or ``both``: the side the program plays.
        opener: ``X``, ``O`` or ``either``.
        move: ``index`` or ``pair``.
        first: the number of the first square, row and column: 0 or 1.
        winner: the name of the function that finds a winner; likewise the others.
    """

    name: str
    title: str = "Tic-tac-toe with minimax"
    file: str = "tictactoe.py"
    shape: str = "flat"
    empty: Written = " "
    x: Written = "X"
    o: Written = "O"
    program: str = "O"
    opener: str = "either"
    move: str = "index"
    first: int = 0
    winner: str = "check_winner"
    full: str = "is_board_full"
    value: str = "minimax"
    decide: str = "get_best_move"

    def __post_init__(self) -> None:
        """Refuse answers that no assignment can be made of.

        Raises:
            UsageError: naming the answer.
        """
        marks = [repr(mark) for mark in (self.empty, self.x, self.o)]
        odd = next((f for f in self.functions if not f.isidentifier() or keyword.iskeyword(f)), "")
        problems = (
            (_NAME.fullmatch(self.name), f"{self.name!r:.60}: use small letters, digits and -"),
            (_FILE.fullmatch(self.file), f"{self.file!r:.60} is no name of a Python file"),
            (len(set(marks)) == len(marks), f"the three squares {', '.join(marks)} must differ"),
            (not odd, f"{odd!r:.60} is no name of a function"),
            (len(set(self.functions)) == len(self.functions), "two functions have one name"),
            (None not in {self.x, self.o}, "a mark must be a text or a number"),
        )
        for fine, problem in problems:
            if not fine:
                raise UsageError(problem)

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions that students write."""
        return (self.winner, self.full, self.value, self.decide)

    @property
    def module(self) -> str:
        """The name to import the file by."""
        return self.file.removesuffix(".py")

    @property
    def told(self) -> Mark:
        """The side that scores are told from."""
        return "O" if self.program == "O" else "X"

    @property
    def enemy(self) -> Mark:
        """The other side."""
        return other(self.told)

    @property
    def only_opens(self) -> bool:
        """Whether the side that scores are told from makes the first move in every game."""
        return self.opener == self.told

    @property
    def never_opens(self) -> bool:
        """Whether the other side does."""
        return self.opener == self.enemy

    @property
    def decisions(self) -> str:
        """How many positions the program may have to move in, as text."""
        plays = MARKS if self.program == "both" else (self.told,)
        openers = MARKS if self.opener == "either" else tuple(m for m in MARKS if m == self.opener)
        return f"{len(Match(plays, openers, self.told).decisions):,}"


def texts(dialect: Dialect) -> dict[str, str]:
    """Return the files of the assignment, path to text; ``main.py`` bears the asked name."""
    environment = _environment()
    found = {}
    for template in sorted(environment.list_templates()):
        path = template.removesuffix(_SUFFIX).replace("main.py", dialect.file)
        found[path] = environment.get_template(template).render(d=dialect)
    return found


def _environment() -> Environment:
    environment = Environment(  # noqa: S701 - Python and TOML, no page
        loader=PackageLoader("grader.scaffold"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"python": repr, "toml": _toml, "marks": _marks, "right": _right}
    return environment


def _toml(value: Written) -> str:
    """Return ``value`` as TOML writes it: its texts are JSON's, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _marks(rows: str, dialect: Dialect) -> str:
    """Return ``rows`` with the program's mark for A and the other side's for B."""
    letters: Mapping[str, str] = {"A": dialect.told, "B": dialect.enemy}
    return "".join(letters.get(letter, letter) for letter in rows)


def _right(rows: str, dialect: Dialect) -> list[int]:
    """Return the squares that keep the result for A, who moves next."""
    board = parse(_marks(rows, dialect).replace("/", ""))
    return list(tablebase()[Position(board, dialect.told)].optimal)
