"""Right versions of the functions and methods a submission is built from."""

_LINES = (
    ((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
    ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
    ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)),
)  # fmt: skip


class Board:
    def make_move(self, row, col, player):
        """Mark a free square; say whether that was possible."""
        if self.board[row][col] != "":
            return False
        self.board[row][col] = player
        for line in _LINES:
            if all(self.board[r][c] == player for r, c in line):
                self.current_winner = player
        return True

    def available_moves(self):
        """Return row and column of every free square."""
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] == ""]

    def check_winner(self, player):
        """Return whether player has three in a line."""
        return any(all(self.board[r][c] == player for r, c in line) for line in _LINES)

    def is_full(self):
        """Return whether no square is free."""
        return all(mark != "" for row in self.board for mark in row)


def minimax(board, depth, is_maximizing, player, opponent):
    """Return the score for player, and the square that leads to it."""
    cells = board.board
    for mark, score in ((player, 10 - depth), (opponent, depth - 10)):
        if any(all(cells[r][c] == mark for r, c in line) for line in _LINES):
            return {"score": score, "row": None, "col": None}
    best = None
    for row in range(3):
        for col in range(3):
            if cells[row][col] != "":
                continue
            cells[row][col] = player if is_maximizing else opponent
            score = minimax(board, depth + 1, not is_maximizing, player, opponent)["score"]
            cells[row][col] = ""
            if best is None or (score > best["score"] if is_maximizing else score < best["score"]):
                best = {"score": score, "row": row, "col": col}
    return {"score": 0, "row": None, "col": None} if best is None else best
