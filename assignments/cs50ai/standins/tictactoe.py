"""Right versions of the functions a submission is built from."""

X = "X"
O = "O"  # noqa: E741
EMPTY = None

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _squares(board):
    return [mark for row in board for mark in row]


def player(board):
    """Return whose turn it is."""
    squares = _squares(board)
    return X if squares.count(X) <= squares.count(O) else O


def actions(board):
    """Return the free squares as a set of pairs."""
    return {(n // 3, n % 3) for n, mark in enumerate(_squares(board)) if mark is EMPTY}


def result(board, action):
    """Return a new board with one mark more."""
    i, j = action
    if not (0 <= i <= 2 and 0 <= j <= 2) or board[i][j] is not EMPTY:
        raise ValueError(f"{action} is not possible")
    after = [list(row) for row in board]
    after[i][j] = player(board)
    return after


def winner(board):
    """Return the side that has a line, or None."""
    squares = _squares(board)
    for a, b, c in _LINES:
        if squares[a] is not EMPTY and squares[a] == squares[b] == squares[c]:
            return squares[a]
    return None


def terminal(board):
    """Return whether the game is over."""
    return winner(board) is not None or EMPTY not in _squares(board)


def utility(board):
    """Return 1, -1 or 0; a running game counts 0."""
    found = winner(board)
    return 1 if found == X else -1 if found == O else 0
