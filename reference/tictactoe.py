"""Tic-tac-toe as a :class:`reference.game.Game`."""

from __future__ import annotations

from dataclasses import dataclass

from reference import board as rules
from reference.board import Board, Square
from reference.game import Mark, Move, Position, other
from reference.notation import parse, render


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """Nine squares; three in a line win."""

    @property
    def name(self) -> str:
        """``tic-tac-toe``."""
        return "tic-tac-toe"

    @property
    def rows(self) -> int:
        """Three."""
        return 3

    @property
    def columns(self) -> int:
        """Three."""
        return 3

    def opening(self, opener: Mark) -> Position:
        """Return the empty board with ``opener`` to move."""
        return rules.opening(opener)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the empty squares, none once somebody has a line."""
        return rules.legal_moves(position.board)

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after the player to move marks the square ``move``."""
        return rules.after(position, move)  # type: ignore[arg-type] # refused if it is no square

    def winner(self, position: Position) -> Mark | None:
        """Return the mark that has a line, or None."""
        return rules.winner(position.board)

    def is_over(self, position: Position) -> bool:
        """Return whether somebody has a line, or no square is empty."""
        return rules.is_terminal(position.board)

    def plies_left(self, board: Board) -> int:
        """Return the number of empty squares."""
        return board.count(None)

    def render(self, board: Board) -> str:
        """Return the nine squares row by row."""
        return render(board)

    def parse(self, text: str) -> Board:
        """Return the board written as ``text``."""
        return parse(text)

    def typical_line(self, position: Position) -> tuple[tuple[Square, ...], Mark]:
        """Return squares that lead to an unfinished ``position``, alternating from its opener.

        Nobody has a line on its board, so the marks may be put in any order.
        """
        mine = _squares(position.board, position.turn)
        theirs = _squares(position.board, other(position.turn))
        opener = position.turn if len(mine) == len(theirs) else other(position.turn)
        starts, follows = (mine, theirs) if opener == position.turn else (theirs, mine)
        line = [s for pair in zip(starts, [*follows, -1], strict=False) for s in pair if s >= 0]
        return tuple(line), opener


def _squares(board: Board, mark: Mark) -> list[Square]:
    return [square for square, found in enumerate(board) if found == mark]
