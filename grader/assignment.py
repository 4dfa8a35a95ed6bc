"""Read ``assignments/<name>/assignment.toml`` into an :class:`Assignment`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import cast

from grader.codec import Built, Codec, MoveForm, Shape
from grader.errors import ConfigError
from grader.guide import BOARD, Guide, Role, roles
from grader.intake import Sources
from grader.match import Match
from grader.plan import FileSlot, LayerPlan, Questions, RubricItem, ScoreLine
from grader.sandbox.process import Limits
from grader.sandbox.scripts import SUFFIXES as SCRIPTS
from grader.sandbox.scripts import spellings
from grader.table import Table
from reference.game import MARKS, Game, Mark
from reference.games import named

__all__ = [
    "Assignment", "FileSlot", "LayerPlan", "Questions", "RubricItem", "ScoreLine", "load", "names",
]  # fmt: skip

FILE_NAME = "assignment.toml"


@dataclass(frozen=True, slots=True)
class Assignment:
    """One assignment folder.

    Attributes:
        match: the game, and the submission's part in it.
        follow_through: of a function, those replaced by right ones when it is judged again.
        opening_call_s: wall seconds for a question about the empty board.
        submission_s: wall seconds for all questions to one submission.
        advice: function to what a student should do next when it goes wrong; a ``Guide``, which
            also says which function plays which role.
        demo: whether this is the assignment to grade when none is named.
        modules: what a submission may import beyond the standard library, e.g. ``numpy``.
        provided: files of the course's own that a submission may leave out, name to text.
        variants: name to the same assignment about another game, e.g. on a larger board.
    """

    name: str
    title: str
    folder: Path
    match: Match
    files: tuple[FileSlot, ...]
    codec: Codec
    questions: Questions
    follow_through: Mapping[str, tuple[str, ...]]
    layers: tuple[LayerPlan, ...]
    limits: Limits
    opening_call_s: float
    submission_s: float
    score_line: ScoreLine | None
    rubric: tuple[RubricItem, ...]
    advice: Guide
    demo: bool
    modules: tuple[str, ...] = ()
    provided: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, Assignment] = field(default_factory=dict)

    @property
    def max_score(self) -> Fraction:
        """All points of all layers."""
        return sum((layer.points for layer in self.layers), Fraction(0))

    def slot(self, fixture: str) -> FileSlot:
        """Return the file that tests know as ``fixture``."""
        return next(slot for slot in self.files if slot.fixture == fixture)

    @property
    def decide(self) -> Role:
        """The function that chooses moves, and how it is asked."""
        plain = Role(self.questions.decide, (BOARD,))
        return self.advice.roles.get("decide", plain)

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of all functions of all files."""
        found = ((*s.functions, *s.given, *s.optional) for s in self.files)
        return tuple(name for names in found for name in names)

    @property
    def sources(self) -> Sources:
        """Which of the files that are handed in are source."""
        names = [name for slot in self.files for name in (slot.name, *slot.also)]
        return Sources(tuple(dict.fromkeys(Path(name).suffix for name in names)))

    @property
    def also(self) -> Mapping[str, Sequence[str]]:
        """File name to the other names that it may have."""
        return {slot.name: slot.also for slot in self.files}

    def standin(self, slot: FileSlot, handed_in: str = "") -> str:
        """Return the text of right functions for ``slot``, or ``""`` if there is none.

        They are in the language of the file that was ``handed_in``, by its name.
        """
        suffixes = SCRIPTS if handed_in.endswith(SCRIPTS) else (Path(slot.name).suffix,)
        names = [name for name in (slot.name, *slot.also) if name.endswith(suffixes)]
        path = self.folder / "standins" / (names or [slot.name])[0]
        return path.read_text(encoding="utf-8") if path.is_file() else ""


def names(root: Path) -> tuple[str, ...]:
    """Return the names of all assignments under ``root``, in order."""
    return tuple(sorted(path.parent.name for path in root.glob(f"*/{FILE_NAME}")))


def load(root: Path, name: str) -> Assignment:
    """Return the assignment ``name`` under ``root``.

    Raises:
        ConfigError: if there is none, or its file is not TOML, or a key of it is missing,
            unknown or of the wrong kind; the message names the file and the key.
    """
    folder = root / name
    path = folder / FILE_NAME
    if not path.is_file():
        known = ", ".join(names(root)) or "none"
        raise ConfigError(f"there is no assignment {name!r}; there are: {known}")
    try:
        table = Table(tomllib.loads(path.read_text(encoding="utf-8")), str(path))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: {error}") from error
    built = _build(folder, table)
    _check(built, str(path))
    return built


def _build(folder: Path, table: Table) -> Assignment:
    limits = table.table("limits", {})
    match = _match(table)
    codec = _codec(table.table("codec"), match.game)
    players, advice = roles(table.table("roles", {}), codec), _advice(table.table("advice", {}))
    built = Assignment(
        name=folder.name,
        title=table.take("title", str),
        folder=folder,
        match=match,
        files=tuple(map(_slot, table.tables("files"))),
        codec=codec,
        questions=_questions(table.table("questions")),
        follow_through=_follow_through(table.table("follow_through", {})),
        layers=tuple(map(_layer, table.tables("layers"))),
        opening_call_s=limits.number("opening_call_s", 30),
        submission_s=limits.number("submission_s", 300),
        limits=_limits(limits),
        score_line=_score_line(table),
        rubric=tuple(map(_rubric, table.tables("rubric", []))),
        advice=Guide(advice, players, codec, match),
        demo=table.take("demo", bool, False),  # noqa: FBT003 - the key's default
        modules=table.texts("modules", []),
        provided=_provided(folder, table),
    )
    variants = {row.take("name", str): _variant(built, row) for row in table.tables("variants", [])}
    table.done()
    return replace(built, variants=variants)


def _variant(built: Assignment, table: Table) -> Assignment:
    """Read what differs in a variant: its game, and how the choice of moves is asked for."""
    game = _game(table)
    match = replace(
        built.match,
        game=game,
        within=table.take("within", int, 0),
        starts=table.take("starts", int, 0),
    )
    codec = replace(built.codec, rows=game.rows, columns=game.columns)
    players = roles(table.table("roles"), codec)
    decide = players["decide"].function
    table.done()
    return replace(
        built,
        match=match,
        codec=codec,
        questions=replace(built.questions, decide=decide),
        advice=Guide(built.advice.advice, players, codec, match),
    )


def _slot(table: Table) -> FileSlot:
    slot = FileSlot(
        table.take("name", str),
        table.take("fixture", str),
        table.texts("functions"),
        table.texts("given", []),
        table.texts("optional", []),
        table.texts("also", []),
    )
    table.done()
    return slot


def _provided(folder: Path, table: Table) -> dict[str, str]:
    """Read the files that the course hands out and does not want back."""
    found = {}
    for name in table.texts("provided", []):
        path = folder / "provided" / name
        if not path.is_file():
            raise table.error("provided", f"there is no file {path}")
        found[name] = path.read_text(encoding="utf-8")
    return found


def _match(table: Table) -> Match:
    """Read which game it is, which side the program plays and who may open."""
    program = table.choice("program", (*MARKS, "both"))
    opener = table.choice("opener", (*MARKS, "either"), "either")
    told = "X" if program == "both" else program
    return Match(
        plays=MARKS if program == "both" else (cast("Mark", program),),
        openers=MARKS if opener == "either" else (cast("Mark", opener),),
        maximiser=cast("Mark", table.choice("maximiser", MARKS, told)),
        game=_game(table),
        within=table.take("within", int, 0),
        starts=table.take("starts", int, 0),
    )


def _game(table: Table) -> Game:
    settings = table.table("game", {"name": "tic-tac-toe"})
    name = settings.take("name", str)
    try:
        return named(name, settings.rest())
    except ValueError as error:
        raise table.error("game", str(error)) from error


def _codec(table: Table, game: Game) -> Codec:
    empty = table.take("empty", object, None)
    codec = Codec(
        shape=cast("Shape", table.choice("shape", ("flat", "nested", "plain"))),
        marks={"X": table.take("X", object), "O": table.take("O", object)},
        empty=tuple(empty) if isinstance(empty, list) else empty,
        move=cast("MoveForm", table.choice("move", ("index", "pair", "column", "take"))),
        first=table.take("first", int, 0),
        rows=game.rows,
        columns=game.columns,
        built=_built(table.table("built", {})),
        draw=table.take("draw", object, None),
    )
    table.done()
    return codec


def _built(table: Table) -> Built | None:
    """Read how a board that is an object is made: ``fill = "make_move(row, column, mark)"``."""
    of = table.take("of", str, "")
    if not of:
        table.done()
        return None
    fill, show = table.take("fill", str), table.take("show", str)
    method, _, words = fill.rstrip(")").partition("(")
    built = Built(of, method, tuple(word.strip() for word in words.split(",")), show)
    if not set(built.arguments) <= {"square", "row", "column", "mark"}:
        raise table.error("fill", f"{fill!r:.60} is no call like make_move(row, column, mark)")
    table.done()
    return built


def _questions(table: Table) -> Questions:
    questions = Questions(
        table.take("file", str),
        table.take("decide", str),
        table.take("value", str),
        table.take("refuses", bool, False),  # noqa: FBT003 - the key's default
    )
    table.done()
    return questions


def _follow_through(table: Table) -> dict[str, tuple[str, ...]]:
    return {
        function: Table({function: names}, "[follow_through]").texts(function)
        for function, names in table.rest().items()
    }


def _advice(table: Table) -> dict[str, str]:
    rows = table.rest()
    return {name: Table(rows, "[advice]").take(name, str) for name in rows}


def _layer(table: Table) -> LayerPlan:
    layer = LayerPlan(
        table.take("name", str),
        table.take("title", str),
        table.points("points"),
        table.texts("requires", []),
        table.texts("standards", []),
    )
    table.done()
    return layer


def _limits(table: Table) -> Limits:
    limits = Limits(
        call_s=table.number("call_s", 10),
        load_s=table.number("load_s", 10),
        cpu_s=int(table.number("cpu_s", 600)),
        memory_bytes=int(table.number("memory_mb", 512) * 1024**2),
        deaths=max(1, int(table.number("deaths", 4))),
    )
    table.done()
    return limits


def _score_line(table: Table) -> ScoreLine | None:
    row = table.table("score_line", {})
    variable = row.take("variable", str, "")
    line = ScoreLine(variable, row.texts("layers", []))
    row.done()
    return line if variable else None


def _rubric(table: Table) -> RubricItem:
    item = RubricItem(table.take("title", str), table.take("note", str))
    table.done()
    return item


def _check(assignment: Assignment, where: str) -> None:
    """Refuse an assignment whose parts do not fit together.

    Raises:
        ConfigError: naming the key that points nowhere.
    """
    fixtures = [slot.fixture for slot in assignment.files]
    if assignment.questions.fixture not in fixtures:
        raise ConfigError(f"{where}: [questions] file: no [[files]] has this fixture")
    known = set(assignment.functions)
    layers = {layer.name for layer in assignment.layers}
    pointers = {
        "[questions]": (assignment.questions.decide, assignment.questions.value),
        "[follow_through]": tuple(assignment.follow_through),
        "[advice]": tuple(assignment.advice),
        "[roles]": tuple(role.function for role in assignment.advice.roles.values()),
        "requires": tuple(name for layer in assignment.layers for name in layer.requires),
    }
    for key, functions in pointers.items():
        if stray := [name for name in functions if name not in known]:
            raise ConfigError(f"{where}: {key}: {stray[0]!r} is in no [[files]]")
    if assignment.score_line and not set(assignment.score_line.layers) <= layers:
        raise ConfigError(f"{where}: [score_line] layers: names a layer that is not there")
    if len(layers) < len(assignment.layers):
        raise ConfigError(f"{where}: [[layers]] name: two layers have the same one")
    written = (*assignment.codec.marks.values(), assignment.codec.empty)
    if len({repr(mark) for mark in written}) < len(written):
        raise ConfigError(f"{where}: [codec]: X, O and empty must differ")
    _check_standins(assignment, where)


def _check_standins(assignment: Assignment, where: str) -> None:
    """Refuse a stand-in that is not there: students would lose what follow-through is worth."""
    for slot in assignment.files:
        names = (*slot.functions, *slot.given, *slot.optional)
        replaced = {h for name in names for h in assignment.follow_through.get(name, ())}
        for file in (slot.name, *slot.also):
            text = assignment.standin(slot, file) if replaced else ""
            for name in sorted(replaced):
                if not any(_defines(text, spelt) for spelt in spellings(name.rpartition(".")[2])):
                    missing = f"standins/{file} does not define {name!r}"
                    raise ConfigError(f"{where}: [follow_through]: {missing}")


def _defines(text: str, name: str) -> bool:
    return bool(re.search(rf"(?:def |function |^\s+){re.escape(name)}\(", text, re.MULTILINE))
