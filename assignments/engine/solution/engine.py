"""A right engine, plainly written: one board, marked and unmarked; alpha-beta by option."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
ORDERS = {"natural": range(9), "center": (4, 0, 2, 6, 8, 1, 3, 5, 7)}


class DeterministicEngine:
    """Computes moves; see the assignment for the options."""

    def __init__(self, options=None):
        self.options = {
            "baseScore": 10,
            "depthMultiplier": 1,
            "maxDepth": 9,
            "pruning": True,
            "moveOrdering": "natural",
            **(options or {}),
        }

    def compute_next_move(self, board, current_turn):
        """Return the best cell; the agent's scores are above 0.

        Raises:
            ValueError: if the game is over.
        """
        if self.score(board, 0) is not None:
            raise ValueError("the game is over")
        is_agent = current_turn == "agent"
        scores = {}
        for cell in self.free(board):
            board[cell] = current_turn
            scores[cell] = self.search(board, not is_agent, 1, -float("inf"), float("inf"))
            board[cell] = None
        return (max if is_agent else min)(scores, key=scores.get)

    def search(self, board, is_agent, depth, alpha, beta):
        """Return what the board is worth to the agent."""
        ended = self.score(board, depth)
        if ended is not None:
            return ended
        best = -float("inf") if is_agent else float("inf")
        for cell in self.free(board):
            board[cell] = "agent" if is_agent else "opponent"
            score = self.search(board, not is_agent, depth + 1, alpha, beta)
            board[cell] = None
            best = max(best, score) if is_agent else min(best, score)
            alpha, beta = (max(alpha, best), beta) if is_agent else (alpha, min(beta, best))
            if self.options["pruning"] and beta <= alpha:
                break
        return best

    def score(self, board, depth):
        """Return the score of a finished board, 0 beyond the depth, None while the game goes on."""
        occupied = 9 - board.count(None)
        for a, b, c in LINES:
            if board[a] is not None and board[a] == board[b] == board[c]:
                worth = self.options["baseScore"] - self.options["depthMultiplier"] * occupied
                return worth if board[a] == "agent" else -worth
        return 0 if occupied == 9 or depth > self.options["maxDepth"] else None

    def free(self, board):
        """Return the empty cells in the order to try them."""
        return [cell for cell in ORDERS[self.options["moveOrdering"]] if board[cell] is None]
