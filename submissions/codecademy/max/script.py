"""All in one file, with alpha-beta, a tuple as the answer and faster wins first."""

LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


def cells(board):
    return [cell for row in board for cell in row]


def has_won(board, player):
    flat = cells(board)
    return any(all(flat[int(n) - 1] == player for n in line) for line in LINES)


def available_moves(board):
    return [int(cell) for cell in cells(board) if cell.isdigit()]


def board_is_full(board):
    return available_moves(board) == []


def game_is_over(board):
    return has_won(board, "X") or has_won(board, "O") or board_is_full(board)


def evaluate_board(board):
    return int(has_won(board, "X")) - int(has_won(board, "O"))


def with_mark(board, move, mark):
    return [[mark if cell == str(move) else cell for cell in row] for row in board]


def minimax(input_board, is_maximizing, alpha=-1000, beta=1000):
    if game_is_over(input_board):
        return evaluate_board(input_board) * (1 + len(available_moves(input_board))), None
    best = None
    for move in available_moves(input_board):
        value, _ = minimax(with_mark(input_board, move, "OX"[is_maximizing]), not is_maximizing, alpha, beta)
        if best is None or (value > best[0] if is_maximizing else value < best[0]):
            best = value, move
        if is_maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best
