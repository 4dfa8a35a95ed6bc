"""The textbook algorithm, plain: every game from here to its end, nothing remembered."""

from __future__ import annotations

from typing import NamedTuple

from reference.board import Position, after, is_full, legal_moves, winner


class Searched(NamedTuple):
    """What a search found: the value for X (1 win, 0 draw, -1 loss) and the nodes it visited."""

    value: int
    nodes: int


def leaf_value(position: Position) -> int | None:
    """Return the result for X of a finished game (1, 0 or -1), or None while it runs."""
    match winner(position.board):
        case "X":
            return 1
        case "O":
            return -1
        case _:
            return 0 if is_full(position.board) else None


def search(position: Position) -> Searched:
    """Return the value of ``position`` for X and the number of nodes visited, itself included."""
    if (value := leaf_value(position)) is not None:
        return Searched(value, 1)
    replies = [search(after(position, square)) for square in legal_moves(position.board)]
    best = max if position.turn == "X" else min
    return Searched(best(reply.value for reply in replies), 1 + sum(r.nodes for r in replies))
