"""The rules of the game: marks on nine squares, read row by row."""

from __future__ import annotations

from typing import TypeAlias

from reference.game import IllegalMoveError, Mark, Position, other

__all__ = [
    "COLUMNS", "DIAGONALS", "EMPTY_BOARD", "LINES", "ROWS", "Board", "IllegalMoveError", "Line",
    "Mark", "Position", "Square", "after", "empty_squares", "is_full", "is_terminal",
    "legal_moves", "opening", "other", "play", "winner", "winning_lines",
]  # fmt: skip

Square: TypeAlias = int
Board: TypeAlias = tuple[Mark | None, ...]
Line: TypeAlias = tuple[Square, Square, Square]

ROWS: tuple[Line, ...] = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS: tuple[Line, ...] = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS: tuple[Line, ...] = ((0, 4, 8), (2, 4, 6))
LINES: tuple[Line, ...] = ROWS + COLUMNS + DIAGONALS
EMPTY_BOARD: Board = (None,) * 9


def winning_lines(board: Board) -> tuple[Line, ...]:
    """Return every line that holds three equal marks; three empty squares are none."""
    return tuple(
        (a, b, c) for a, b, c in LINES if board[a] is not None and board[a] == board[b] == board[c]
    )


def winner(board: Board) -> Mark | None:
    """Return the mark that has a line, or None."""
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None


def is_full(board: Board) -> bool:
    """Return whether no square is empty."""
    return None not in board


def is_terminal(board: Board) -> bool:
    """Return whether the game is over: somebody has a line, or no square is empty."""
    return winner(board) is not None or is_full(board)


def empty_squares(board: Board) -> tuple[Square, ...]:
    """Return the empty squares in order, whether or not the game is over."""
    return tuple(square for square, mark in enumerate(board) if mark is None)


def legal_moves(board: Board) -> tuple[Square, ...]:
    """Return the squares that may be marked next, in order: none once the game is over."""
    return () if winner(board) is not None else empty_squares(board)


def play(board: Board, square: Square, mark: Mark) -> Board:
    """Return the board after ``mark`` is put on ``square``.

    Raises:
        IllegalMoveError: if ``square`` is not a legal move.
    """
    if square not in legal_moves(board):
        raise IllegalMoveError(f"square {square} is not a legal move")
    return (*board[:square], mark, *board[square + 1 :])


def after(position: Position, square: Square) -> Position:
    """Return the position after the player to move marks ``square``.

    Raises:
        IllegalMoveError: if ``square`` is not a legal move.
    """
    return Position(play(position.board, square, position.turn), other(position.turn))


def opening(opener: Mark) -> Position:
    """Return the empty board with ``opener`` to move."""
    return Position(EMPTY_BOARD, opener)
