"""Name the fault of a choice of moves in any solved game: the known program that answers alike."""

from __future__ import annotations

from grader.catalogue.book import choice_engines, right_moves
from grader.catalogue.reading import Readings, agrees
from grader.diagnosis.naming import Named, constant, pick
from grader.match import Match


def name_by_book(readings: Readings, match: Match) -> list[Named]:
    """Return the fault of a choice of moves; none if all are right."""
    wrong = [p for p, reading in readings.items() if reading not in right_moves(match, p)]
    wrong.sort(key=lambda p: tuple(reversed(match.simplest_first(p))))
    wrong.sort(key=lambda p: match.game.plies_left(p.board))
    if not wrong:
        return []
    changed = [p for p in wrong if readings[p][1:] == (True,)]
    if changed:
        return [Named("choice-changes-the-board", tuple(changed))]
    rest = readings.keys() - set(wrong)
    pairs = [(p, readings[p]) for p in (*wrong, *rest)]
    hits = [engine for engine in choice_engines(match) if agrees(engine, pairs)]
    return pick(hits, wrong) or constant(readings, wrong)
