"""Right versions of the functions a submission is built from."""

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _squares(board):
    return [mark for row in board for mark in row]


def has_won(board, player):
    """Return whether player has a line."""
    squares = _squares(board)
    return any(all(squares[n] == player for n in line) for line in _LINES)


def available_moves(board):
    """Return the numbers of the free squares."""
    return [n for n, mark in enumerate(_squares(board), 1) if mark not in ("X", "O")]


def board_is_full(board):
    """Return whether no square is free."""
    return not available_moves(board)


def select_space(board, move, turn):
    """Mark a free square of this very board; say whether that was possible."""
    if move not in available_moves(board):
        return False
    board[(move - 1) // 3][(move - 1) % 3] = turn
    return True


def game_is_over(board):
    """Return whether somebody has won or no square is free."""
    return has_won(board, "X") or has_won(board, "O") or board_is_full(board)


def evaluate_board(board):
    """Return 1, -1 or 0 for X."""
    if has_won(board, "X"):
        return 1
    return -1 if has_won(board, "O") else 0
