"""Answers to the question for a move that are no move, but something that belongs to one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grader.catalogue.reading import Said, number, read
from grader.codec import Codec
from grader.model import Reply, Returned
from reference.board import Mark, Position, after, legal_moves
from reference.notation import render
from reference.tablebase import tablebase


def other_than_a_move(replies: Mapping[Position, Reply], codec: Codec) -> str:
    """Return the name of what was handed back in place of a move on every board, or ``""``."""
    values = {p: r.value for p, r in replies.items() if isinstance(r, Returned)}
    if len(values) < len(replies) or not values:
        return ""
    if _are_scores(values):
        return "returns-the-score"
    if any(_hold_moves(values, codec, index) for index in (0, 1)):
        return "returns-score-and-move"
    return "returns-the-board" if _are_boards(replies, codec) else ""


def _are_scores(values: Mapping[Position, object]) -> bool:
    """Return whether the answers tell won, drawn and lost boards apart, as only scores do.

    They may be told from the side that is next, or always from the same one.
    """
    scores = {position: number(value) for position, value in values.items()}
    known = {p: score for p, score in scores.items() if isinstance(score, float)}
    views: tuple[tuple[Mark, ...], ...] = (("X", "O"), ("X",), ("O",))
    return len(known) == len(scores) and any(_are_in_order(known, view) for view in views)


def _are_in_order(scores: Mapping[Position, float], view: tuple[Mark, ...]) -> bool:
    """Return whether ``scores`` are in order, told from the next side if it is in ``view``."""
    groups: dict[int, list[float]] = {1: [], 0: [], -1: []}
    for position, score in scores.items():
        value = tablebase()[position].value
        groups[value if position.turn in view else -value].append(score)
    won, drawn, lost = groups.values()
    return len(set(drawn)) == 1 and min(won, default=0) > drawn[0] > max(lost, default=0)


def _hold_moves(values: Mapping[Position, object], codec: Codec, index: int) -> bool:
    """Return whether each answer is a pair with a free square, as a dialect writes one, in it."""
    parts = [_part(value, index) for value in values.values()]
    squares = map(codec.decode_move, parts)
    return codec.decode_move((0, 0)) is None and all(
        square in legal_moves(p.board) for p, square in zip(values, squares, strict=True)
    )


def _part(value: object, index: int) -> object:
    return value[index] if _is_pair(value) else None  # type: ignore[index] # it is a pair


def _are_boards(replies: Mapping[Position, Reply], codec: Codec) -> bool:
    """Return whether each answer is the board after a legal move."""
    readings = ((p, read("play", reply, codec)) for p, reply in replies.items())
    return all(
        isinstance(reading, Said) and reading.value in set(_after(p)) for p, reading in readings
    )


def _after(position: Position) -> Iterator[object]:
    squares: Iterable[int] = legal_moves(position.board)
    return (after(position, square).board for square in squares)


def are_pairs(replies: Mapping[Position, Reply]) -> tuple[Position, ...]:
    """Return the running positions, shallowest first, if each was answered with a pair."""
    asked = [p for p in replies if legal_moves(p.board)]
    values = ((r.value if isinstance(r, Returned) else None) for r in map(replies.get, asked))
    if not all(_is_pair(value) for value in values):
        return ()
    return tuple(sorted(asked, key=lambda p: (p.board.count(None), render(p.board), p.turn)))


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2  # noqa: PLR2004 - a pair
