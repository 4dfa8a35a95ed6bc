"""A right program, plainly written: the board is marked and unmarked in place."""

import random

LINES = [
    *[[(row, column) for column in range(3)] for row in range(3)],
    *[[(row, column) for row in range(3)] for column in range(3)],
    [(n, n) for n in range(3)],
    [(n, 2 - n) for n in range(3)],
]


class Board:
    """Nine squares, and who has won."""

    def __init__(self):
        self.board = [["" for _ in range(3)] for _ in range(3)]
        self.current_winner = None

    def make_move(self, row, col, player):
        """Mark a free square; say whether that was possible."""
        if self.board[row][col] != "":
            return False
        self.board[row][col] = player
        if self.check_winner(player):
            self.current_winner = player
        return True

    def available_moves(self):
        """Return row and column of every free square."""
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] == ""]

    def check_winner(self, player):
        """Return whether player has three in a line."""
        return any(all(self.board[r][c] == player for r, c in line) for line in LINES)

    def is_full(self):
        """Return whether no square is free."""
        return not self.available_moves()

    def print_board(self):
        """Show the board."""
        for row in self.board:
            print(" | ".join(mark or " " for mark in row))


def minimax(board, depth, is_maximizing, player, opponent):
    """Return the score for player, and the square that leads to it."""
    if board.check_winner(player):
        return {"score": 10 - depth, "row": None, "col": None}
    if board.check_winner(opponent):
        return {"score": depth - 10, "row": None, "col": None}
    if board.is_full():
        return {"score": 0, "row": None, "col": None}
    found = []
    for row, col in board.available_moves():
        board.board[row][col] = player if is_maximizing else opponent
        score = minimax(board, depth + 1, not is_maximizing, player, opponent)["score"]
        board.board[row][col] = ""
        found.append({"score": score, "row": row, "col": col})
    return (max if is_maximizing else min)(found, key=lambda one: one["score"])


def get_best_move(board, player, opponent):
    """Return row and column of a best square for player, who moves next."""
    best = minimax(board, 0, True, player, opponent)
    return best["row"], best["col"]


def minimax_with_alpha_beta(board, depth, alpha, beta, is_maximizing, player, opponent):
    """Return what minimax does, and look at fewer boards."""
    if board.check_winner(player):
        return {"score": 10 - depth, "row": None, "col": None}
    if board.check_winner(opponent):
        return {"score": depth - 10, "row": None, "col": None}
    if board.is_full():
        return {"score": 0, "row": None, "col": None}
    best = {"score": -100 if is_maximizing else 100, "row": None, "col": None}
    for row, col in board.available_moves():
        board.board[row][col] = player if is_maximizing else opponent
        score = minimax_with_alpha_beta(
            board, depth + 1, alpha, beta, not is_maximizing, player, opponent
        )["score"]
        board.board[row][col] = ""
        if score > best["score"] if is_maximizing else score < best["score"]:
            best = {"score": score, "row": row, "col": col}
        alpha, beta = (max(alpha, score), beta) if is_maximizing else (alpha, min(beta, score))
        if beta <= alpha:
            break
    return best


def get_best_move_with_randomness(board, player, opponent):
    """Return any of the best squares."""
    scores = {}
    for row, col in board.available_moves():
        board.board[row][col] = player
        scores[row, col] = minimax(board, 1, False, player, opponent)["score"]
        board.board[row][col] = ""
    best = max(scores.values())
    return random.choice([move for move, score in scores.items() if score == best])
