from tic_tac_toe import available_moves, board_is_full, has_won


def game_is_over(board):
    return has_won(board, "X") or has_won(board, "O") or board_is_full(board)


def evaluate_board(board):
    if has_won(board, "X"):
        return -1
    return 1 if has_won(board, "O") else 0


def minimax(input_board, is_maximizing):
    if game_is_over(input_board):
        return [evaluate_board(input_board), ""]
    best = None
    for move in available_moves(input_board):
        board = [row[:] for row in input_board]
        board[(move - 1) // 3][(move - 1) % 3] = "X" if is_maximizing else "O"
        value = minimax(board, not is_maximizing)[0]
        if best is None or (value > best[0] if is_maximizing else value < best[0]):
            best = [value, move]
    return best
