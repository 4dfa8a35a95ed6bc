"""Every reachable position of a game with what perfect play brings from it, whoever opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from reference.board import Board
from reference.game import MARKS, Game, Mark, Move, Position
from reference.tictactoe import TicTacToe


class Entry(NamedTuple):
    """What is known of one position.

    Attributes:
        value: 1, 0 or -1: the player to move wins, draws or loses under perfect play.
        distance_plies: moves until the end, when a winner hurries and a loser stalls.
        optimal: the moves that keep ``value``; none once the game is over.
        best: those of ``optimal`` that also keep ``distance_plies``: the fastest wins, the
            slowest losses; of a drawn position all of ``optimal``.
        nodes: how many nodes a plain search from here visits, itself included.
    """

    value: int
    distance_plies: int
    optimal: tuple[Any, ...]
    best: tuple[Any, ...]
    nodes: int


@dataclass(frozen=True)
class Tablebase:
    """A game, solved from its opening.

    Attributes:
        entries: what is known of each position that can come up.
        since: opener to the positions that can come up after that side moves first.
    """

    game: Game
    entries: Mapping[Position, Entry]
    since: Mapping[Mark, frozenset[Position]]

    def __getitem__(self, position: Position) -> Entry:
        return self.entries[position]

    def positions(self, opener: Mark) -> tuple[Position, ...]:
        """Return the positions that can come up after ``opener`` moves first."""
        return tuple(p for p in self.entries if p in self.since[opener])

    @cached_property
    def boards(self) -> tuple[tuple[Any, ...], ...]:
        """The boards that can come up whoever opens, each once, furthest from the end first."""
        return tuple(sorted({p.board for p in self.entries}, key=self.simplest_first))

    @cached_property
    def running(self) -> tuple[Position, ...]:
        """The positions that are not finished, furthest from the end first."""
        found = (p for p, entry in self.entries.items() if entry.optimal)
        return tuple(sorted(found, key=lambda p: (*self.simplest_first(p.board), p.turn)))

    def simplest_first(self, board: tuple[Any, ...]) -> tuple[int, str]:
        """Return what puts the board with the most moves to come first, then by its notation."""
        return -self.game.plies_left(board), self.game.render(board)


@cache
def solve(game: Game, openers: tuple[Mark, ...] = MARKS) -> Tablebase:
    """Return ``game`` solved, whichever of ``openers`` opens."""
    table: dict[Position, Entry] = {}
    since = {}
    for opener in openers:
        seen: set[Position] = set()
        _solve(game, game.opening(opener), table, seen)
        since[opener] = frozenset(seen)
    return Tablebase(game, MappingProxyType(table), MappingProxyType(since))


@cache
def solve_from(game: Game, starts: tuple[Position, ...]) -> Tablebase:
    """Return all that can come up after one of ``starts``, whoever opened the game."""
    table: dict[Position, Entry] = {}
    seen: set[Position] = set()
    for start in starts:
        _solve(game, start, table, seen)
    since = dict.fromkeys(MARKS, frozenset(seen))
    return Tablebase(game, MappingProxyType(table), MappingProxyType(since))


def _solve(game: Game, start: Position, table: dict[Position, Entry], seen: set[Position]) -> Entry:
    if start not in seen:
        seen.add(start)
        replies = {
            move: _solve(game, game.after(start, move), table, seen) for move in game.moves(start)
        }
        table[start] = _choose(replies) if replies else _finished(game, start)
    return table[start]


def _finished(game: Game, position: Position) -> Entry:
    found = game.winner(position)
    value = 0 if found is None else 1 if found == position.turn else -1
    return Entry(value, 0, (), (), 1)


def _choose(replies: Mapping[Move, Entry]) -> Entry:
    value = max(-reply.value for reply in replies.values())
    optimal = tuple(s for s, reply in replies.items() if -reply.value == value)
    lengths = {s: 1 + replies[s].distance_plies for s in optimal}
    distance = min(lengths.values()) if value == 1 else max(lengths.values())
    best = optimal if value == 0 else tuple(s for s in optimal if lengths[s] == distance)
    nodes = 1 + sum(reply.nodes for reply in replies.values())
    return Entry(value, distance, optimal, best, nodes)


# ---------------------------------------------------------------------------- tic-tac-toe


def tablebase() -> Mapping[Position, Entry]:
    """Return all 10,956 positions of tic-tac-toe, 5,478 for each opener, shallowest last."""
    return solve(TicTacToe()).entries


def positions(opener: Mark) -> tuple[Position, ...]:
    """Return the 5,478 positions that can come up after ``opener`` moves first."""
    return solve(TicTacToe()).positions(opener)


def boards() -> tuple[Board, ...]:
    """Return the 8,533 boards that can come up whoever opens, each once, fewest marks first."""
    return solve(TicTacToe()).boards


def decisions(player: Mark) -> tuple[Position, ...]:
    """Return the 4,520 positions in which ``player`` must move, fewest marks first."""
    return tuple(p for p in running() if p.turn == player)


def running() -> tuple[Position, ...]:
    """Return the 9,040 positions that are not finished, fewest marks first."""
    return solve(TicTacToe()).running
