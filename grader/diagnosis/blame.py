"""Which functions are to blame: helpers first, then the search, then the choice of a move.

A function is judged on its own answers as long as everything it calls is right. Otherwise it is
judged on the answers it gave with right helpers in their place, and is no subject where there
are none: what it says then may be another function's fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.catalogue.reading import Failed, Readings, at, read
from grader.catalogue.returned import are_pairs
from grader.diagnosis.by_book import name_by_book
from grader.diagnosis.naming import RIGHT, Named, faults, name_choice, name_helper
from grader.diagnosis.searching import is_right, name_search
from grader.guide import Guide
from grader.model import Examination, Raised, Reply, Sheet
from reference.board import Position
from reference.tictactoe import TicTacToe

LEAVES = ("winner", "wins", "full", "moves", "play", "turn")  # they call no other function
ENOUGH = 0.9  # of the positions: what timed out elsewhere might have told two faults apart
UNWRITTEN = "NotImplementedError"


@dataclass(frozen=True)
class Blamed:
    """A fault by name, the function that has it, and its answers."""

    role: str
    named: Named
    replies: Mapping[Position, Reply]


@dataclass(frozen=True)
class Answers:
    """The answers of one function, and what each says; a time-out or a crash says nothing."""

    role: str
    replies: Mapping[Position, Reply]
    readings: Readings


def blamed(examination: Examination, guide: Guide) -> Iterator[Blamed]:
    """Yield the faults that have a name, in the order to act on them."""
    sound = True
    for role in guide.roles:
        replies = _replies(role, examination.sheets, guide, sound=sound)
        if not replies or _unwritten(replies):
            sound = sound and not _has_sheet(role, examination.sheets, guide)
            continue
        answers = Answers(role, replies, _readings(role, replies, guide))
        named = _named(answers, guide)
        yield from (Blamed(role, one, replies) for one in named if one.shown)
        sound = sound and not named and _is_sound(answers, guide)


def scored(examination: Examination, guide: Guide) -> Readings:
    """Return the answers of a search that is right, else nothing."""
    role = guide.roles.get("value")
    for sheet in examination.sheets:
        if role and _is_for(sheet, "value", guide) and not sheet.given_right:
            readings = _readings("value", sheet.replies, guide)
            if len(readings) == len(sheet.replies) and is_right(readings, guide.match.maximiser):
                return readings
    return {}


def _replies(
    role: str, sheets: tuple[Sheet, ...], guide: Guide, *, sound: bool
) -> Mapping[Position, Reply]:
    """Return the answers to judge a function by; ``sound`` says that what it calls is right."""
    found = {s.given_right: s.replies for s in sheets if _is_for(s, role, guide)}
    own, given_right = found.get(False, {}), found.get(True, {})
    if role in LEAVES or sound:
        return own or given_right
    if role == "value" and given_right:
        return {**own, **given_right}
    return given_right


def _has_sheet(role: str, sheets: tuple[Sheet, ...], guide: Guide) -> bool:
    return any(_is_for(sheet, role, guide) for sheet in sheets)


def _is_for(sheet: Sheet, role: str, guide: Guide) -> bool:
    """Return whether ``sheet`` holds answers of the function in ``role``, asked for that part."""
    return sheet.role == role or (not sheet.role and sheet.function == guide.roles[role].function)


def _is_sound(answers: Answers, guide: Guide) -> bool:
    """Return whether what calls this function may be judged on its own answers."""
    if len(answers.readings) < len(answers.replies) or answers.role == "decide":
        return False
    if answers.role == "value":
        return is_right(answers.readings, guide.match.maximiser)
    return not faults(answers.readings, RIGHT[answers.role], guide.match.maximiser)


def _unwritten(replies: Mapping[Position, Reply]) -> bool:
    """Return whether the answers only say that something is not written yet."""
    return any(isinstance(r, Raised) and r.type_name == UNWRITTEN for r in replies.values())


def _readings(role: str, replies: Mapping[Position, Reply], guide: Guide) -> Readings:
    """Return what each reply says; equal ones are one object more often than not."""
    assert guide.codec is not None
    known = {id(reply): read(role, reply, guide.codec) for reply in _distinct(replies)}
    read_off = ((position, known[id(reply)]) for position, reply in replies.items())
    codec = guide.codec
    return {p: at(p, role, reading, codec) for p, reading in read_off if reading is not None}


def _distinct(replies: Mapping[Position, Reply]) -> Iterator[Reply]:
    return iter({id(reply): reply for reply in replies.values()}.values())


def _named(answers: Answers, guide: Guide) -> list[Named]:
    readings = answers.readings
    failed = all(isinstance(reading, Failed) for reading in readings.values())
    if failed or len(readings) < ENOUGH * len(answers.replies):
        return []
    assert guide.codec is not None
    match answers.role:
        case "value":
            if shown := are_pairs(answers.replies):
                return [Named("minimax-returns-a-pair", shown)]
            return name_search(readings, guide.match.maximiser)
        case "decide" if not isinstance(guide.match.game, TicTacToe):
            return name_by_book(readings, guide.match)
        case "decide":
            inner = None if "value" in guide.roles else guide.match.maximiser
            plays = guide.match.plays
            return name_choice(readings, plays, answers.replies, guide.codec, inner)
        case role:
            return name_helper(role, readings, guide.codec, guide.match.maximiser)
