"""Tic-tac-toe against a program that never loses. X is the maximiser."""

from copy import deepcopy

from tic_tac_toe import *


def game_is_over(board):
    """Return True when X has won, O has won, or the board is full."""
    raise NotImplementedError


def evaluate_board(board):
    """Return 1 when X has won, -1 when O has won, and 0 otherwise."""
    raise NotImplementedError


def minimax(input_board, is_maximizing):
    """Return [value, move]: what the board is worth to X, and a best move (1 to 9).

    is_maximizing is True when X moves next. On a finished board the move is "".
    Begin with the value alone: return just a number, and add the move when that works.
    """
    raise NotImplementedError
