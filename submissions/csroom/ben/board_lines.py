"""The lines of a board, for main.py."""


def lines_of(board):
    """Return the marks of the eight lines: rows, columns, diagonals."""
    rows = [board[0:3], board[3:6], board[6:9]]
    columns = [board[0::3], board[1::3], board[2::3]]
    diagonals = [board[0::4], board[2:7:2]]
    return rows + columns + diagonals
