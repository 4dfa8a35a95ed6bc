"""Without a set and without deepcopy; wins fast."""

from itertools import product

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY for _ in range(3)] for _ in range(3)]


def player(board):
    flat = [cell for row in board for cell in row]
    return (X, O)[flat.count(X) - flat.count(O)]


def actions(board):
    return ((i, j) for i, j in product(range(3), repeat=2) if board[i][j] is EMPTY)


def result(board, action):
    if tuple(action) not in set(actions(board)):
        raise ValueError("no such move")
    turn = player(board)
    return [
        [turn if (i, j) == tuple(action) else cell for j, cell in enumerate(row)]
        for i, row in enumerate(board)
    ]


def lines(board):
    yield from board
    yield from zip(*board)
    yield [board[i][i] for i in range(3)]
    yield [board[i][2 - i] for i in range(3)]


def winner(board):
    for mark in (X, O):
        if any(all(cell == mark for cell in line) for line in lines(board)):
            return mark


def terminal(board):
    return bool(winner(board)) or all(cell for row in board for cell in row)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def value(board, depth):
    if terminal(board):
        return utility(board) * (10 - depth)
    values = [value(result(board, action), depth + 1) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action), 0))
