"""Exact points as people read them; the only place where they are rounded."""

from __future__ import annotations

from fractions import Fraction

DECIMALS = 2


def rounded(value: Fraction) -> float:
    """Return ``value`` to two decimals."""
    return float(round(value, DECIMALS))


def points(value: Fraction) -> str:
    """Return ``value`` to at most two decimals: ``43.5``, ``100``, ``0.33``."""
    return f"{rounded(value):.{DECIMALS}f}".rstrip("0").rstrip(".")


def percent(part: Fraction | int, whole: Fraction | int) -> int:
    """Return ``part`` in hundredths of ``whole``, 0 to 100; all only for all, none only for none.

    99.9% is 99 and 0.1% is 1: a full bar is a promise. Nothing out of nothing is 0.
    """
    if whole <= 0 or part <= 0:
        return 0
    if part >= whole:
        return 100
    return min(max(round(Fraction(100) * part / whole), 1), 99)


def count(number: int) -> str:
    """Return ``number`` with its thousands set apart: ``4,520``."""
    return f"{number:,}"
