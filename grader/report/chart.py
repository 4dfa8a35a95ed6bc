"""How the scores of a class are spread, as inline SVG with a text alternative."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

WIDTH, HEIGHT = 340, 150
FLOOR, TOP = 124, 22  # where bars stand, and how far up the highest reaches
GAP = 5


def histogram(bins: Sequence[int]) -> Markup:
    """Return ``bins``, equal shares of 0 to 100%, as bars with their counts."""
    step = WIDTH / len(bins)
    highest = max(1, *bins)
    bars = Markup("").join(
        _bar(index * step, step, count, (FLOOR - TOP) * count / highest)
        for index, count in enumerate(bins)
    )
    scale = Markup("").join(
        _label(WIDTH * share // 100, share, anchor)
        for share, anchor in ((0, "start"), (50, "middle"), (100, "end"))
    )
    return Markup(
        '<svg class="histogram" role="img" aria-label="{}" viewBox="0 0 {} {}">{}'
        '<path d="M0 {}H{}" stroke="var(--edge,currentColor)" stroke-width="1.5"/>{}</svg>'
    ).format(_words(bins), WIDTH, HEIGHT, bars, FLOOR, WIDTH, scale)


def _bar(x: float, step: float, count: int, height: float) -> Markup:
    if not count:
        return Markup("")
    return Markup(
        '<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="3"'
        ' fill="var(--accent,currentColor)"/>'
        '<text x="{:.1f}" y="{:.1f}" text-anchor="middle" font-size="12" font-weight="600"'
        ' fill="var(--ink,currentColor)">{}</text>'
    ).format(
        x + GAP / 2,
        FLOOR - height,
        step - GAP,
        height,
        x + step / 2,
        FLOOR - height - 6,
        count,
    )


def _label(x: int, share: int, anchor: str) -> Markup:
    return Markup(
        '<text x="{}" y="{}" text-anchor="{}" font-size="12" fill="var(--muted,currentColor)">'
        "{}%</text>"
    ).format(x, HEIGHT - 8, anchor, share)


def _words(bins: Sequence[int]) -> str:
    width = 100 // len(bins)
    parts = [
        f"{count} from {index * width} to {(index + 1) * width}%"
        for index, count in enumerate(bins)
        if count
    ]
    return f"Students by score: {', '.join(parts) or 'none'}"
