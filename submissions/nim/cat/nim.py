def moves(piles):
    return [(i, n) for i in range(len(piles)) for n in range(1, piles[i] + 1)]


def minimax(piles, my_turn, last_wins):
    if sum(piles) == 0:
        # the player who moved last took the last object
        return -1 if my_turn == last_wins else 1
    scores = []
    for i, n in moves(piles):
        piles[i] -= n
        scores.append(minimax(piles, not my_turn, last_wins))
        piles[i] += n
    return max(scores) if my_turn else min(scores)


def search(piles, last_wins):
    best, best_score = None, -2
    for i, n in moves(piles):
        piles[i] -= n
        score = minimax(piles, False, last_wins)
        piles[i] += n
        if score > best_score:
            best, best_score = (i, n), score
    return best


def best_move(piles):
    return search(piles, True)


def best_move_misere(piles):
    return search(piles, False)
