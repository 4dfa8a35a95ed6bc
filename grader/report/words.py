"""Verdicts and boards in the words a person would use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from grader.model import CheckResult, Verdict
from reference.board import ROWS, Board
from reference.game import Move

_VERDICTS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.ACCEPTED: "accepted",
        Verdict.WRONG_ANSWER: "wrong answer",
        Verdict.RUNTIME_ERROR: "stopped with an error",
        Verdict.TIME_LIMIT: "no answer in time",
        Verdict.MEMORY_LIMIT: "used too much memory",
        Verdict.OUTPUT_LIMIT: "printed too much",
        Verdict.NOT_STARTED: "not started yet",
        Verdict.SKIPPED: "not asked",
        Verdict.JUDGE_ERROR: "the grader failed here",
    }
)
_TONES: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.ACCEPTED: "good",
        Verdict.NOT_STARTED: "open",
        Verdict.SKIPPED: "open",
        Verdict.JUDGE_ERROR: "fault",
    }
)


def verdict_words(check: CheckResult) -> str:
    """Return the verdict on ``check`` in words, and what it waits for if it was skipped."""
    words = _VERDICTS[check.verdict]
    if check.verdict is Verdict.SKIPPED and check.blocked_by:
        return f"{words}: waits for {check.blocked_by}"
    return words


def tone(check: CheckResult) -> str:
    """Return how to show the verdict: ``good``, ``bad``, ``open`` (to do) or ``fault`` (ours)."""
    return _TONES.get(check.verdict, "bad")


def board_words(board: Board) -> str:
    """Return ``board`` row by row: ``row 1: X, empty, O; row 2: …``."""
    rows = (", ".join(board[square] or "empty" for square in row) for row in ROWS)
    return "; ".join(f"row {number}: {row}" for number, row in enumerate(rows, start=1))


def move_words(move: Move, board: str) -> str:
    """Return a move with what it is called on such a ``board``: a square, a column, or as it is."""
    if "/" in board:
        return f"column {move}"
    return str(move) if "," in board or isinstance(move, tuple) else f"square {move}"


def squares_words(squares: Sequence[Move]) -> str:
    """Return ``squares`` as a choice: ``8``, ``2 or 5``, ``2, 5 or 8``."""
    names = [str(square) for square in squares]
    if len(names) <= 1:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"
