"""Faulty versions of the two helpers that list moves and make one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import cast

from grader.catalogue.reading import Engine, Failed, Odd, Reading, Said, Word
from reference.board import Board, Mark, Position, Square, empty_squares, other

SQUARES = range(9)
Listing = Callable[[Board], tuple[Square, ...]]


@cache
def right_moves(position: Position) -> Reading:
    """Return what a right program lists."""
    return Said(empty_squares(position.board))


@cache
def right_play(position: Position) -> Reading:
    """Return the board a right program hands back; the last empty square is the one asked for."""
    return Said(_with(position, position.turn))


@cache
def moves_engines() -> tuple[Engine, ...]:
    """Return the faulty programs that list the free squares."""
    return (
        _lists("taken-squares-offered", lambda board: tuple(range(len(board)))),
        _lists("moves-are-the-taken-squares", lambda b: tuple(s for s in SQUARES if b[s])),
        _lists("moves-count-from-one", lambda board: tuple(s + 1 for s in empty_squares(board))),
        *(_lists("one-mark-not-seen", _all_but(mark), mark=mark) for mark in ("X", "O")),
        _lists("only-one-move-offered", lambda board: empty_squares(board)[:1]),
        _lists("only-one-move-offered", lambda board: empty_squares(board)[-1:]),
        Engine("only-one-move-offered", lambda p: (Said(Odd(str(empty_squares(p.board)[0]))),)),
        Engine("moves-change-the-board", lambda p: (Said(empty_squares(p.board), changed=True),)),
        *_partial(),
    )


def _lists(slug: str, rule: Listing, **words: Word) -> Engine:
    return Engine(slug, lambda p: (Said(tuple(sorted(rule(p.board), key=str))),), words)


def _all_but(mark: str) -> Listing:
    """Return the rule that takes squares marked ``mark`` for free ones."""
    return lambda board: tuple(s for s in SQUARES if board[s] in {None, mark})


def _partial() -> Iterator[Engine]:
    for count in range(1, len(SQUARES)):
        for missed in combinations(SQUARES, count):
            yield _lists(
                "moves-leave-out-squares",
                lambda board, missed=missed: (  # type: ignore[misc] # bound now
                    tuple(s for s in empty_squares(board) if s not in missed)
                ),
                squares=missed,
            )


# ---------------------------------------------------------------------------- making a move


@cache
def play_engines() -> tuple[Engine, ...]:
    """Return the faulty programs that make a move."""
    return (
        Engine("move-changes-the-board", lambda p: (Said(_with(p, p.turn), changed=True),)),
        Engine("move-returns-nothing", lambda _: (Said(None, changed=True),)),
        Engine("move-returns-nothing", lambda _: (Said(Odd("True"), changed=True),)),
        Engine("move-not-made", lambda p: (Said(p.board),)),
        *_wrong_mark(other),
        *_wrong_mark(lambda _: "X"),
        *_wrong_mark(lambda _: "O"),
        Engine("move-on-the-wrong-square", lambda p: (_shifted(p, 1),)),
        Engine("move-on-the-wrong-square", lambda p: (_shifted(p, -1),)),
    )


def _wrong_mark(mark: Callable[[Mark], Mark]) -> Iterator[Engine]:
    for changed in (False, True):
        yield Engine(
            "move-writes-the-wrong-mark",
            lambda p, changed=changed: (Said(_with(p, mark(p.turn)), changed),),  # type: ignore[misc] # bound now
        )


def _with(position: Position, mark: Mark, shift: int = 0) -> Board:
    cells = list(position.board)
    cells[empty_squares(position.board)[-1] + shift] = mark
    return cast("Board", tuple(cells))


def _shifted(position: Position, shift: int) -> Reading:
    try:
        return Said(_with(position, position.turn, shift))
    except IndexError:
        return Failed("IndexError")
