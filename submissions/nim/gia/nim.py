def best_move(piles):
    biggest = max(piles)
    return piles.index(biggest), biggest


def best_move_misere(piles):
    raise NotImplementedError
