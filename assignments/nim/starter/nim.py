"""Nim: piles of objects; a move takes any number of objects from one pile."""


def best_move(piles):
    """Return (pile, count) of a best move. Who takes the last object wins.

    piles is a list of how many objects each pile holds; the first pile is number 0.
    """
    raise NotImplementedError("best_move is still to be written")


def best_move_misere(piles):
    """Return (pile, count) of a best move. Who takes the last object loses."""
    raise NotImplementedError("best_move_misere is still to be written")
