def best_move(piles):
    for i, pile in enumerate(piles):
        if pile > 0:
            return i, 1


def best_move_misere(piles):
    return best_move(piles)
