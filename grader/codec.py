"""How a dialect writes boards, marks and moves: data from assignment.toml, and its two directions.

What comes back from a submission may be anything at all; decoding it never raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from reference.board import Board, Mark, Square

SIDE = 3
SQUARES = SIDE * SIDE

Shape = Literal["flat", "nested"]
MoveForm = Literal["index", "pair"]


@dataclass(frozen=True, slots=True)
class Codec:
    """One dialect's way of writing.

    Attributes:
        shape: ``flat`` (one list of nine) or ``nested`` (three rows of three).
        marks: what stands for X and for O.
        empty: what stands for an empty square.
        move: ``index`` (a number) or ``pair`` (row, column).
        first: the number of the first square, row and column: 0 or 1.
    """

    shape: Shape
    marks: Mapping[Mark, object]
    empty: object
    move: MoveForm
    first: int

    def encode_board(self, board: Board) -> list[object]:
        """Return a fresh board as the submission writes it."""
        cells = [self.empty if mark is None else self.marks[mark] for mark in board]
        if self.shape == "flat":
            return cells
        return [cells[row : row + SIDE] for row in range(0, SQUARES, SIDE)]

    def encode_move(self, square: Square) -> object:
        """Return ``square`` as the submission writes it; the inverse of :meth:`decode_move`."""
        if self.move == "index":
            return square + self.first
        row, column = divmod(square, SIDE)
        return (row + self.first, column + self.first)

    def decode_move(self, value: object) -> Square | None:
        """Return the square that ``value`` names, or None if it is no square of the board."""
        parts = value if isinstance(value, tuple | list) else (value,)
        if any(type(part) is not int for part in parts):
            return None
        numbers = [int(str(part)) - self.first for part in parts]
        match self.move, numbers:
            case "index", [square] if not isinstance(value, tuple | list):
                return square if 0 <= square < SQUARES else None
            case "pair", [row, column] if 0 <= row < SIDE and 0 <= column < SIDE:
                return SIDE * row + column
            case _:
                return None
