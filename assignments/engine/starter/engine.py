"""A deterministic engine for tic-tac-toe: one method is yours to write."""


class DeterministicEngine:
    """Computes moves; options may hold the keys that the assignment names."""

    def __init__(self, options=None):
        self.options = options or {}

    def compute_next_move(self, board, current_turn):
        """Return the cell (0 to 8) that current_turn, "agent" or "opponent", should take.

        Raise ValueError when the game is over.
        """
        raise NotImplementedError("compute_next_move is still to be written")
