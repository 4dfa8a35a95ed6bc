"""Every known program by name: the right ones, and for each fault one that has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from grader.catalogue import choice, moves, parts, rules
from grader.catalogue.reading import Engine, Reading, Said
from grader.catalogue.scale import RESULTS, Scale
from grader.catalogue.search import Search
from grader.catalogue.trials import trial_engines
from grader.catalogue.variations import PLAIN, variations
from reference.board import Mark, Position
from reference.tablebase import tablebase

Answer = Callable[[Position], Reading]
TEN = 10.0
ANSWERS_WHEN_OVER = "decide/answers-when-over"  # where a finished game is to be refused


@dataclass(frozen=True)
class Known:
    """A program that answers right but for one role.

    Attributes:
        name: ``right/…`` or ``ROLE/SLUG``.
        role: where it differs from the first right program, or ``""``.
        answer: what it answers there.
        rights: what a right program answers, by role.
    """

    name: str
    role: str
    answer: Answer
    rights: Mapping[str, Answer]

    @property
    def sound(self) -> bool:
        """Whether it is right all the same."""
        return self.name.startswith("right/")

    def reading(self, role: str, position: Position, *, right: bool) -> Reading:
        """Return what it answers; ``right`` asks for what it should."""
        answer = self.answer if role == self.role and not right else self.rights[role]
        return answer(position)


@cache
def known(plays: tuple[Mark, ...], maximiser: Mark) -> Mapping[str, Known]:
    """Return every known program by name.

    Each chooses moves for all marks in ``plays``, and tells its scores from ``maximiser``'s side.
    """
    rights = _rights(maximiser)
    found = [Known(f"right/{name}", role, rule, rights) for name, role, rule in _sound(maximiser)]
    for role, engines in _faulty(plays, maximiser).items():
        by_slug: dict[str, Engine] = {}
        for engine in engines:
            by_slug.setdefault(engine.slug, engine)
        found += [
            Known(f"{role}/{slug}", role, _first(engine), rights)
            for slug, engine in by_slug.items()
            if slug
        ]
    found.append(Known(ANSWERS_WHEN_OVER, "decide", rights["decide"], rights))
    return {one.name: one for one in found}


def scale(win: float, draw: float, loss: float, per_ply: float = 0.0) -> Scale:
    """Return the scale of three scores; ``per_ply`` is what each move takes off a result."""
    scores = dict(zip(RESULTS, (win, draw, loss), strict=True))
    turns = (True, False)
    base = {(result, own): scores[result] for result in RESULTS for own in turns}
    return Scale(base, dict.fromkeys(base, 0.0), (-per_ply, per_ply))


def _rights(program: Mark) -> dict[str, Answer]:
    search = Search(PLAIN, scale(TEN, 0.0, -TEN), program)
    return {
        "winner": rules.right_winner,
        "full": rules.right_full,
        "over": rules.right_over,
        "wins": parts.right_wins,
        "turn": parts.right_turn,
        "score": lambda position: parts.right_score(position, program),
        "moves": moves.right_moves,
        "play": moves.right_play,
        "value": _asked(search),
        "decide": lambda position: Said(tablebase()[position].optimal[0]),
    }


def _sound(program: Mark) -> Iterator[tuple[str, str, Answer]]:
    """Yield right programs in other clothes: name, role and answer."""
    yield "textbook", "", _rights(program)["value"]
    scales = {
        "plus-minus-one": scale(1.0, 0.0, -1.0),
        "hundred-fifty-nothing": scale(100.0, 50.0, 0.0),
        "depth-weighted": scale(TEN, 0.0, -TEN, per_ply=1.0),
    }
    for name, one in scales.items():
        search = Search(PLAIN, one, program)
        yield name, "value", _asked(search)
    yield "last-of-equals", "decide", lambda p: Said(tablebase()[p].optimal[-1])
    yield "fastest", "decide", lambda p: Said(tablebase()[p].best[0])
    yield "slowest", "decide", _slowest


def _asked(search: Search) -> Answer:
    return lambda position: search.allowed(position)[0]


def _slowest(position: Position) -> Reading:
    entry = tablebase()[position]
    late = [square for square in entry.optimal if square not in entry.best]
    return Said((late or list(entry.optimal))[-1])


def _faulty(plays: tuple[Mark, ...], program: Mark) -> dict[str, Iterable[Engine]]:
    ten = scale(TEN, 0.0, -TEN)
    searches = [Engine(v.slug, Search(v, ten, program).allowed) for v in variations()]
    signs = Engine("score-signs-reversed", Search(PLAIN, scale(-TEN, 0.0, TEN), program).allowed)
    no_worse = Engine(
        "draw-scored-like-a-loss", Search(PLAIN, scale(TEN, -TEN, -TEN), program).allowed
    )
    return {
        "winner": rules.winner_engines(),
        "full": rules.full_engines(),
        "over": rules.over_engines(),
        "wins": parts.wins_engines(),
        "turn": parts.turn_engines(),
        "score": parts.score_engines(program),
        "moves": moves.moves_engines(),
        "play": moves.play_engines(),
        "value": (*searches, *trial_engines(ten, program), signs, no_worse),
        "decide": choice.decide_engines(plays),
    }


def _first(engine: Engine) -> Answer:
    """Return the rule that gives, of all that ``engine`` may answer, one always the same."""

    def answer(position: Position) -> Reading:
        allowed: Any = engine.allowed(position)
        found: Reading = min(allowed, key=str)
        return found

    return answer
