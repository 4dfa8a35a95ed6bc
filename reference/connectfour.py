"""Connect Four on a board of any size: a mark drops to the lowest free cell of its column."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from reference.game import IllegalMoveError, Mark, Move, Position, other

Cells = tuple[Mark | None, ...]
Line = tuple[int, ...]
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # row and column: across, down, and both diagonals


@dataclass(frozen=True, slots=True)
class ConnectFour:
    """``connect`` marks in a line win; a move is the number of a column.

    A board is its cells row by row, the top row first.
    """

    rows: int = 6
    columns: int = 7
    connect: int = 4

    def __post_init__(self) -> None:
        """Refuse a board on which nobody could win.

        Raises:
            TypeError: if no line fits on it.
        """
        if not 1 < self.connect <= max(self.rows, self.columns):
            raise TypeError(
                f"no line of {self.connect} fits on {self.rows} rows, {self.columns} columns"
            )

    @property
    def name(self) -> str:
        """``connect-four``."""
        return "connect-four"

    def opening(self, opener: Mark) -> Position:
        """Return the empty board with ``opener`` to move."""
        return Position((None,) * (self.rows * self.columns), opener)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the columns that are not full, none once somebody has a line."""
        if self._line_owner(position.board) is not None:
            return ()
        return tuple(c for c in range(self.columns) if position.board[c] is None)

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after a mark is dropped into the column ``move``."""
        board = position.board
        if move not in self.moves(position):
            raise IllegalMoveError(f"{move!r:.40} is no column that is free")
        assert isinstance(move, int)
        free = [row for row in range(self.rows) if board[row * self.columns + move] is None]
        cell = free[-1] * self.columns + move
        return Position((*board[:cell], position.turn, *board[cell + 1 :]), other(position.turn))

    def winner(self, position: Position) -> Mark | None:
        """Return the mark that has a line, or None."""
        return self._line_owner(position.board)

    def is_over(self, position: Position) -> bool:
        """Return whether somebody has a line, or no cell is free."""
        return None not in position.board or self._line_owner(position.board) is not None

    def plies_left(self, board: Cells) -> int:
        """Return the number of free cells."""
        return board.count(None)

    def render(self, board: Cells) -> str:
        """Return the rows, top first, with ``/`` between them and ``.`` for a free cell."""
        rows = (board[n : n + self.columns] for n in range(0, len(board), self.columns))
        return "/".join("".join(mark or "." for mark in row) for row in rows)

    def parse(self, text: str) -> Cells:
        """Return the board written as ``text``."""
        marks: dict[str, Mark | None] = {"X": "X", "O": "O", ".": None}
        rows = text.split("/")
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            raise ValueError(f"{text!r:.80} are no {self.rows} rows of {self.columns}")
        try:
            return tuple(marks[cell] for row in rows for cell in row)
        except KeyError as error:
            raise ValueError(f"{text!r:.80}: {error} is no cell") from error

    def typical_line(self, position: Position) -> tuple[tuple[Move, ...], Mark]:
        """Return columns that lead from the empty board to an unfinished ``position``.

        Marks are taken off the top, the last player's first, until none is left.
        """
        marks = [mark for mark in position.board if mark is not None]
        opener = position.turn if len(marks) % 2 == 0 else other(position.turn)
        line = self._undone(position.board, other(position.turn))
        assert line is not None, "a position that cannot come up"
        return tuple(reversed(line)), opener

    def _undone(self, board: Cells, last: Mark) -> tuple[Move, ...] | None:
        """Return the columns to take marks off, ``last``'s first, or None if that cannot be."""
        if not any(board):
            return ()
        for column in range(self.columns):
            cells = [row * self.columns + column for row in range(self.rows)]
            top = next((cell for cell in cells if board[cell] is not None), None)
            if top is not None and board[top] == last:
                rest = self._undone((*board[:top], None, *board[top + 1 :]), other(last))
                if rest is not None:
                    return (column, *rest)
        return None

    def _line_owner(self, board: Cells) -> Mark | None:
        for line in lines(self.rows, self.columns, self.connect):
            mark = board[line[0]]
            if mark is not None and all(board[cell] == mark for cell in line):
                return mark
        return None


@lru_cache
def lines(rows: int, columns: int, connect: int) -> tuple[Line, ...]:
    """Return every line of ``connect`` cells on the board, each as numbers of cells."""
    starts = [(row, column) for row in range(rows) for column in range(columns)]
    found = []
    for row, column in starts:
        for down, right in STEPS:
            ends = row + (connect - 1) * down, column + (connect - 1) * right
            if 0 <= ends[0] < rows and 0 <= ends[1] < columns:
                cells = ((row + n * down) * columns + column + n * right for n in range(connect))
                found.append(tuple(cells))
    return tuple(found)
