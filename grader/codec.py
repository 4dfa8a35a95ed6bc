"""How a dialect writes boards, marks and moves: data from assignment.toml, and its two directions.

What comes back from a submission may be anything at all; decoding it never raises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from grader.model import Recipe
from reference.game import Mark, Move

Shape = Literal["flat", "nested", "plain"]
MoveForm = Literal["index", "pair", "column", "take"]


@dataclass(frozen=True, slots=True)
class Built:
    """A board that is an object of the submission's own class, filled through its own method.

    Attributes:
        of: the class; made without arguments.
        method: the method that marks a square.
        arguments: words for what it is given: ``square``, ``row``, ``column``, ``mark``.
        show: the attribute that holds the squares.
    """

    of: str
    method: str
    arguments: tuple[str, ...]
    show: str


@dataclass(frozen=True, slots=True)
class Codec:
    """One dialect's way of writing.

    Attributes:
        shape: ``flat`` (all cells in one list), ``nested`` (a list of rows) or ``plain`` (the
            numbers of the board as they are).
        marks: what stands for X and for O.
        empty: what stands for an empty cell; a tuple holds one label for each cell.
        move: ``index`` (the number of a cell), ``pair`` (row, column), ``column`` (its number) or
            ``take`` (pile, count).
        first: the number of the first cell, row, column or pile: 0 or 1.
        rows: how many rows the board has.
        columns: how many cells a row has.
        built: how to make the object that a board is, or None if it is plain data.
        draw: what says of a finished game that nobody has won it; None says that no word does.
    """

    shape: Shape
    marks: Mapping[Mark, object]
    empty: object
    move: MoveForm
    first: int
    rows: int = 3
    columns: int = 3
    built: Built | None = None
    draw: object = None

    def encode_board(self, board: Sequence[Any]) -> Any:
        """Return a fresh board as the submission writes it."""
        cells = self._cells(board)
        return cells if self.built is None else self._recipe(board, cells, self.built)

    def _cells(self, board: Sequence[Any]) -> list[object]:
        if self.shape == "plain":
            return list(board)
        cells = [
            self.label(square) if mark is None else self.marks[mark]
            for square, mark in enumerate(board)
        ]
        if self.shape == "flat":
            return cells
        return [cells[row : row + self.columns] for row in range(0, len(cells), self.columns)]

    def _recipe(self, board: Sequence[Any], cells: list[object], built: Built) -> Recipe:
        steps = []
        for square, mark in enumerate(board):
            if mark is not None:
                row, column = divmod(square, self.columns)
                known = {
                    "square": square + self.first,
                    "row": row + self.first,
                    "column": column + self.first,
                    "mark": self.marks[mark],
                }
                steps.append((built.method, tuple(known[word] for word in built.arguments)))
        return Recipe(built.of, steps=tuple(steps), show=built.show, text=f"{built.of}({cells!r})")

    def label(self, square: int) -> object:
        """Return what stands on ``square`` while it is empty."""
        return self.empty[square] if isinstance(self.empty, tuple) else self.empty

    def encode_move(self, move: Move) -> object:
        """Return ``move`` as the submission writes it; the inverse of :meth:`decode_move`."""
        if isinstance(move, tuple):
            pile, count = move
            return (pile + self.first, count)
        if self.move != "pair":
            return move + self.first
        row, column = divmod(move, self.columns)
        return (row + self.first, column + self.first)

    def decode_move(self, value: object) -> Move | None:
        """Return the move that ``value`` names, or None if it is none on any board."""
        parts = value if isinstance(value, tuple | list) else (value,)
        if any(type(part) is not int for part in parts):
            return None
        numbers = [int(str(part)) for part in parts]
        alone = not isinstance(value, tuple | list)
        match self.move, numbers:
            case "index", [square] if alone:
                return self._within(square, self.rows * self.columns)
            case "column", [column] if alone:
                return self._within(column, self.columns)
            case "pair", [row, column]:
                inside = self._within(row, self.rows), self._within(column, self.columns)
                return None if None in inside else self.columns * inside[0] + inside[1]  # type: ignore[operator] # neither is None
            case "take", [pile, count]:
                return (pile - self.first, count)
            case _:
                return None

    def _within(self, number: int, of: int) -> int | None:
        return number - self.first if 0 <= number - self.first < of else None
