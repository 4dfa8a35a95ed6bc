"""Tic-tac-toe with difficulty levels: four functions are yours to write."""

HUMAN, AI = "X", "O"


def check_winner(board):
    """Return "X" or "O" when that mark has three in a line, "draw" when the board is full
    and nobody has, and None while the game goes on."""
    raise NotImplementedError("check_winner is still to be written")


def minimax(board, depth, is_maximizing):
    """Return what the board is worth to O: 10 - depth for a win, depth - 10 for a loss, 0 for a
    draw. depth is how many moves have been tried so far; is_maximizing is True when O moves next.
    """
    raise NotImplementedError("minimax is still to be written")


def best_move(board):
    """Return the number of the best square for O, who moves next."""
    raise NotImplementedError("best_move is still to be written")


def choose_move(board, difficulty):
    """Return a square for O: a random one at a rate of 0.8 when difficulty is "easy", 0.25 when it
    is "medium" and never when it is "hard", else the best one."""
    raise NotImplementedError("choose_move is still to be written")
