"""A short examination: a few boards for each function, all or nothing: no constant earns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from grader.model import Reply, Returned
from reference.board import Board, Position, empty_squares, is_full, winner
from reference.tablebase import boards, decisions, running, tablebase

FUNCTIONS = ("check_winner", "is_board_full", "minimax", "get_best_move")
SEED = 7


class Paper(NamedTuple):
    """The questions to one function, and whether a list of values answers them all."""

    questions: Sequence[tuple[object, ...]]
    is_right: Callable[[Sequence[object]], bool]


def paper() -> Mapping[str, Paper]:
    """Return the questions to every function; the same at each run."""
    dice = Random(SEED)  # noqa: S311 - a choice of boards
    return {
        "check_winner": _winners(dice),
        "is_board_full": _full(dice),
        "minimax": _values(dice),
        "get_best_move": _moves(dice),
    }


def earned(papers: Mapping[str, Paper], replies: Mapping[str, Sequence[Reply]]) -> list[str]:
    """Return the functions all of whose replies are right."""
    return [name for name in replies if _passes(papers[name], replies[name])]


def _passes(one: Paper, replies: Sequence[Reply]) -> bool:
    values = [reply.value for reply in replies if isinstance(reply, Returned)]
    return len(values) == len(one.questions) and one.is_right(values)


def as_list(board: Board) -> list[str]:
    """Return a board the way submissions see it."""
    return [mark or " " for mark in board]


def _exactly(due: Sequence[object]) -> Callable[[Sequence[object]], bool]:
    return lambda got: all(type(a) is type(b) and a == b for a, b in zip(got, due, strict=True))


def _winners(dice: Random) -> Paper:
    known = boards()
    chosen = [b for mark in ("X", "O", None) for b in _some(dice, known, mark)]
    return Paper([(as_list(b),) for b in chosen], _exactly([winner(b) for b in chosen]))


def _some(dice: Random, known: Sequence[Board], mark: str | None) -> list[Board]:
    return dice.sample([b for b in known if winner(b) == mark], 6)


def _full(dice: Random) -> Paper:
    known = boards()
    chosen = [b for full in (True, False) for b in _filled(dice, known, full)]
    return Paper([(as_list(b),) for b in chosen], _exactly([is_full(b) for b in chosen]))


def _filled(dice: Random, known: Sequence[Board], full: bool) -> list[Board]:  # noqa: FBT001
    return dice.sample([b for b in known if is_full(b) == full], 5)


def _values(dice: Random) -> Paper:
    """Values may be on any scale that puts losses below draws and draws below wins."""
    late = [p for p in running() if 2 <= len(empty_squares(p.board)) <= 5]
    by_value = [[p for p in late if _value(p) == due] for due in (-1, 0, 1)]
    chosen = [p for group in by_value for p in dice.sample(group, 5)]
    dues = [_value(p) for p in chosen]

    def in_order(got: Sequence[object]) -> bool:
        numbers = [v for v in got if isinstance(v, int | float) and type(v) in {int, float}]
        if len(numbers) != len(dues):
            return False
        loss, draw, win = (
            [v for v, due in zip(numbers, dues, strict=True) if due == wanted]
            for wanted in (-1, 0, 1)
        )
        return max(loss) < min(draw) and max(draw) < min(win)

    return Paper([(as_list(p.board), p.turn == "O") for p in chosen], in_order)


def _value(position: Position) -> int:
    """Return what a position is worth to O, the program."""
    value = tablebase()[position].value
    return value if position.turn == "O" else -value


def _moves(dice: Random) -> Paper:
    late = [p for p in decisions("O") if 3 <= len(empty_squares(p.board)) <= 5]
    hard = [p for p in late if len(tablebase()[p].optimal) < len(empty_squares(p.board))]
    chosen = dice.sample(hard, 12)

    def are_optimal(got: Sequence[object]) -> bool:
        pairs = zip(got, chosen, strict=True)
        return all(type(v) is int and v in tablebase()[p].optimal for v, p in pairs)

    return Paper([(as_list(p.board),) for p in chosen], are_optimal)
