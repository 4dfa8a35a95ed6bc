"""A counterexample as a game to step through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.model import Counterexample
from reference.game import IllegalMoveError, Mark, Move
from reference.notation import parse, render
from reference.tictactoe import TicTacToe


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the game.

    Attributes:
        number: 1 for the first move.
        by_program: whether the program under test made it.
        board: the board after it, in ``reference.notation``.
        mistake: whether it is the decision the counterexample is about.
    """

    number: int
    mark: Mark
    square: Move
    by_program: bool
    board: str
    mistake: bool


def steps(shown: Counterexample) -> tuple[Step, ...]:
    """Return the moves of ``shown.line``, up to the first that the rules do not allow.

    Only tic-tac-toe is played back; of another game there are none.
    """
    try:
        parse(shown.board)
    except ValueError:
        return ()
    return tuple(_steps(shown))


def _steps(shown: Counterexample) -> Iterator[Step]:
    position = TicTacToe().opening(shown.opener)
    for number, square in enumerate(shown.line, start=1):
        before = position
        try:
            position = TicTacToe().after(before, square)
        except IllegalMoveError:
            return
        by_program = before.turn == shown.turn
        decided = by_program and render(before.board) == shown.board and square == shown.answer
        yield Step(number, before.turn, square, by_program, render(position.board), decided)
