"""The eight ways to turn and mirror the board that leave the game the same."""

from __future__ import annotations

from typing import TypeAlias

from reference.board import Board, Square
from reference.notation import render

Symmetry: TypeAlias = tuple[Square, ...]

IDENTITY: Symmetry = tuple(range(9))
_QUARTER_TURN: Symmetry = (6, 3, 0, 7, 4, 1, 8, 5, 2)
_MIRROR: Symmetry = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def transform(board: Board, symmetry: Symmetry) -> Board:
    """Return the board whose square ``i`` is square ``symmetry[i]`` of ``board``."""
    return tuple(board[square] for square in symmetry)


def compose(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return the symmetry that does ``first`` and then ``second``."""
    return tuple(first[square] for square in second)


def _rotations() -> tuple[Symmetry, ...]:
    turns = [IDENTITY]
    for _ in range(3):
        turns.append(compose(turns[-1], _QUARTER_TURN))
    return tuple(turns)


SYMMETRIES: tuple[Symmetry, ...] = _rotations() + tuple(compose(t, _MIRROR) for t in _rotations())


def canonical(board: Board) -> Board:
    """Return the board that stands for all eight images of ``board``: the first in notation."""
    return min((transform(board, symmetry) for symmetry in SYMMETRIES), key=render)
