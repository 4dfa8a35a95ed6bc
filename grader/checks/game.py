"""The game as tests see it: every board and position, with the truth, in the dialect's terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grader.codec import Codec
from grader.match import Match
from grader.sandbox import wire
from reference.board import (
    COLUMNS,
    DIAGONALS,
    LINES,
    ROWS,
    Square,
    empty_squares,
    is_full,
    winning_lines,
)
from reference.game import MARKS, Mark, Move, Position, other
from reference.tictactoe import TicTacToe

_KINDS = {
    **dict.fromkeys(ROWS, "row"),
    **dict.fromkeys(COLUMNS, "column"),
    **dict.fromkeys(DIAGONALS, "diagonal"),
}


@dataclass(frozen=True)
class Case:
    """One board to ask about, with what is true of it.

    Attributes:
        squares: the board as the reference writes it.
        turn: the mark that moves next.
        match: the game, and the submission's part in it.
    """

    squares: tuple[Any, ...]
    turn: Mark
    match: Match
    codec: Codec

    @property
    def board(self) -> Any:
        """The board as the submission writes it, fresh at each look."""
        return self.codec.encode_board(self.squares)

    @cached_property
    def board_text(self) -> str:
        """The board as it goes over the wire."""
        return wire.write_one(self.board)

    @cached_property
    def question(self) -> str:
        """The question about the board alone, as it goes over the wire."""
        return f"[{self.board_text}]"

    def prepare(self) -> None:
        """Work out what most checks ask of a case, before there is any hurry."""
        _ = self.question, self.position, self.empties, self.is_opening, self.over
        _ = self.winner, self.free
        if self.position in self.match.table.entries:  # of a board alone, no turn is known
            _ = self.value, self.over or self.can_go_wrong
        if isinstance(self.match.game, TicTacToe):
            _ = self.lines, self.has_empty_line

    @property
    def notation(self) -> str:
        """The board in the reference's notation."""
        return self.match.game.render(self.squares)

    @property
    def mark(self) -> object:
        """The mark that moves next, as the submission writes it."""
        return self.codec.marks[self.turn]

    @property
    def rival(self) -> object:
        """The other mark, as the submission writes it."""
        return self.codec.marks[other(self.turn)]

    @cached_property
    def winner(self) -> object:
        """The mark that has won, as the submission writes it, or None."""
        found = self.match.game.winner(self.position)
        return None if found is None else self.codec.marks[found]

    @property
    def outcome(self) -> object:
        """The winner, or what the dialect says of a game that is drawn; None while it runs."""
        is_drawn = self.over and self.winner is None
        return self.codec.draw if is_drawn else self.winner

    @property
    def full(self) -> bool:
        """Whether no square is empty."""
        return is_full(self.squares)

    @cached_property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.match.game.is_over(self.position)

    @cached_property
    def wins(self) -> bool:
        """Whether the mark that moves next has won already."""
        return self.match.game.winner(self.position) == self.turn

    @property
    def result(self) -> int:
        """1, 0 or -1: the side that scores are told from has won, nobody has, or the other has."""
        found = self.match.game.winner(self.position)
        return 0 if found is None else 1 if found == self.match.maximiser else -1

    @cached_property
    def empties(self) -> int:
        """How many moves can follow at most; in tic-tac-toe, how many squares are empty."""
        return self.match.game.plies_left(self.squares)

    @property
    def free(self) -> list[Square]:
        """The numbers 0 to 8 of the empty squares."""
        return list(self._free)

    @cached_property
    def _free(self) -> tuple[Square, ...]:
        return empty_squares(self.squares)

    @cached_property
    def lines(self) -> frozenset[str]:
        """The kinds of line somebody has: ``row``, ``column``, ``diagonal``."""
        return frozenset(_KINDS[line] for line in winning_lines(self.squares))

    @cached_property
    def has_empty_line(self) -> bool:
        """Whether three empty squares are in a line."""
        return any(all(self.squares[s] is None for s in line) for line in LINES)

    @property
    def program_moves(self) -> bool:
        """Whether the side that scores are told from moves next."""
        return self.turn == self.match.maximiser

    @cached_property
    def value(self) -> int:
        """1, 0 or -1: what perfect play brings the side that scores are told from."""
        return self.match.value_for(self.position, self.match.maximiser)

    @property
    def right(self) -> tuple[Move, ...]:
        """The moves that keep the value, as the reference writes them."""
        return self.match.entry(self.position).optimal

    @cached_property
    def can_go_wrong(self) -> bool:
        """Whether some legal move gives the value away."""
        return self.match.can_go_wrong(self.position)

    @cached_property
    def position(self) -> Position:
        """The position as the reference writes it."""
        return Position(self.squares, self.turn)

    @cached_property
    def is_opening(self) -> bool:
        """Whether nobody has moved yet: the largest question of all."""
        return self.squares == self.match.game.opening(self.turn).board


@dataclass(frozen=True)
class Game:
    """Every board and position that can come up; furthest from the end first."""

    match: Match
    codec: Codec

    @cached_property
    def boards(self) -> Sequence[Case]:
        """Every board, each once, finished ones included; 8,533 where either side may open."""
        since = [self.match.table.since[opener] for opener in self.match.openers]
        seen = {position.board for found in since for position in found}
        return [self.case(b, self._turn(b)) for b in self.match.table.boards if b in seen]

    @cached_property
    def running(self) -> Sequence[Case]:
        """The unfinished positions, a board and who moves; 9,040 where either side may open."""
        since = [self.match.table.since[opener] for opener in self.match.openers]
        return [self.case(*p) for p in self.match.table.running if any(p in s for s in since)]

    @cached_property
    def decisions(self) -> Sequence[Case]:
        """The positions in which the submission moves; 4,520 for each mark that it plays."""
        return [self.case(*position) for position in self.match.decisions]

    @cached_property
    def finished(self) -> Sequence[Case]:
        """The finished boards, each with either side said to be next."""
        both = (self.match.maximiser, other(self.match.maximiser))
        return [self.case(c.squares, turn) for c in self.boards if c.over for turn in both]

    def case(self, board: tuple[Any, ...], turn: Mark) -> Case:
        """Return one board to ask about, with ``turn`` said to be next."""
        return Case(board, turn, self.match, self.codec)

    def _turn(self, board: tuple[Any, ...]) -> Mark:
        """Return who is next on ``board`` where only one side may open, else the maximiser."""
        if len(self.match.openers) > 1:
            return self.match.maximiser
        since = self.match.table.since[self.match.openers[0]]
        return next(turn for turn in MARKS if Position(board, turn) in since)
