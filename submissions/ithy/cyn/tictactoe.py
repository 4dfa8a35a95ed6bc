import random


class Board:
    def __init__(self):
        self.board = [['' for _ in range(3)] for _ in range(3)]
        self.current_winner = None

    def print_board(self):
        for row in self.board:
            print('|'.join(cell if cell else ' ' for cell in row))
            print('-----')

    def make_move(self, row, col, player):
        if self.board[row][col] == '':
            self.board[row][col] = player
            if self.check_winner(player):
                self.current_winner = player
            return True
        return False

    def available_moves(self):
        moves = []
        for row in range(3):
            for col in range(3):
                if self.board[row][col] == '':
                    moves.append((row, col))
        return moves

    def check_winner(self, player):
        b = self.board
        for i in range(3):
            if b[i][0] == player and b[i][1] == player and b[i][2] == player:
                return True
            if b[0][i] == player and b[1][i] == player and b[2][i] == player:
                return True
        if b[0][0] == player and b[1][1] == player and b[2][2] == player:
            return True
        if b[0][2] == player and b[1][1] == player and b[2][0] == player:
            return True
        return False

    def is_full(self):
        return all(cell != '' for row in self.board for cell in row)


def minimax(board, depth, is_maximizing, player, opponent):
    if board.check_winner(player):
        return {'score': 10 - depth, 'row': None, 'col': None}
    elif board.check_winner(opponent):
        return {'score': -10 + depth, 'row': None, 'col': None}
    elif board.is_full():
        return {'score': 0, 'row': None, 'col': None}

    if is_maximizing:
        best = {'score': -float('inf'), 'row': None, 'col': None}
        for row, col in board.available_moves():
            board.board[row][col] = player
            score = minimax(board, depth + 1, False, player, opponent)['score']
            board.board[row][col] = ''
            if score > best['score']:
                best = {'score': score, 'row': row, 'col': col}
        return best
    else:
        best = {'score': float('inf'), 'row': None, 'col': None}
        for row, col in board.available_moves():
            board.board[row][col] = opponent
            score = minimax(board, depth + 1, True, player, opponent)['score']
            board.board[row][col] = ''
            if score < best['score']:
                best = {'score': score, 'row': row, 'col': col}
        return best


def minimax_with_alpha_beta(board, depth, alpha, beta, is_maximizing, player, opponent):
    if board.check_winner(player):
        return {'score': 10 - depth, 'row': None, 'col': None}
    if board.check_winner(opponent):
        return {'score': -10 + depth, 'row': None, 'col': None}
    if board.is_full():
        return {'score': 0, 'row': None, 'col': None}
    best = {'score': -100 if is_maximizing else 100, 'row': None, 'col': None}
    for row, col in board.available_moves():
        board.board[row][col] = player if is_maximizing else opponent
        score = minimax_with_alpha_beta(board, depth + 1, alpha, beta, not is_maximizing, player, opponent)['score']
        board.board[row][col] = ''
        if is_maximizing and score > best['score'] or not is_maximizing and score < best['score']:
            best = {'score': score, 'row': row, 'col': col}
        if is_maximizing:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


def get_best_move_with_randomness(board, player, opponent):
    best_score, best_moves = -100, []
    for row, col in board.available_moves():
        board.board[row][col] = player
        score = minimax_with_alpha_beta(board, 1, -100, 100, False, player, opponent)['score']
        board.board[row][col] = ''
        if score > best_score:
            best_score, best_moves = score, []
        if score == best_score:
            best_moves.append((row, col))
    return random.choice(best_moves)


def get_best_move(board, player, opponent):
    return get_best_move_with_randomness(board, player, opponent)
