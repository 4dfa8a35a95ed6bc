"""What a game of two players in turn is: positions, moves, and how it ends.

Everything above the rules (the solved table, the proof, the report) is about any such game.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

Mark: TypeAlias = Literal["X", "O"]
Move: TypeAlias = int | tuple[int, ...]
MARKS: tuple[Mark, ...] = ("X", "O")


class IllegalMoveError(ValueError):
    """The move is not one of the game's here, or the game is over."""


def other(mark: Mark) -> Mark:
    """Return the opponent of ``mark``."""
    return "O" if mark == "X" else "X"


class Position(NamedTuple):
    """A board and the mark that moves next. A board alone does not say who opened the game."""

    board: tuple[Any, ...]
    turn: Mark


class Game(Hashable, Protocol):
    """The rules of one game, as a value: two with equal rules are equal."""

    @property
    def name(self) -> str:
        """The name by which an assignment asks for it, e.g. ``tic-tac-toe``."""

    @property
    def rows(self) -> int:
        """How many rows a board has."""

    @property
    def columns(self) -> int:
        """How many cells stand in a row."""

    def opening(self, opener: Mark) -> Position:
        """Return the first position, with ``opener`` to move."""

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves in order: none once the game is over."""

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after the player to move makes ``move``.

        Raises:
            IllegalMoveError: if ``move`` is not legal.
        """

    def winner(self, position: Position) -> Mark | None:
        """Return who has won, or None: a draw, or a game that still runs."""

    def is_over(self, position: Position) -> bool:
        """Return whether the game is finished."""

    def plies_left(self, board: tuple[Any, ...]) -> int:
        """Return how many moves can follow at most; it shrinks with every move."""

    def render(self, board: tuple[Any, ...]) -> str:
        """Return ``board`` as text; the inverse of :meth:`parse`."""

    def parse(self, text: str) -> tuple[Any, ...]:
        """Return the board written as ``text``.

        Raises:
            ValueError: if it is none of this game's.
        """

    def typical_line(self, position: Position) -> tuple[tuple[Move, ...], Mark]:
        """Return moves by the rules from the opening to ``position``, and who opened."""
