from tic_tac_toe import *
from copy import deepcopy


def game_is_over(board):
    return has_won(board, "X") or has_won(board, "O") or len(available_moves(board)) == 0


def evaluate_board(board):
    if has_won(board, "X"):
        return 1
    elif has_won(board, "O"):
        return -1
    else:
        return 0


def minimax(input_board, is_maximizing):
    if game_is_over(input_board):
        return evaluate_board(input_board)
    if is_maximizing:
        best_value = -float("Inf")
        symbol = "X"
    else:
        best_value = float("Inf")
        symbol = "O"
    for move in available_moves(input_board):
        new_board = deepcopy(input_board)
        select_space(new_board, move, symbol)
        value = minimax(new_board, not is_maximizing)
        if is_maximizing:
            best_value = max(best_value, value)
        else:
            best_value = min(best_value, value)
    return best_value
