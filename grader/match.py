"""The game of an assignment and the program's part in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from reference.game import Game, Mark, Position
from reference.playouts import sampled
from reference.tablebase import Entry, Tablebase, solve, solve_from
from reference.tictactoe import TicTacToe


@dataclass(frozen=True)
class Match:
    """Which game it is, which marks the program may play, and who may open.

    Attributes:
        plays: the marks the program may have to choose a move for.
        openers: the marks that may make the first move.
        maximiser: from whose side the program's scores are told: for it, more is better.
        within: the most moves that may be left where the program is asked; 0 for no bound.
        starts: how many positions to begin from, drawn by chance with a fixed seed where
            ``within`` moves are left, instead of the opening; 0 for the opening.
    """

    plays: tuple[Mark, ...]
    openers: tuple[Mark, ...] = ("X", "O")
    maximiser: Mark = "O"
    game: Game = field(default_factory=TicTacToe)
    within: int = 0
    starts: int = 0

    @cached_property
    def table(self) -> Tablebase:
        """The game, solved; worked out once in a process."""
        if self.starts:
            drawn = tuple(sampled(self.game, self.openers, self.within, self.starts))
            return solve_from(self.game, drawn)
        return solve(self.game, self.openers) if self.within else solve(self.game)

    def entry(self, position: Position) -> Entry:
        """Return what is known of ``position``."""
        return self.table.entries[position]

    @cached_property
    def decisions(self) -> tuple[Position, ...]:
        """The positions in which the program may have to move, furthest from the end first."""
        since = [self.table.since[opener] for opener in self.openers]
        return tuple(
            p
            for p in self.table.running
            if p.turn in self.plays
            and any(p in found for found in since)
            and (not self.within or self.game.plies_left(p.board) <= self.within)
        )

    @property
    def seats(self) -> Iterator[tuple[Mark, Mark]]:
        """Each mark the program may play with each side that may open: program, opener."""
        return ((program, opener) for program in self.plays for opener in self.openers)

    def value_for(self, position: Position, mark: Mark) -> int:
        """Return 1, 0 or -1: ``mark`` wins, draws or loses from ``position`` on."""
        if self.game.is_over(position):
            found = self.game.winner(position)
            return 0 if found is None else 1 if found == mark else -1
        value = self.entry(position).value
        return value if position.turn == mark else -value

    def can_go_wrong(self, position: Position) -> bool:
        """Return whether some legal move gives the value away."""
        return len(self.entry(position).optimal) < len(self.game.moves(position))

    def simplest_first(self, position: Position) -> tuple[int, str]:
        """Return what puts the board with the most moves to come first, then by its notation."""
        return self.table.simplest_first(position.board)


def alone(program: Mark) -> Match:
    """Return tic-tac-toe as one side plays it, whoever opens."""
    return Match((program,), maximiser=program)
