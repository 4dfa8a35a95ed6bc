"""Positions of other games as inline SVG: piles of objects, and boards to drop marks into."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

from grader.report.hostile import line
from grader.report.words import squares_words
from reference.game import Move

CELL = 24
MOST = 400  # cells or objects; more than any game of ours has
LABEL_LIMIT = 200
_PILES = re.compile(r"\d{1,3}(?:,\d{1,3})*")
_GRID = re.compile(r"[XO.]+(?:/[XO.]+)+")
_SVG = Markup(
    '<svg class="board position" role="img" aria-label="{0}" viewBox="0 0 {1} {2}" fill="none">'
    "<title>{0}</title>{3}</svg>"
)
_TEXT = Markup(
    '<text x="{}" y="{}" text-anchor="middle" font-size="10" fill="{}" stroke="none">{}</text>'
)
_OBJECT = Markup('<circle cx="{}" cy="{}" r="8" stroke="{}" stroke-width="2.4"/>')
_CELL = Markup(
    '<rect x="{}" y="{}" width="22" height="22" rx="4" stroke="var(--edge,currentColor)"'
    ' stroke-width="1"/>'
)
_X = Markup(
    '<path d="M{} {}l10 10m0 -10l-10 10" stroke="currentColor" stroke-width="2.6"'
    ' stroke-linecap="round"/>'
)
_O = Markup('<circle cx="{}" cy="{}" r="5.6" stroke="currentColor" stroke-width="2.6"/>')
_GOOD, _BAD, _QUIET = "var(--good,#1a7346)", "var(--bad,#b3261e)", "var(--muted,currentColor)"


def drawn(text: str, answer: Move | None, right: Sequence[Move], label: str) -> Markup:
    """Return the position written as ``text``; what is neither piles nor a grid stays text.

    Columns and piles are numbered from 0; one that a right move is in has a tick, the one that was
    answered, if it is not right, a cross.
    """
    words = f"{line(label, LABEL_LIMIT)}: {line(text, LABEL_LIMIT)}{_moves(answer, right)}"
    if _PILES.fullmatch(text) and sum(map(int, text.split(","))) <= MOST:
        return _piles([int(size) for size in text.split(",")], answer, right, words)
    rows = text.split("/")
    if _GRID.fullmatch(text) and len(set(map(len, rows))) == 1 and len(text) <= MOST:
        return _grid(rows, answer, right, words)
    return Markup('<code class="position">{}</code>').format(escape(line(text, LABEL_LIMIT)))


def _moves(answer: Move | None, right: Sequence[Move]) -> str:
    said = "" if answer is None else f"; the program answered {answer}"
    return f"{said}; right is {squares_words(right)}" if right else said


def _piles(sizes: Sequence[int], answer: Move | None, right: Sequence[Move], words: str) -> Markup:
    height = (max(sizes) + 1) * CELL
    parts = []
    for pile, size in enumerate(sizes):
        x = pile * 2 * CELL + CELL
        middles = [height - CELL * n - CELL // 2 - CELL for n in range(size)]
        parts += [_OBJECT.format(x, y, "currentColor") for y in middles]
        parts.append(_sign(pile, x, height - 6, _first(answer), set(map(_first, right))))
    return _SVG.format(words, 2 * CELL * len(sizes), height, Markup("").join(parts))


def _grid(rows: Sequence[str], answer: Move | None, right: Sequence[Move], words: str) -> Markup:
    height = (len(rows) + 1) * CELL
    parts = []
    for down, row in enumerate(rows):
        for across, mark in enumerate(row):
            x, y = across * CELL, down * CELL
            parts.append(_CELL.format(x + 1, y + 1))
            if mark != ".":
                parts.append(_X.format(x + 7, y + 7) if mark == "X" else _O.format(x + 12, y + 12))
    for column in range(len(rows[0])):
        x = column * CELL + CELL // 2
        parts.append(_sign(column, x, height - 6, _first(answer), set(map(_first, right))))
    return _SVG.format(words, CELL * len(rows[0]), height, Markup("").join(parts))


def _sign(number: int, x: int, y: int, answer: int | None, right: set[int | None]) -> Markup:
    """Return the number of a pile or column, and whether it is a right or a wrong one."""
    if number in right:
        return _TEXT.format(x, y, _GOOD, f"✓ {number}")
    if number == answer:
        return _TEXT.format(x, y, _BAD, f"✗ {number}")
    return _TEXT.format(x, y, _QUIET, number)


def _first(move: Move | None) -> int | None:
    """Return the pile or column of a move."""
    return move[0] if isinstance(move, tuple) else move
