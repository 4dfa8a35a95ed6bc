EMPTY = " "
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def get_valid_moves(board):
    return [square for square in range(9) if board[square] == EMPTY]


def make_move(board, position, player):
    return board[:position] + [player] + board[position + 1 :]


def check_winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c]:
            return board[a]
    return None


def is_board_full(board):
    return EMPTY not in board


def is_game_over(board):
    return check_winner(board) is not None or is_board_full(board)


def minimax(board, is_ai_turn):
    winner = check_winner(board)
    if winner == "O":
        return 10
    if winner == "X":
        return -10
    if is_board_full(board):
        return 0
    mark = "O" if is_ai_turn else "X"
    scores = [minimax(make_move(board, s, mark), not is_ai_turn) for s in get_valid_moves(board)]
    return max(scores) if is_ai_turn else min(scores)


def get_best_move(board):
    return max(get_valid_moves(board), key=lambda s: minimax(make_move(board, s, "O"), False))
