"""The board and its rules. Given to you: use it, leave it as it is.

A board is three rows of three texts. A square that nobody has taken shows its own number:

    [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]
"""

LINES = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


def print_board(board):
    """Show the board."""
    for row in board:
        print(" | ".join(row))


def select_space(board, move, turn):
    """Put turn's mark on square move (1 to 9) of this very board; say whether that was possible."""
    if move not in range(1, 10):
        return False
    row, column = (move - 1) // 3, (move - 1) % 3
    if board[row][column] in ("X", "O"):
        return False
    board[row][column] = turn
    return True


def available_moves(board):
    """Return the numbers of the squares that are free."""
    return [int(square) for row in board for square in row if square not in ("X", "O")]


def board_is_full(board):
    """Return True when no square is free."""
    return not available_moves(board)


def has_won(board, player):
    """Return True when player has three in a line."""
    return any(all(board[i][j] == player for i, j in line) for line in LINES)
