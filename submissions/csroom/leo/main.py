"""Tic-tac-toe against a computer that never loses.

The board is a list of nine strings, one for each square, read row by row:

     0 | 1 | 2
    ---+---+---
     3 | 4 | 5
    ---+---+---
     6 | 7 | 8

A square holds " " (empty), "X" (the human) or "O" (the AI).
"""

EMPTY = " "
PLAYER_X = "X"  # the human
PLAYER_O = "O"  # the AI

WINNING_LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
]


# --- Given to you: read these, use them, leave them as they are ----------------------------


def print_board(board):
    """Show the board with the marks that are on it."""
    print()
    print(f" {board[0]} | {board[1]} | {board[2]} ")
    print("---+---+---")
    print(f" {board[3]} | {board[4]} | {board[5]} ")
    print("---+---+---")
    print(f" {board[6]} | {board[7]} | {board[8]} ")
    print()


def print_board_positions():
    """Show which number belongs to which square."""
    print("The squares are numbered like this:")
    print_board(list(range(9)))


def get_valid_moves(board):
    """Return the list of the empty squares, for example [0, 4, 8]."""
    return [square for square in range(9) if board[square] == EMPTY]


def make_move(board, position, player):
    """Return a new board with player's mark on position; the old board stays as it was."""
    new_board = board.copy()
    new_board[position] = player
    return new_board


def is_game_over(board):
    """Return True when somebody has won or no square is empty."""
    return check_winner(board) is not None or is_board_full(board)


def get_human_move(board):
    """Ask until the human names an empty square, and return its number."""
    while True:
        answer = input("Your square (0-8): ").strip()
        if answer.isdecimal() and int(answer) in get_valid_moves(board):
            return int(answer)
        print("That is not an empty square. The empty ones are:", get_valid_moves(board))


# --- Yours to write ------------------------------------------------------------------------


def check_winner(board):
    """Return "X" or "O" when that player has three in a line, and None when nobody has.

    There are eight lines: three rows, three columns, two diagonals.
    Three empty squares in a line are not a win.
    """
    for line in WINNING_LINES:
        a, b, c = line
        if board[a] == board[b] == board[c] and board[a] != EMPTY:
            return board[a]
    return None


def is_board_full(board):
    """Return True when no square is empty, otherwise False."""
    return EMPTY not in board


def minimax(board, is_ai_turn):
    """Return what this board is worth to the AI when both sides play perfectly.

    +10 when the AI wins, -10 when the human wins, 0 for a draw.
    is_ai_turn is True when O moves next and False when X moves next.
    """
    winner = check_winner(board)
    if winner == PLAYER_O:
        return 10
    if winner == PLAYER_X:
        return -10
    if is_ai_turn:
        best = -1000
        for move in get_valid_moves(board):
            best = max(best, minimax(make_move(board, move, PLAYER_O), False))
        return best
    else:
        best = 1000
        for move in get_valid_moves(board):
            best = min(best, minimax(make_move(board, move, PLAYER_X), True))
        return best


def get_best_move(board):
    """Return the number (0-8) of the square that is best for the AI, who moves next.

    Return the square, not its score.
    """
    best_score = -9999
    best_move = None
    for move in get_valid_moves(board):
        score = minimax(make_move(board, move, PLAYER_O), False)
        if score > best_score:
            best_score = score
            best_move = move
    return best_move


# --- The game: given to you as well --------------------------------------------------------


def play_game():
    """Play one game, human against AI."""
    print("You are X, the AI is O.")
    print_board_positions()
    human_first = input("Do you want to go first? (y/n): ").strip().lower().startswith("y")
    player = PLAYER_X if human_first else PLAYER_O
    board = [EMPTY] * 9

    while not is_game_over(board):
        if player == PLAYER_X:
            print_board(board)
            board = make_move(board, get_human_move(board), PLAYER_X)
            player = PLAYER_O
        else:
            square = get_best_move(board)
            print("The AI takes square", square)
            board = make_move(board, square, PLAYER_O)
            player = PLAYER_X

    print_board(board)
    winner = check_winner(board)
    if winner == PLAYER_X:
        print("You win!")
    elif winner == PLAYER_O:
        print("The AI wins.")
    else:
        print("It is a draw.")


if __name__ == "__main__":
    play_game()
