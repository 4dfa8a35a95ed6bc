"""A right program, plainly written."""

from copy import deepcopy

from tic_tac_toe import available_moves, board_is_full, has_won, select_space


def game_is_over(board):
    """Return whether somebody has won or no square is free."""
    return has_won(board, "X") or has_won(board, "O") or board_is_full(board)


def evaluate_board(board):
    """Return 1, -1 or 0 for X."""
    if has_won(board, "X"):
        return 1
    return -1 if has_won(board, "O") else 0


def minimax(input_board, is_maximizing):
    """Return [value, move]."""
    if game_is_over(input_board):
        return [evaluate_board(input_board), ""]
    best = [-2 if is_maximizing else 2, ""]
    for move in available_moves(input_board):
        board = deepcopy(input_board)
        select_space(board, move, "X" if is_maximizing else "O")
        value = minimax(board, not is_maximizing)[0]
        if (value > best[0]) if is_maximizing else (value < best[0]):
            best = [value, move]
    return best
