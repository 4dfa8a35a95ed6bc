"""A right program, plainly written: it looks ahead as far as it is told to."""

STEPS = ((0, 1), (1, 0), (1, 1))


def winner(board):
    """Return the mark that has four in a line, or None."""
    rows, columns = len(board), len(board[0])
    for row in range(rows):
        for column in range(columns):
            mark = board[row][column]
            if mark == " ":
                continue
            for down, right in STEPS:
                end_row, end_column = row + 3 * down, column + 3 * right
                if not (end_row < rows and 0 <= end_column < columns):
                    continue
                if all(board[row + n * down][column + n * right] == mark for n in (1, 2, 3)):
                    return mark
    return None


def valid_moves(board):
    """Return the columns that are not full."""
    return [column for column, cell in enumerate(board[0]) if cell == " "]


def best_move(board, player, depth):
    """Return a best column for player, looking depth moves ahead."""
    return max(valid_moves(board), key=lambda column: -_score(board, column, player, depth))


def _score(board, column, player, depth):
    """Return what player's move is worth to the other side: above 0 if that side wins."""
    row = max(n for n, cells in enumerate(board) if cells[column] == " ")
    board[row][column] = player
    other = "O" if player == "X" else "X"
    if winner(board) == player:
        value = -depth
    elif depth <= 1 or not valid_moves(board):
        value = 0
    else:
        value = max(-_score(board, move, other, depth - 1) for move in valid_moves(board))
    board[row][column] = " "
    return value
