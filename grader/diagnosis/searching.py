"""Name the fault of a search: by its finished boards first, then by what it makes of them.

What a program says of finished boards is its scale; a search of the catalogue that ends in the
same scores and makes the same of them, on every position asked, has the same fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.catalogue.reading import Engine, Reading, Readings, Said, agrees
from grader.catalogue.scale import DRAW, LOSS, WIN, Scale, result, scales
from grader.catalogue.search import Search, Variation
from grader.catalogue.trials import trial_engines
from grader.catalogue.variations import PLAIN, variations
from grader.diagnosis.naming import Named, pick, simplest
from reference.board import Mark, Position
from reference.tablebase import tablebase

Pairs = Sequence[tuple[Position, Reading]]
LOOK_ALIKES = {"first-move-only": ("return-inside-the-loop", "alphabeta-bounds-crossed")}


def name_search(readings: Readings, program: Mark) -> list[Named]:
    """Return the faults of a search, those of its finished boards in front; none if it is right."""
    if is_right(readings, program):
        return []
    pairs = sorted(readings.items(), key=_shallow_first)
    plain = _plain(pairs, readings, program)
    if plain:
        return _leaf_faults(plain, readings, program) or _swamped(plain, readings, program)
    hits = list(_varied(pairs, readings, program))
    leaves = next(scales(readings, program, PLAIN.stops), None)
    named = pick((engine for engine, _ in hits), ())
    found = [_shown(one, hits, pairs, readings, program) for one in named]
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


def _varied(
    pairs: Pairs, readings: Readings, program: Mark
) -> Iterator[tuple[Engine, Scale]]:
    """Yield every engine that gives these answers, and the scale it gives them in."""
    for variation in variations():
        for scale in scales(readings, program, variation.stops):
            engine = _engine(variation, scale, program)
            if agrees(engine, pairs):
                yield engine, scale
    for scale in scales(readings, program, PLAIN.stops):
        for engine in trial_engines(scale, program):
            if agrees(engine, pairs):
                yield engine, scale


def _engine(variation: Variation, scale: Scale, program: Mark) -> Engine:
    levels = {"levels": str(variation.levels)}
    return Engine(variation.slug, Search(variation, scale, program).allowed, levels)


def _shown(
    named: Named,
    hits: Sequence[tuple[Engine, Scale]],
    pairs: Pairs,
    readings: Readings,
    program: Mark,
) -> Named:
    """Return ``named`` with the positions where a plain search would have said something else."""
    scale = next(scale for engine, scale in hits if engine.slug == named.slug)
    due = next(scales(readings, program, PLAIN.stops), scale)
    plain = Search(PLAIN, due, program)
    shown = [p for p, reading in pairs if not _as_due(plain, p, reading)]
    return Named(
        named.slug,
        tuple(shown),
        named.words,
        LOOK_ALIKES.get(named.slug, ()),
        named.certain,
    )


def _as_due(plain: Search, position: Position, reading: Reading) -> bool:
    try:
        return reading in plain.allowed(position)
    except KeyError:  # a result that the scale of a blind search has no score for
        return False


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
    draw, draw_later = scale.base.get((DRAW, True)), scale.base.get((DRAW, False))
    if not isinstance(draw, float) or not isinstance(draw_later, float):
        return "draw-gives-no-score", _DRAWS
    if draw != draw_later:
        beyond = draw < min(win, loss) and draw_later > max(win, loss)
        return ("draw-not-a-base-case" if beyond else "draw-depends-on-the-turn"), _DRAWS
    if draw == loss:
        return "draw-scored-like-a-loss", _DRAWS
    if draw == win:
        return "draw-scored-like-a-win", _DRAWS
    if not min(win, loss) < draw < max(win, loss):
        return "draw-out-of-order", _DRAWS
    return ("score-signs-reversed", _DECIDED) if win < loss else ("", ())


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
    if not any((*scale.per_ply, *scale.per_empty.values())):
        return []
    draw = scale.of(DRAW)
    shown = [p for p, r in readings.items() if _misplaced(r, draw, true_value(p, program))]
    return [Named("depth-bonus-swamps-result", tuple(sorted(shown, key=_few_empties)))]


def _misplaced(reading: Reading, draw: object, value: int) -> bool:
    """Return whether a score stands on the wrong side of a draw's."""
    score = reading.value if isinstance(reading, Said) else None
    assert isinstance(score, float)
    assert isinstance(draw, float)
    return (score > draw) - (score < draw) != value


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
    return [*leaves, *tree]


