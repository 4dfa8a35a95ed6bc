"""A right program, plainly written: it looks ahead, and remembers what it has seen."""

from functools import lru_cache


def best_move(piles):
    """Return (pile, count) of a best move; who takes the last object wins."""
    return _best(tuple(piles), misere=False)


def best_move_misere(piles):
    """Return (pile, count) of a best move; who takes the last object loses."""
    return _best(tuple(piles), misere=True)


def _best(piles, misere):
    moves = _moves(piles)
    return next((m for m in moves if not _wins(_after(piles, m), misere)), moves[0])


@lru_cache(None)
def _wins(piles, misere):
    """Return whether the side to move wins."""
    if not any(piles):
        return misere
    return any(not _wins(_after(piles, move), misere) for move in _moves(piles))


def _moves(piles):
    return [(n, count) for n, size in enumerate(piles) for count in range(1, size + 1)]


def _after(piles, move):
    pile, count = move
    return (*piles[:pile], piles[pile] - count, *piles[pile + 1 :])
