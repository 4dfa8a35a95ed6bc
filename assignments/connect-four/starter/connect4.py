"""Connect Four: three functions are yours to write. They work on boards of any size."""


def winner(board):
    """Return "X" or "O" when that mark has four in a line, and None when nobody has.

    board is a list of rows, the top one first; a free cell is " ". A line may lie across, down, or
    on either diagonal.
    """
    raise NotImplementedError("winner is still to be written")


def valid_moves(board):
    """Return the list of the columns, from 0 on, that are not full."""
    raise NotImplementedError("valid_moves is still to be written")


def best_move(board, player, depth):
    """Return the best column for player, who moves next, looking depth moves ahead.

    With depth 2 that is player's own move and the answer to it. Where that does not decide the
    game, any column is right.
    """
    raise NotImplementedError("best_move is still to be written")
