# nim-sum


def best_move(piles):
    total = 0
    for pile in piles:
        total ^= pile
    for i, pile in enumerate(piles):
        if pile ^ total < pile:
            return i, pile - (pile ^ total)
    biggest = max(range(len(piles)), key=lambda i: piles[i])
    return biggest, 1


def best_move_misere(piles):
    big = [i for i, pile in enumerate(piles) if pile > 1]
    ones = sum(pile == 1 for pile in piles)
    if len(big) == 0:
        return piles.index(1), 1
    if len(big) == 1:
        i = big[0]
        return [i, piles[i]] if ones % 2 == 1 else [i, piles[i] - 1]
    return best_move(piles)
