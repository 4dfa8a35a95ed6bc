X = "X"
O = "O"
EMPTY = None

WIN_LINES = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


class InvalidMove(Exception):
    pass


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    filled = sum(cell is not EMPTY for row in board for cell in row)
    return X if filled % 2 == 0 else O


def actions(board):
    # a list, so that the order is always the same
    return [[i, j] for i in range(3) for j in range(3) if board[i][j] is EMPTY]


def result(board, action):
    i, j = action
    if i not in range(3) or j not in range(3) or board[i][j] is not EMPTY:
        raise InvalidMove(action)
    copy = [row[:] for row in board]
    copy[i][j] = player(board)
    return copy


def winner(board):
    for line in WIN_LINES:
        marks = [board[i][j] for i, j in line]
        if marks == [X, X, X]:
            return X
        if marks == [O, O, O]:
            return O
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    won = winner(board)
    return (won == X) - (won == O)


def search(board, alpha, beta):
    """Value and action, with alpha-beta."""
    if terminal(board):
        return utility(board), None
    chosen = None
    if player(board) == X:
        value = -2
        for action in actions(board):
            score, _ = search(result(board, action), alpha, beta)
            if score > value:
                value, chosen = score, action
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = 2
        for action in actions(board):
            score, _ = search(result(board, action), alpha, beta)
            if score < value:
                value, chosen = score, action
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, chosen


def minimax(board):
    return search(board, -2, 2)[1]
