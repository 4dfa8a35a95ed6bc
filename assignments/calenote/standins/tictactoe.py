"""Right versions of the functions a submission is built from."""

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def check_winner(board):
    """Return the mark that has a line, "draw", or None while the game goes on."""
    for a, b, c in _LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None if None in board else "draw"


def minimax(board, depth, is_maximizing, alpha=None, beta=None):
    """Return 10 - depth if O wins, depth - 10 if X does, 0 for a draw."""
    result = check_winner(board)
    if result is not None:
        return {"O": 10 - depth, "X": depth - 10, "draw": 0}[result]
    scores = []
    for square in range(9):
        if board[square] is None:
            board[square] = "O" if is_maximizing else "X"
            scores.append(minimax(board, depth + 1, not is_maximizing))
            board[square] = None
    return max(scores) if is_maximizing else min(scores)


def best_move(board):
    """Return the best square for O."""
    best, move = None, None
    for square in range(9):
        if board[square] is None:
            board[square] = "O"
            score = minimax(board, 0, False)
            board[square] = None
            if best is None or score > best:
                best, move = score, square
    return move
