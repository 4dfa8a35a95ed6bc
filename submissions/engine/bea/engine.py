WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class GameOver(Exception):
    pass


class DeterministicEngine:
    def __init__(self, options=None):
        options = options or {}
        self.base = options.get("baseScore", 10)
        self.step = options.get("depthMultiplier", 1)

    def winner(self, board):
        for a, b, c in WINS:
            if board[a] is not None and board[a] == board[b] == board[c]:
                return board[a]
        return None

    def minimax(self, board, turn):
        who = self.winner(board)
        occupied = sum(cell is not None for cell in board)
        if who == "agent":
            return self.base - self.step * occupied, None
        if who == "opponent":
            return self.step * occupied - self.base, None
        if occupied == 9:
            return 0, None
        best = None
        for cell in range(9):
            if board[cell] is None:
                board[cell] = turn
                score, _ = self.minimax(board, "opponent" if turn == "agent" else "agent")
                board[cell] = None
                if best is None or (score > best[0] if turn == "agent" else score < best[0]):
                    best = score, cell
        return best

    def compute_next_move(self, board, current_turn):
        _, cell = self.minimax(board, current_turn)
        if cell is None:
            raise GameOver("nobody is to move")
        return cell
