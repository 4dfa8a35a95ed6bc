"""Every game there is a reference for, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reference.connectfour import ConnectFour
from reference.game import Game
from reference.nim import Nim
from reference.tictactoe import TicTacToe

GAMES: Mapping[str, Callable[..., Game]] = {
    "connect-four": ConnectFour,
    "nim": Nim,
    "tic-tac-toe": TicTacToe,
}


def named(name: str, settings: Mapping[str, Any]) -> Game:
    """Return the game called ``name`` with ``settings`` of its own, e.g. a width.

    Raises:
        ValueError: if there is none of that name, or it has no such settings.
    """
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; there are: {', '.join(sorted(GAMES))}")
    try:
        return GAMES[name](**settings)
    except TypeError as error:
        raise ValueError(f"{name}: {error}") from error
