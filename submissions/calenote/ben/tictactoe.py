import random

WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def check_winner(board):
    for a, b, c in WINS:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    if all(board):
        return "draw"
    return None


def minimax(board, depth, is_maximizing, alpha, beta):
    winner = check_winner(board)
    if winner == "O":
        return 10 - depth
    if winner == "X":
        return depth - 10
    if winner == "draw":
        return 0
    if is_maximizing:
        for i in range(9):
            if board[i] is None:
                board[i] = "O"
                alpha = max(alpha, minimax(board, depth + 1, False, alpha, beta))
                board[i] = None
                if alpha >= beta:
                    break
        return alpha
    for i in range(9):
        if board[i] is None:
            board[i] = "X"
            beta = min(beta, minimax(board, depth + 1, True, alpha, beta))
            board[i] = None
            if alpha >= beta:
                break
    return beta


def best_move(board):
    best, move = -100, None
    for i in range(9):
        if board[i] is None:
            board[i] = "O"
            score = minimax(board, 0, False, -100, 100)
            board[i] = None
            if score > best:
                best, move = score, i
    return move


def choose_move(board, difficulty):
    rate = {"easy": 0.8, "medium": 0.25}.get(difficulty, 0)
    best = best_move(board)
    others = [i for i in range(9) if board[i] is None and i != best]
    if others and random.random() < rate:
        return random.choice(others)
    return best
