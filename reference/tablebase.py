"""Every reachable position with what perfect play brings from it, whoever opened the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from reference.board import Board, Mark, Position, Square, legal_moves, opening, winner


class Entry(NamedTuple):
    """What is known of one position.

    Attributes:
        value: 1, 0 or -1: the player to move wins, draws or loses under perfect play.
        distance_plies: marks until the end, when a winner hurries and a loser stalls.
        optimal: the squares that keep ``value``; none once the game is over.
        best: those of ``optimal`` that also keep ``distance_plies``: the fastest wins, the
            slowest losses; of a drawn position all of ``optimal``.
        nodes: how many nodes a plain search from here visits, itself included.
    """

    value: int
    distance_plies: int
    optimal: tuple[Square, ...]
    best: tuple[Square, ...]
    nodes: int


@cache
def tablebase() -> Mapping[Position, Entry]:
    """Return all 10,956 positions, 5,478 for each opener, shallowest last."""
    table: dict[Position, Entry] = {}
    for opener in ("X", "O"):
        _solve(opening(opener), table)
    return MappingProxyType(table)


def positions(opener: Mark) -> tuple[Position, ...]:
    """Return the 5,478 positions that can come up after ``opener`` moves first."""
    gap = 1 if opener == "X" else -1
    return tuple(p for p in tablebase() if _x_lead(p.board) == (0 if p.turn == opener else gap))


@cache
def boards() -> tuple[Board, ...]:
    """Return the 8,533 boards that can come up whoever opens, each once, fewest marks first."""
    return tuple(sorted({p.board for p in tablebase()}, key=_simplest_first))


def decisions(player: Mark) -> tuple[Position, ...]:
    """Return the 4,520 positions in which ``player`` must move, fewest marks first."""
    return tuple(p for p in running() if p.turn == player)


def running() -> tuple[Position, ...]:
    """Return the 9,040 positions that are not finished, fewest marks first."""
    found = (p for p, entry in tablebase().items() if entry.optimal)
    return tuple(sorted(found, key=lambda p: (*_simplest_first(p.board), p.turn)))


def _simplest_first(board: Board) -> tuple[int, tuple[str, ...]]:
    return 9 - board.count(None), tuple(mark or "." for mark in board)


def _x_lead(board: Board) -> int:
    return board.count("X") - board.count("O")


def _solve(position: Position, table: dict[Position, Entry]) -> Entry:
    if position not in table:
        replies = {s: _solve(position.after(s), table) for s in legal_moves(position.board)}
        table[position] = _choose(replies) if replies else _finished(position)
    return table[position]


def _finished(position: Position) -> Entry:
    """Return the entry of a finished game: whoever has the line, it is not the player to move."""
    return Entry(-1 if winner(position.board) else 0, 0, (), (), 1)


def _choose(replies: Mapping[Square, Entry]) -> Entry:
    value = max(-reply.value for reply in replies.values())
    optimal = tuple(s for s, reply in replies.items() if -reply.value == value)
    lengths = {s: 1 + replies[s].distance_plies for s in optimal}
    distance = min(lengths.values()) if value == 1 else max(lengths.values())
    best = optimal if value == 0 else tuple(s for s in optimal if lengths[s] == distance)
    nodes = 1 + sum(reply.nodes for reply in replies.values())
    return Entry(value, distance, optimal, best, nodes)
