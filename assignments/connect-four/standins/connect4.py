"""Right versions of the functions a submission is built from."""

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


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
