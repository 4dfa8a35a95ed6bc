"""Tic-tac-toe for both sides. A board is three rows of three squares: X, O or EMPTY."""

X = "X"
O = "O"  # noqa: E741
EMPTY = None


def initial_state():
    """Return the empty board."""
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    """Return whose turn it is, X or O. X opens the game."""
    raise NotImplementedError


def actions(board):
    """Return the set of all possible actions (i, j)."""
    raise NotImplementedError


def result(board, action):
    """Return the board after action, a new one; raise an exception if it is not possible."""
    raise NotImplementedError


def winner(board):
    """Return X or O if that side has three in a line, otherwise None."""
    raise NotImplementedError


def terminal(board):
    """Return True if the game is over, otherwise False."""
    raise NotImplementedError


def utility(board):
    """Return 1 if X has won this finished game, -1 if O has, and 0 otherwise."""
    raise NotImplementedError


def minimax(board):
    """Return a best action for the side whose turn it is; None if the game is over."""
    raise NotImplementedError
