"""The searches that differ from the right one in one thing: whose mark, what is picked, how far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

from grader.catalogue.scale import LOSS, WIN, blind_to, full_first
from grader.catalogue.search import INFINITY, FaultError, Pick, Variation, best
from reference.board import Board, Mark, other

Whose = Callable[[Board, Mark], Mark]
LEVELS = range(1, 5)  # with six empty squares a deeper search is right about every board

PLAIN = Variation()
LEAVES = (
    Variation("full-before-win", stops=full_first),
    Variation("one-sides-wins-unseen", stops=blind_to(LOSS)),
    Variation("one-sides-wins-unseen", stops=blind_to(WIN)),
)


def variations() -> Iterator[Variation]:
    """Yield the faulty searches whose every node is plain but for one thing."""
    yield from LEAVES
    yield from _turns()
    yield from _picks()
    yield from _returns()
    yield Variation("only-the-board-itself", levels=0)
    for levels in LEVELS:
        yield Variation("search-stops-too-soon", levels=levels)


def _turns() -> Iterator[Variation]:
    yield Variation("turn-not-flipped", flips=False)
    yield Variation("turn-read-the-wrong-way", reads=lambda _, own, __: not own)
    yield Variation("one-mark-for-both", mark=lambda _, __, program: program)
    yield Variation("one-mark-for-both", mark=lambda _, __, program: other(program))
    for whose in (_on_even("X"), _on_even("O"), _behind("X"), _behind("O")):
        yield Variation(
            "whose-turn-from-the-count",
            mark=lambda board, _, program, whose=whose: whose(board, program),  # type: ignore[misc] # bound now
        )
        yield Variation(
            "whose-turn-from-the-count",
            reads=lambda board, _, program, whose=whose: whose(board, program) == program,  # type: ignore[misc] # bound now
        )


def _on_even(mark: Mark) -> Whose:
    """Return the rule that ``mark`` moves where an even number of squares is empty."""
    return lambda board, _: mark if board.count(None) % 2 == 0 else other(mark)


def _behind(first: Mark) -> Whose:
    """Return the rule that whoever has fewer marks moves, and ``first`` if they are equal."""
    return lambda board, _: (
        first if board.count(first) <= board.count(other(first)) else other(first)
    )


def _picks() -> Iterator[Variation]:
    yield Variation("both-sides-maximise", pick=lambda scores, _: best(scores, True))  # noqa: FBT003 - a turn
    yield Variation("both-sides-minimise", pick=lambda scores, _: best(scores, False))  # noqa: FBT003 - a turn
    yield Variation("min-and-max-swapped", pick=lambda scores, own: best(scores, not own))
    yield Variation(
        "scores-for-the-side-to-move",
        pick=lambda scores, _: best(scores, True),  # noqa: FBT003 - a turn
        negated=True,
    )
    yield Variation("averages", pick=_average)
    yield Variation("adds-up", pick=lambda scores, _: reduce(_plus, scores, 0))
    yield Variation("search-never-ends", pick=_never)
    for slug, pick in (
        ("first-move-only", _first),
        ("last-move-only", _last),
        ("best-starts-at-zero", _from_zero),
        ("starting-score-stays", lambda _, own: INFINITY if own else -INFINITY),
    ):
        yield Variation(slug, pick=pick)
        yield Variation(slug, pick=_in_one(pick, own=True))
        yield Variation(slug, pick=_in_one(pick, own=False))


def _in_one(pick: Pick, *, own: bool) -> Pick:
    """Return ``pick`` for one side's moves and the right choice for the other's."""
    return lambda scores, turn: (pick if turn == own else best)(scores, turn)


def _average(scores: Iterable[Any], _own: bool) -> Any:  # noqa: FBT001 - whose turn it is
    found = list(scores)
    return sum(found) / len(found)


def _plus(one: Any, more: Any) -> Any:
    return one + more


def _never(_scores: Iterable[Any], _own: bool) -> Any:  # noqa: FBT001 - whose turn it is
    raise FaultError("RecursionError")


def _first(scores: Iterable[Any], own: bool) -> Any:  # noqa: FBT001 - whose turn it is
    return next(iter(scores), -INFINITY if own else INFINITY)


def _last(scores: Iterable[Any], own: bool) -> Any:  # noqa: FBT001 - whose turn it is
    return (list(scores) or [-INFINITY if own else INFINITY])[-1]


def _from_zero(scores: Iterable[Any], own: bool) -> Any:  # noqa: FBT001 - whose turn it is
    return reduce(max if own else min, scores, 0.0)


def _of_all(scores: Iterable[Any], own: bool) -> Any:  # noqa: FBT001 - whose turn it is
    return (max if own else min)(list(scores))


def _returns() -> Iterator[Variation]:
    """Yield the searches that work a score out and do not hand it back."""
    for pick in (best, _of_all):
        for silent in ((True,), (False,), (True, False)):
            yield Variation("missing-return", pick=_silently(pick, silent))


def _silently(pick: Pick, silent: tuple[bool, ...]) -> Pick:
    def picked(scores: Iterable[Any], own: bool) -> Any:  # noqa: FBT001 - whose turn it is
        found = pick(scores, own)
        return None if own in silent else found

    return picked
