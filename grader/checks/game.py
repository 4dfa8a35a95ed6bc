"""The game as tests see it: every board and position, with the truth, in the dialect's terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.codec import Codec
from grader.sandbox import wire
from reference.board import (
    COLUMNS,
    DIAGONALS,
    LINES,
    ROWS,
    Board,
    Mark,
    Position,
    Square,
    empty_squares,
    is_full,
    is_terminal,
    other,
    winner,
    winning_lines,
)
from reference.notation import render
from reference.tablebase import boards, decisions, running, tablebase

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
        program: the mark the submission plays.
    """

    squares: Board
    turn: Mark
    program: Mark
    codec: Codec

    @property
    def board(self) -> list[object]:
        """The board as the submission writes it, fresh at each look."""
        return self.codec.encode_board(self.squares)

    @cached_property
    def board_text(self) -> str:
        """The board as it goes over the wire."""
        return wire.write_one(self.board)

    @property
    def notation(self) -> str:
        """The board in ``reference.notation``."""
        return render(self.squares)

    @property
    def mark(self) -> object:
        """The mark that moves next, as the submission writes it."""
        return self.codec.marks[self.turn]

    @cached_property
    def winner(self) -> object:
        """The mark that has a line, as the submission writes it, or None."""
        found = winner(self.squares)
        return None if found is None else self.codec.marks[found]

    @property
    def full(self) -> bool:
        """Whether no square is empty."""
        return is_full(self.squares)

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return is_terminal(self.squares)

    @cached_property
    def empties(self) -> int:
        """How many squares are empty."""
        return self.squares.count(None)

    @property
    def free(self) -> list[Square]:
        """The numbers 0 to 8 of the empty squares."""
        return list(empty_squares(self.squares))

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
        """Whether the submission's mark moves next."""
        return self.turn == self.program

    @cached_property
    def value(self) -> int:
        """1, 0 or -1: the submission wins, draws or loses under perfect play."""
        if self.over:
            found = winner(self.squares)
            return 0 if found is None else 1 if found == self.program else -1
        value = tablebase()[Position(self.squares, self.turn)].value
        return value if self.program_moves else -value

    @property
    def right(self) -> tuple[Square, ...]:
        """The squares that keep the value, 0 to 8."""
        return tablebase()[Position(self.squares, self.turn)].optimal

    @property
    def can_go_wrong(self) -> bool:
        """Whether some legal move gives the value away."""
        return len(self.right) < self.empties

    @property
    def position(self) -> Position:
        """The position as the reference writes it."""
        return Position(self.squares, self.turn)

    @property
    def is_opening(self) -> bool:
        """Whether the board is empty: the largest question of all."""
        return self.empties == len(self.squares)


@dataclass(frozen=True)
class Game:
    """Every board and position that can come up, whoever opens; fewest marks first."""

    program: Mark
    codec: Codec

    @cached_property
    def boards(self) -> Sequence[Case]:
        """The 8,533 boards, each once, finished ones included."""
        return [self._case(board, self.program) for board in boards()]

    @cached_property
    def running(self) -> Sequence[Case]:
        """The 9,040 unfinished positions: a board and who moves."""
        return [self._case(*position) for position in running()]

    @cached_property
    def decisions(self) -> Sequence[Case]:
        """The 4,520 positions in which the submission moves."""
        return [self._case(*position) for position in decisions(self.program)]

    @cached_property
    def finished(self) -> Sequence[Case]:
        """The 1,916 finished boards, each with either side said to be next."""
        both = (self.program, other(self.program))
        return [self._case(b, turn) for b in boards() if is_terminal(b) for turn in both]

    def _case(self, board: Board, turn: Mark) -> Case:
        return Case(board, turn, self.program, self.codec)
