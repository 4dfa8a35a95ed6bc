"""Name the fault of a search: by its finished boards first, then by what it makes of them.

What a program says of finished boards is its scale; a search of the catalogue that ends in the
same scores and makes the same of them, on every position asked, has the same fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from grader.catalogue.reading import Engine, Reading, Readings, Said, agrees
from grader.catalogue.scale import DRAW, LOSS, WIN, Scale, Stops, result, scales
from grader.catalogue.search import Search, Variation
from grader.catalogue.trials import trial_engines
from grader.catalogue.variations import PLAIN, variations
from grader.diagnosis.naming import Named, constant, pick, simplest
from reference.board import Mark, Position
from reference.tablebase import tablebase

Pairs = Sequence[tuple[Position, Reading]]
LOOK_ALIKES = {"first-move-only": ("return-inside-the-loop", "alphabeta-bounds-crossed")}
SHARED = {("best-starts-at-zero", "search-stops-too-soon"): "only-the-next-move"}


def name_search(readings: Readings, program: Mark) -> list[Named]:
    """Return the faults of a search, those of its finished boards in front; none if it is right."""
    if is_right(readings, program):
        return []
    pairs = sorted(readings.items(), key=_shallow_first)
    if same := constant(readings, [position for position, _ in pairs]):
        return same
    if plain := _plain(pairs, readings, program):
        return _leaf_faults(plain, readings, program) or _swamped(plain, readings, program)
    leaves = next(scales(readings, program, PLAIN.stops), None)
    wrong = _unlike(leaves, pairs, program)
    shown = [position for position, _ in wrong]
    telling = set(shown)
    ordered = [*wrong, *(pair for pair in pairs if pair[0] not in telling)]
    hits = _hits(ordered, readings, program)
    found = _shared([_with_look_alikes(named) for named in pick(hits, shown)])
    faults = _leaf_faults(leaves, readings, program) if leaves else []
    return _together(faults, found)


def is_right(readings: Readings, program: Mark) -> bool:
    """Return whether all answers are numbers in the right order, and no board was changed."""
    groups: dict[int, list[float]] = {WIN: [], DRAW: [], LOSS: []}
    for position, reading in readings.items():
        if not isinstance(reading, Said) or reading.changed or not _is_number(reading.value):
            return False
        groups[true_value(position, program)].append(reading.value)  # type: ignore[arg-type] # a number
    return all(
        not groups[high] or not groups[low] or min(groups[high]) > max(groups[low])
        for high, low in ((WIN, DRAW), (DRAW, LOSS), (WIN, LOSS))
    )


@cache
def true_value(position: Position, program: Mark) -> int:
    """Return what ``position`` is worth to ``program``: 1, 0 or -1."""
    found = result(position.board, program)
    if found is not None:
        return found
    value = tablebase()[position].value
    return value if position.turn == program else -value


def scale_of(readings: Readings, program: Mark) -> Scale | None:
    """Return the scale of a search that is right."""
    return next(scales(readings, program, PLAIN.stops), None)


def _is_number(value: object) -> bool:
    return isinstance(value, float) and value == value  # noqa: PLR0124 - NaN is not itself


def _shallow_first(pair: tuple[Position, Reading]) -> tuple[bool, int, tuple[int, str, str]]:
    """Return what puts finished boards first, then those with the fewest empty squares."""
    position = pair[0]
    running = result(position.board, "X") is None
    return running, position.board.count(None) if running else 0, simplest(position)


def _plain(pairs: Pairs, readings: Readings, program: Mark) -> Scale | None:
    """Return the scale in which a search that only scores wrongly gives these answers."""
    for scale in scales(readings, program, PLAIN.stops):
        if agrees(Engine("", Search(PLAIN, scale, program).allowed), pairs):
            return scale
    return None


def _unlike(scale: Scale | None, pairs: Pairs, program: Mark) -> list[tuple[Position, Reading]]:
    """Return the answers that a plain search in this scale would not have given."""
    if scale is None:
        return [(p, r) for p, r in pairs if not is_right({p: r}, program)] or list(pairs)
    plain = Search(PLAIN, scale, program)
    return [(p, reading) for p, reading in pairs if reading not in plain.allowed(p)]


def _hits(pairs: Pairs, readings: Readings, program: Mark) -> list[Engine]:
    """Return every engine that gives these answers; the telling ones come first in ``pairs``."""
    known: dict[Stops, list[Scale]] = {}
    hits = []
    for variation in variations():
        if variation.stops not in known:
            known[variation.stops] = list(scales(readings, program, variation.stops))
        engines = (_engine(variation, scale, program) for scale in known[variation.stops])
        hits += [engine for engine in engines if agrees(engine, pairs)]
    for scale in _combined(known[PLAIN.stops]):
        hits += [engine for engine in trial_engines(scale, program) if agrees(engine, pairs)]
    return hits


def _combined(found: Sequence[Scale]) -> list[Scale]:
    """Return ``found``, and what each move takes off a loss and off a win in every combination.

    A search that spoils its board leaves few answers from which both could be seen together.
    """
    losses, wins = ({scale.per_ply[n] for scale in found} for n in (0, 1))
    seen = {scale.per_ply for scale in found}
    others = [pair for pair in product(sorted(losses), sorted(wins)) if pair not in seen]
    return [*found, *(replace(found[0], per_ply=pair) for pair in others)]


def _engine(variation: Variation, scale: Scale, program: Mark) -> Engine:
    words = {} if variation.levels is None else {"levels": str(variation.levels)}
    return Engine(variation.slug, Search(variation, scale, program).allowed, words)


def _shared(found: list[Named]) -> list[Named]:
    """Return what is seen, where two names are known to mean the same answers."""
    names = tuple(sorted(named.slug for named in found))
    if names not in SHARED:
        return found
    return [Named(SHARED[names], found[0].shown, candidates=names)]


def _with_look_alikes(named: Named) -> Named:
    return replace(named, candidates=LOOK_ALIKES.get(named.slug, ()))


# ---------------------------------------------------------------------------- finished boards


def _leaf_faults(scale: Scale, readings: Readings, program: Mark) -> list[Named]:
    """Return what is wrong with the scores of finished boards."""
    slug, about = _leaf_fault(scale)
    if not slug:
        return []
    shown = [p for p in readings if result(p.board, program) in about]
    return [Named(slug, tuple(sorted(shown, key=simplest)), candidates=_CANDIDATES.get(slug, ()))]


_CANDIDATES = {
    "draw-gives-no-score": ("draw-not-a-base-case", "missing-return"),
    "draw-depends-on-the-turn": ("draw-not-a-base-case", "winner-judged-by-turn"),
}
_ALL, _DRAWS, _DECIDED = (WIN, DRAW, LOSS), (DRAW,), (WIN, LOSS)


def _leaf_fault(scale: Scale) -> tuple[str, tuple[int, ...]]:
    """Return the name of what is wrong with finished boards, and with which of them."""
    win, loss = scale.of(WIN), scale.of(LOSS)
    if not isinstance(win, float) or not isinstance(loss, float):
        return "", ()
    if not scale.same_for_both_turns(WIN) or not scale.same_for_both_turns(LOSS):
        return _turned(scale)
    if win == loss:
        return "any-win-scores-the-same", _DECIDED
    if drawn := _draw_fault(scale, win, loss):
        return drawn, _DRAWS
    return ("score-signs-reversed", _DECIDED) if win < loss else ("", ())


def _draw_fault(scale: Scale, win: float, loss: float) -> str:
    """Return the name of what is wrong with drawn boards, or ``""``."""
    draw, later = scale.base.get((DRAW, True)), scale.base.get((DRAW, False))
    low, high = sorted((win, loss))
    if not isinstance(draw, float) or not isinstance(later, float):
        return "draw-gives-no-score"
    if draw != later:
        beyond = draw < low and later > high
        return "draw-not-a-base-case" if beyond else "draw-depends-on-the-turn"
    if draw in {win, loss}:
        return "draw-scored-like-a-loss" if draw == loss else "draw-scored-like-a-win"
    return "" if low < draw < high else "draw-out-of-order"


def _turned(scale: Scale) -> tuple[str, tuple[int, ...]]:
    """Return the name for won boards whose score hangs on who is said to be next."""
    own, later = scale.of(WIN), scale.base.get((WIN, False))
    if own == scale.of(LOSS) and later == scale.base.get((LOSS, False)):
        return "winner-judged-by-turn", _DECIDED
    if own == scale.base.get((LOSS, False)) and later == scale.of(LOSS):
        return "scores-for-the-side-to-move", _DECIDED
    return "", ()


def _swamped(scale: Scale, readings: Readings, program: Mark) -> list[Named]:
    """Return the fault of a plain search whose bonus for speed outweighs the result."""
    draw = scale.of(DRAW)
    if not isinstance(draw, float) or not any((*scale.per_ply, *scale.per_empty.values())):
        return []
    shown = [p for p, r in readings.items() if _misplaced(r, draw, true_value(p, program))]
    return [Named("depth-bonus-swamps-result", tuple(sorted(shown, key=_few_empties)))]


def _misplaced(reading: Reading, draw: float, value: int) -> bool:
    """Return whether a score stands on the wrong side of a draw's."""
    score = reading.value if isinstance(reading, Said) else None
    return isinstance(score, float) and (score > draw) - (score < draw) != value


def _few_empties(position: Position) -> tuple[int, tuple[int, str, str]]:
    return position.board.count(None), simplest(position)


# ---------------------------------------------------------------------------- both together


def _together(leaves: list[Named], tree: list[Named]) -> list[Named]:
    """Return the faults of finished boards and of the search, where one does not explain both."""
    names = {named.slug for named in tree}
    if "min-and-max-swapped" in names and any(f.slug == "score-signs-reversed" for f in leaves):
        return [Named("scores-from-the-other-side", leaves[0].shown)]
    if "scores-for-the-side-to-move" in names or any(f.slug in names for f in leaves):
        return tree
    if names & {"full-before-win", "one-sides-wins-unseen"}:
        return tree
    return [*leaves, *(named for named in tree if named.certain or not leaves)]
