"""Right versions of the functions a submission is built from.

A submission whose minimax or get_best_move is right must not lose points because a function
below it is wrong: it is asked once more with these in place of its own.
"""

EMPTY = " "
PLAYER_X = "X"
PLAYER_O = "O"

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_scores = {}


def check_winner(board):
    """Return the mark that has three in a line, or None."""
    for a, b, c in _LINES:
        if board[a] != EMPTY and board[a] == board[b] == board[c]:
            return board[a]
    return None


def is_board_full(board):
    """Return whether no square is empty."""
    return EMPTY not in board


def get_valid_moves(board):
    """Return the empty squares in order."""
    return [square for square in range(9) if board[square] == EMPTY]


def make_move(board, position, player):
    """Return a new board with ``player`` on ``position``."""
    after = list(board)
    after[position] = player
    return after


def is_game_over(board):
    """Return whether somebody has won or no square is empty."""
    return check_winner(board) is not None or is_board_full(board)


def minimax(board, is_ai_turn, *_, **__):
    """Return 10, 0 or -10 for the AI, whatever more is passed (a depth, alpha and beta).

    Every board is worked out once and remembered; ``board`` may be a list or a tuple.
    """
    key = (tuple(board), bool(is_ai_turn))
    if key not in _scores:
        _scores[key] = _score(*key)
    return _scores[key]


def _score(board, is_ai_turn):
    winner = check_winner(board)
    if winner is not None:
        return 10 if winner == PLAYER_O else -10
    if is_board_full(board):
        return 0
    mark, best = (PLAYER_O, max) if is_ai_turn else (PLAYER_X, min)
    replies = [make_move(board, square, mark) for square in get_valid_moves(board)]
    return best(minimax(after, not is_ai_turn) for after in replies)
