"""The same values with pruning: branches that cannot change the choice are not looked at."""

from __future__ import annotations

from reference.board import Position, after, legal_moves
from reference.minimax import Searched, leaf_value

LOSS, WIN = -1, 1
BELOW_ALL, ABOVE_ALL = LOSS - 1, WIN + 1


def search(position: Position, alpha: int = BELOW_ALL, beta: int = ABOVE_ALL) -> Searched:
    """Return the value of ``position`` for X and the nodes visited, squares tried in order.

    ``alpha`` is what X is sure of already and ``beta`` what O is: a value that is not strictly
    between them is only a bound (fail-hard is not applied; the value found is returned).
    """
    if (value := leaf_value(position)) is not None:
        return Searched(value, 1)
    maximising = position.turn == "X"
    best, nodes = (BELOW_ALL if maximising else ABOVE_ALL), 1
    for square in legal_moves(position.board):
        reply = search(after(position, square), alpha, beta)
        nodes += reply.nodes
        if maximising:
            best = max(best, reply.value)
            alpha = max(alpha, best)
        else:
            best = min(best, reply.value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return Searched(best, nodes)
