"""A right program, plainly written."""

from copy import deepcopy

X = "X"
O = "O"  # noqa: E741
EMPTY = None

LINES = (
    *(tuple((i, j) for j in range(3)) for i in range(3)),
    *(tuple((i, j) for i in range(3)) for j in range(3)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 2), (1, 1), (2, 0)),
)


def initial_state():
    """Return the empty board."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    """Return whose turn it is."""
    marks = [mark for row in board for mark in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    """Return the free squares."""
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    """Return a new board with one mark more."""
    if action not in actions(board):
        raise ValueError(f"{action} is not possible")
    after = deepcopy(board)
    i, j = action
    after[i][j] = player(board)
    return after


def winner(board):
    """Return the side that has a line, or None."""
    for line in LINES:
        first, second, third = (board[i][j] for i, j in line)
        if first is not EMPTY and first == second == third:
            return first
    return None


def terminal(board):
    """Return whether the game is over."""
    return winner(board) is not None or not actions(board)


def utility(board):
    """Return 1, -1 or 0."""
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board):
    """Return what a board is worth to X when both sides play perfectly."""
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    """Return a best action, or None when the game is over."""
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(result(board, action)))
