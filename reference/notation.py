"""Boards as text: ``X.O.X....`` names the nine squares row by row, ``.`` is empty."""

from __future__ import annotations

from typing import cast

from reference.board import Board, Mark

SQUARES = 9


class NotationError(ValueError):
    """The text is not nine of ``X``, ``O`` and ``.``."""


def parse(text: str) -> Board:
    """Return the board written as ``text``; the inverse of :func:`render`.

    Raises:
        NotationError: if ``text`` is not nine characters out of ``X``, ``O`` and ``.``.
    """
    if len(text) != SQUARES or not set(text) <= set("XO."):
        raise NotationError(f"not a board of nine squares: {text!r:.40}")
    return tuple(None if square == "." else cast("Mark", square) for square in text)


def render(board: Board) -> str:
    """Return ``board`` as text; the inverse of :func:`parse`."""
    return "".join(mark or "." for mark in board)
