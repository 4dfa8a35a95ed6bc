"""Tic-tac-toe that never loses: four methods and two functions are yours to write."""


class Board:
    """Nine squares, and who has won."""

    def __init__(self):
        self.board = [["" for _ in range(3)] for _ in range(3)]
        self.current_winner = None

    def print_board(self):
        """Show the board."""
        for row in self.board:
            print(" | ".join(mark or " " for mark in row))

    def make_move(self, row, col, player):
        """Put player's mark on a free square and return True; on any other, return False."""
        raise NotImplementedError("make_move is still to be written")

    def available_moves(self):
        """Return the free squares as a list of (row, col)."""
        raise NotImplementedError("available_moves is still to be written")

    def check_winner(self, player):
        """Return True when player has three in a line, otherwise False."""
        raise NotImplementedError("check_winner is still to be written")

    def is_full(self):
        """Return True when no square is free, otherwise False."""
        raise NotImplementedError("is_full is still to be written")


def minimax(board, depth, is_maximizing, player, opponent):
    """Return {'score': ..., 'row': ..., 'col': ...}: what the board is worth to player when both
    play perfectly, and the square that leads there. is_maximizing is True when player moves next.
    """
    raise NotImplementedError("minimax is still to be written")


def get_best_move(board, player, opponent):
    """Return (row, col) of a best square for player, who moves next."""
    raise NotImplementedError("get_best_move is still to be written")
