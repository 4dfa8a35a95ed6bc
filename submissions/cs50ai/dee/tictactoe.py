"""
Tic Tac Toe Player
"""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """
    Returns starting state of the board.
    """
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    count = 0
    for row in board:
        for cell in row:
            if cell != EMPTY:
                count += 1
    if count % 2 == 0:
        return X
    else:
        return O


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    raise NotImplementedError


def winner(board):
    for row in board:
        if row[0] == row[1] == row[2]:
            return row[0]
    for j in range(3):
        if board[0][j] == board[1][j] == board[2][j]:
            return board[0][j]
    if board[0][0] == board[1][1] == board[2][2]:
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0]:
        return board[0][2]
    return None


def terminal(board):
    raise NotImplementedError


def utility(board):
    raise NotImplementedError


def minimax(board):
    raise NotImplementedError
