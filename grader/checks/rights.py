"""What right programs answer to the questions that come up, worked out once for many puppets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.assignment import Assignment
from grader.checks.game import Case, Game
from grader.checks.puppet import Puppets, Rights
from grader.sandbox import wire

RIGHT = "right/textbook"


def worked_out(assignment: Assignment, game: Game) -> Rights:
    """Return the right replies to what checks mostly ask; puppets work out the rest themselves."""
    rights: Rights = {}
    puppet = Puppets(assignment, RIGHT, rights).puppet()
    guide = assignment.advice
    for name, role in guide.roles.items():
        for case in _cases(name, game):
            arguments = guide.arguments(name, case.position)
            puppet.answer(role.function, [wire.encode(argument) for argument in arguments])
    return rights


def _cases(role: str, game: Game) -> Iterator[Case]:
    """Yield the cases that a function in ``role`` is mostly asked about."""
    found: dict[str, Sequence[Sequence[Case]]] = {
        "value": (game.finished, game.running),
        "decide": (game.decisions,),
        "moves": (game.running,),
        "play": (game.running,),
    }
    for cases in found.get(role, (game.boards,)):
        yield from cases
