from tic_tac_toe import *
from copy import deepcopy


def game_is_over(board):
    return has_won(board, "X") or has_won(board, "O")


def evaluate_board(board):
    if has_won(board, "X"):
        return 1
    elif has_won(board, "O"):
        return -1
    else:
        return 0


def minimax(input_board, is_maximizing):
    pass
