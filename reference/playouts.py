"""Positions drawn by chance, for games with too many to ask about all; a fixed seed draws them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from reference.game import Game, Mark, Position

SEED = 20_261_201
MOST_TRIES = 200  # for each position wanted: a small game may have fewer than are wanted


def sampled(game: Game, openers: tuple[Mark, ...], left: int, count: int) -> Iterator[Position]:
    """Yield up to ``count`` running positions with ``left`` moves to come, each once."""
    dice = random.Random(SEED)  # noqa: S311 - nothing secret
    seen: set[Position] = set()
    for _ in range(MOST_TRIES * count):
        position = game.opening(dice.choice(openers))
        while game.plies_left(position.board) > left and not game.is_over(position):
            position = game.after(position, dice.choice(game.moves(position)))
        if not game.is_over(position) and position not in seen:
            seen.add(position)
            yield position
        if len(seen) == count:
            return
