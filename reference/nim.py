"""Nim: piles of objects; a move takes any number from one pile, and the last object decides."""

from __future__ import annotations

from dataclasses import dataclass

from reference.game import IllegalMoveError, Mark, Move, Position, other

Piles = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Nim:
    """Nim with these piles at most; a move is ``(pile, count)``.

    Attributes:
        piles: the objects in each pile at the start.
        misere: whether who takes the last object loses; else that player wins.
    """

    piles: Piles = (3, 4, 5)
    misere: bool = False

    def __post_init__(self) -> None:
        """Take piles in a list as well.

        Raises:
            TypeError: if they are no whole numbers from 0 on, with something to take.
        """
        piles = tuple(self.piles)
        if not any(piles) or not all(type(pile) is int and pile >= 0 for pile in piles):
            raise TypeError(f"piles: {piles!r:.60} are no piles")
        object.__setattr__(self, "piles", piles)

    @property
    def name(self) -> str:
        """``nim``."""
        return "nim"

    @property
    def rows(self) -> int:
        """One."""
        return 1

    @property
    def columns(self) -> int:
        """The number of piles."""
        return len(self.piles)

    def opening(self, opener: Mark) -> Position:
        """Return the full piles with ``opener`` to move."""
        return Position(self.piles, opener)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return every pile with every count that may be taken from it."""
        piles = enumerate(position.board)
        return tuple((pile, count) for pile, size in piles for count in range(1, size + 1))

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after ``move``, a pile and how many to take from it."""
        if move not in self.moves(position):
            raise IllegalMoveError(
                f"{move!r:.40} cannot be taken from {self.render(position.board)}"
            )
        pile, count = move  # type: ignore[misc] # one of the moves, so a pair
        left = list(position.board)
        left[pile] -= count
        return Position(tuple(left), other(position.turn))

    def winner(self, position: Position) -> Mark | None:
        """Return who has won once nothing is left: who took the last object, or the other."""
        if any(position.board):
            return None
        return position.turn if self.misere else other(position.turn)

    def is_over(self, position: Position) -> bool:
        """Return whether nothing is left."""
        return not any(position.board)

    def plies_left(self, board: Piles) -> int:
        """Return how many objects are left."""
        return sum(board)

    def render(self, board: Piles) -> str:
        """Return the piles with commas between them, e.g. ``3,4,5``."""
        return ",".join(map(str, board))

    def parse(self, text: str) -> Piles:
        """Return the piles written as ``text``."""
        board = tuple(int(part) for part in text.split(","))
        if len(board) != len(self.piles) or any(p < 0 for p in board):
            raise ValueError(f"{text!r:.60} are no {len(self.piles)} piles")
        return board

    def typical_line(self, position: Position) -> tuple[tuple[Move, ...], Mark]:
        """Return moves that lead from the opening to ``position``, and who opened.

        Whatever is to go is taken from each pile at once; who opened follows from that.
        """
        taken = [
            (n, full - left)
            for n, (full, left) in enumerate(zip(self.piles, position.board, strict=True))
        ]
        line: list[Move] = [(pile, count) for pile, count in taken if count]
        opener = position.turn if len(line) % 2 == 0 else other(position.turn)
        return tuple(line), opener
