"""Name the fault of one function: the engine of the catalogue that answers as it does.

A name is certain if that one engine, and none of another name, agrees with every answer on the
sheet. Where several agree, each is a candidate and none is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial

from grader.catalogue import choice, moves, parts, rules
from grader.catalogue.inner import inner_engines
from grader.catalogue.reading import Engine, Odd, Reading, Readings, Said, Word, agrees, marks_on
from grader.catalogue.returned import other_than_a_move
from grader.codec import Codec
from grader.model import Reply
from reference.board import Mark, Position, empty_squares, is_full, is_terminal
from reference.notation import render

NARROW = 4  # one answer in so many is one of some moves, not of all
FEW = 20  # an engine that leaves a choice must be wrong by necessity at as many boards

Right = Callable[[Position, Mark], Collection[Reading]]


@dataclass(frozen=True)
class Named:
    """A fault by name, and the boards that show it.

    Attributes:
        shown: simplest first.
        candidates: names that would all explain the answers, where none alone is certain.
    """

    slug: str
    shown: tuple[Position, ...]
    words: Mapping[str, Word] = field(default_factory=dict)
    candidates: tuple[str, ...] = ()
    certain: bool = True


def name_helper(role: str, readings: Readings, codec: Codec, maximiser: Mark) -> list[Named]:
    """Return the fault of a function that answers about one board; none if it is right."""
    wrong = faults(readings, RIGHT[role], maximiser)
    if not wrong:
        return []
    engines = (*_engines(role, codec, maximiser), *_FORMS.get(role, _no_forms)(readings))
    return _first_named(engines, readings, wrong) or constant(readings, wrong)


def name_choice(
    readings: Readings,
    plays: tuple[Mark, ...],
    replies: Mapping[Position, Reply],
    codec: Codec,
    maximiser: Mark | None = None,
) -> list[Named]:
    """Return the fault of a choice of moves whose scores are right, or ``maximiser`` is given.

    Then nothing is known of the scores: the fault may also lie in the search it chooses by.
    """
    wrong = faults(readings, lambda p, _: choice.right_choices(p), plays[0])
    if not wrong:
        return []
    if slug := other_than_a_move(replies, codec):
        return [Named(slug, tuple(wrong))]
    changed = [p for p in wrong if readings[p][1:] == (True,)]
    if changed:
        return [Named("choice-changes-the-board", tuple(changed))]
    engines = (*choice.decide_engines(plays), *choice.decide_forms(readings))
    telling = [engine for engine in engines if _is_telling(engine, wrong)]
    inner = () if maximiser is None else inner_engines(maximiser)
    return (
        _first_named(telling, readings, wrong)
        or _first_named((e for e in inner if _is_narrow(e, readings, wrong)), readings, wrong)
        or constant(readings, wrong)
    )


def faults(readings: Readings, right: Right, maximiser: Mark) -> list[Position]:
    """Return the positions with a wrong answer, simplest first."""
    wrong = (p for p, reading in readings.items() if reading not in right(p, maximiser))
    return sorted(wrong, key=simplest)


@cache
def simplest(position: Position) -> tuple[int, str, str]:
    """Return what puts the board with the fewest marks first, then the first in notation."""
    return marks_on(position.board), render(position.board), position.turn


def pick(hits: Iterable[Engine], shown: Iterable[Position]) -> list[Named]:
    """Return the one name that all ``hits`` share, or their names as candidates."""
    by_slug = {engine.slug: engine for engine in reversed(list(hits))}
    certain = len(by_slug) == 1
    return [
        Named(slug, tuple(shown), engine.words, certain=certain)
        for slug, engine in reversed(by_slug.items())
    ]


def constant(readings: Readings, wrong: Iterable[Position]) -> list[Named]:
    """Return the name of a function that gives one and the same answer to everything."""
    said = set(readings.values())
    match said.pop() if len(said) == 1 else None:
        case Said(None, False):
            return [Named("returns-nothing", tuple(wrong))]
        case Said(value, False):
            text = value.text if isinstance(value, Odd) else str(value)
            return [Named("always-the-same-answer", tuple(wrong), {"answer": text})]
        case _:
            return []


def _first_named(
    engines: Iterable[Engine], readings: Readings, wrong: Collection[Position]
) -> list[Named]:
    """Return the names whose engines agree; the wrong answers tell most, so they come first."""
    rest = readings.keys() - set(wrong)
    pairs = [(p, readings[p]) for p in (*wrong, *rest)]
    return pick([engine for engine in engines if agrees(engine, pairs)], wrong)


def _is_narrow(engine: Engine, readings: Readings, wrong: Iterable[Position]) -> bool:
    """Return whether ``engine`` leaves no move but wrong ones somewhere, and seldom every move.

    A search has many moves that it scores alike, so agreement tells much only where some do not.
    """
    forced = any(
        not any(reading in engine.allowed(p) for reading in choice.right_choices(p)) for p in wrong
    )
    narrow = sum(len(engine.allowed(p)) < len(empty_squares(p.board)) for p in readings)
    return forced and NARROW * narrow > len(readings)


def _is_telling(engine: Engine, wrong: Iterable[Position]) -> bool:
    """Return whether ``engine`` cannot but be wrong at several of the ``wrong`` positions."""
    forced = 0
    for position in wrong:
        allowed, right = engine.allowed(position), choice.right_choices(position)
        forced += not any(reading in allowed for reading in right)
        if forced == FEW:
            return True
    return False


RIGHT: Mapping[str, Right] = {
    "winner": lambda p, _: (rules.right_winner(p),),
    "wins": lambda p, _: (parts.right_wins(p),),
    "full": lambda p, _: (rules.right_full(p),),
    "over": lambda p, _: (rules.right_over(p),),
    "moves": lambda p, _: (moves.right_moves(p),),
    "play": lambda p, _: (moves.right_play(p),),
    "turn": lambda p, _: (parts.right_turn(p),),
    "score": lambda p, maximiser: (parts.right_score(p, maximiser),),
}


def _engines(role: str, codec: Codec, maximiser: Mark) -> tuple[Engine, ...]:
    """Return the faulty programs for ``role``, as they would read in this dialect."""
    match role:
        case "winner":
            return rules.winner_engines(told=None if codec.empty is None else ".")
        case "wins":
            return parts.wins_engines()
        case "turn":
            return parts.turn_engines()
        case "score":
            return parts.score_engines(maximiser)
        case _:
            return _ENGINES[role]()


_ENGINES: Mapping[str, Callable[[], tuple[Engine, ...]]] = {
    "full": rules.full_engines,
    "over": rules.over_engines,
    "moves": moves.moves_engines,
    "play": moves.play_engines,
}


def _no_forms(_readings: Readings) -> Iterator[Engine]:
    return iter(())


_FORMS: Mapping[str, Callable[[Readings], Iterator[Engine]]] = {
    "winner": rules.winner_forms,
    "full": partial(rules.truth_forms, due=is_full),
    "over": partial(rules.truth_forms, due=is_terminal),
}
