# with alpha-beta, copies, and a table of all the lines
from functools import lru_cache

WIN = 1000


@lru_cache(None)
def lines(rows, columns):
    found = []
    for r in range(rows):
        for c in range(columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= a < rows and 0 <= b < columns for a, b in cells):
                    found.append(cells)
    return found


def winner(board):
    for (a, b), (c, d), (e, f), (g, h) in lines(len(board), len(board[0])):
        if board[a][b] != " " and board[a][b] == board[c][d] == board[e][f] == board[g][h]:
            return board[a][b]
    return None


def valid_moves(board):
    return [c for c in range(len(board[0])) if board[0][c] == " "]


def drop(board, column, player):
    after = [row[:] for row in board]
    for row in reversed(after):
        if row[column] == " ":
            row[column] = player
            return after


def negamax(board, player, other, depth, alpha, beta):
    if winner(board):
        return -WIN - depth
    moves = valid_moves(board)
    if depth == 0 or not moves:
        return 0
    for move in moves:
        alpha = max(alpha, -negamax(drop(board, move, player), other, player, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def best_move(board, player, depth):
    other = "XO".replace(player, "")
    best, best_score = None, -10**6
    for move in valid_moves(board):
        score = -negamax(drop(board, move, player), other, player, depth - 1, -10**6, -best_score)
        if score > best_score:
            best, best_score = move, score
    return best
