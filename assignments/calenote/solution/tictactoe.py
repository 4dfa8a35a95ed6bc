"""A right program, plainly written: the board is marked and unmarked in place."""

import random

HUMAN, AI = "X", "O"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
MISTAKES = {"easy": 0.8, "medium": 0.25, "hard": 0.0}


def check_winner(board):
    """Return the mark that has a line, "draw", or None while the game goes on."""
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None if None in board else "draw"


def minimax(board, depth, is_maximizing):
    """Return 10 - depth if O wins, depth - 10 if X does, 0 for a draw."""
    result = check_winner(board)
    if result is not None:
        return {AI: 10 - depth, HUMAN: depth - 10, "draw": 0}[result]
    scores = []
    for square in free(board):
        board[square] = AI if is_maximizing else HUMAN
        scores.append(minimax(board, depth + 1, not is_maximizing))
        board[square] = None
    return max(scores) if is_maximizing else min(scores)


def best_move(board):
    """Return the best square for O."""
    scores = {}
    for square in free(board):
        board[square] = AI
        scores[square] = minimax(board, 0, False)
        board[square] = None
    return max(scores, key=scores.get)


def choose_move(board, difficulty):
    """Return a random square at the level's rate of mistakes, else the best one."""
    if random.random() < MISTAKES[difficulty]:
        return random.choice(free(board))
    return best_move(board)


def free(board):
    """Return the empty squares."""
    return [square for square, mark in enumerate(board) if mark is None]
