"""A board as inline SVG: strokes on a grid, legible in light and dark, in colour and without.

Colours are CSS variables of the page, with fallbacks; a wrong answer also has a dashed edge and
a cross, a right one a tick, so that nothing rests on colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from grader.report.hostile import line
from grader.report.positions import drawn
from grader.report.words import board_words, squares_words
from reference.board import Board, Mark, Square, winning_lines
from reference.game import Move
from reference.notation import parse

CELL = 32
SIDE = 3 * CELL
LABEL_LIMIT = 200

_FRAME = Markup(
    '<rect x="1" y="1" width="94" height="94" rx="7" fill="var(--surface,none)"'
    ' stroke="var(--edge,currentColor)" stroke-width="1.5"/>'
    '<path d="M32 5V91M64 5V91M5 32H91M5 64H91" stroke="var(--edge,currentColor)"'
    ' stroke-width="1.5" stroke-linecap="round"/>'
)
_X = Markup(
    '<path d="M9 9L23 23M23 9L9 23" stroke="{}" stroke-width="3.2" stroke-linecap="round"/>'
)
_O = Markup('<circle cx="16" cy="16" r="7.6" stroke="{}" stroke-width="3.2"/>')
_NUMBER = Markup(
    '<text x="16" y="19.6" text-anchor="middle" font-size="10" fill="{}" stroke="none">{}</text>'
)
_WRONG = Markup(
    '<rect x="3" y="3" width="26" height="26" rx="4" fill="var(--bad-soft,none)"'
    ' stroke="var(--bad,#b3261e)" stroke-width="1.8" stroke-dasharray="3.4 2.4"/>'
    '<path d="M21.5 6.5L26 11M26 6.5L21.5 11" stroke="var(--bad,#b3261e)" stroke-width="1.8"'
    ' stroke-linecap="round"/>'
)
_RIGHT = Markup(
    '<rect x="3" y="3" width="26" height="26" rx="4" fill="var(--good-soft,none)"'
    ' stroke="var(--good,#1a7346)" stroke-width="1.8"/>'
    '<path d="M20.5 9L22.5 11L26.3 6.6" stroke="var(--good,#1a7346)" stroke-width="1.8"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
)
_LATEST = Markup(
    '<rect x="3" y="3" width="26" height="26" rx="4" fill="var(--accent-soft,none)" stroke="none"/>'
)
_BAND = Markup(
    '<path d="M{} {}L{} {}" stroke="var(--accent-soft,none)" stroke-width="24"'
    ' stroke-linecap="round"/>'
)
_INK, _QUIET, _ACCENT = "currentColor", "var(--muted,currentColor)", "var(--accent,#2f4bb8)"


def board(
    text: str,
    *,
    answer: Square | None = None,
    right: Sequence[Square] = (),
    label: str,
    latest: Square | None = None,
) -> Markup:
    """Return ``text``, a board in ``reference.notation``, as an ``<svg>`` that scales to its box.

    Args:
        text: nine of ``X``, ``O`` and ``.``, row by row; empty squares show their number.
        answer: the square answered; shown as wrong unless it is among ``right``.
        right: the right squares.
        label: what the board is, before the words that spell it out for those who cannot see.
        latest: the square marked last; it stands out.

    Raises:
        NotationError: if ``text`` is no board.
    """
    marks = parse(text)
    words = _words(marks, answer, right, label)
    cells = Markup("").join(
        Markup('<g transform="translate({} {})">{}</g>').format(
            square % 3 * CELL, square // 3 * CELL, _cell(square, mark, answer, right, latest)
        )
        for square, mark in enumerate(marks)
    )
    return Markup(
        '<svg class="board" role="img" aria-label="{0}" viewBox="0 0 {1} {1}" fill="none">'
        "<title>{0}</title>{2}{3}{4}</svg>"
    ).format(words, SIDE, _FRAME, Markup("").join(_bands(marks)), cells)


def _words(marks: Board, answer: Square | None, right: Sequence[Square], label: str) -> str:
    parts = [f"{line(label, LABEL_LIMIT)}: {board_words(marks)}"]
    if answer is not None:
        parts.append(f"the program answered square {answer}")
    if right:
        parts.append(f"right is {squares_words(right)}")
    return "; ".join(parts)


def _cell(
    square: Square,
    mark: Mark | None,
    answer: Square | None,
    right: Sequence[Square],
    latest: Square | None,
) -> Markup:
    ground, ink = Markup(""), _ACCENT if square == latest else _INK
    if square in right:
        ground = _RIGHT
    elif square == answer:
        ground = _WRONG
    elif square == latest:
        ground = _LATEST
    if mark is None:
        pointed_at = square == answer or square in right
        return ground + _NUMBER.format(_INK if pointed_at else _QUIET, square)
    return ground + (_X if mark == "X" else _O).format(ink)


def _bands(marks: Board) -> Iterator[Markup]:
    """Yield a band behind each line that wins."""
    for first, _, last in winning_lines(marks):
        yield _BAND.format(*_middle(first), *_middle(last))


def _middle(square: Square) -> tuple[int, int]:
    """Return the middle of ``square``: x, y."""
    return square % 3 * CELL + CELL // 2, square // 3 * CELL + CELL // 2


def figure(
    text: str, *, answer: Move | None = None, right: Sequence[Move] = (), label: str
) -> Markup:
    """Return ``text`` as :func:`board` draws it, or as its own game's positions are drawn."""
    try:
        return board(text, answer=answer, right=right, label=label)  # type: ignore[arg-type] # squares, on a board
    except ValueError:
        return drawn(text, answer, right, label)
