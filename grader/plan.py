"""The parts of an assignment, as frozen values; ``grader.assignment`` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class FileSlot:
    """One file a student hands in.

    Attributes:
        fixture: the name under which tests see it.
        functions: what the student writes.
        given: what the course hands out; asked only where it is still there.
        optional: what an extension may add.
        also: names under which the file may as well be handed in, in another language.
    """

    name: str
    fixture: str
    functions: tuple[str, ...]
    given: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayerPlan:
    """One layer as planned: its checks live in ``tests/*/test_<name>.py``.

    Attributes:
        requires: functions without which the whole layer is skipped.
        standards: names of curriculum standards that the layer shows mastery of.
    """

    name: str
    title: str
    points: Fraction
    requires: tuple[str, ...] = ()
    standards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Questions:
    """Which functions answer for play: ``decide`` names a move and ``value`` scores a board.

    ``refuses`` says whether ``decide`` has to raise an exception when the game is over.
    """

    fixture: str
    decide: str
    value: str
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A bare ``passed/total`` over the visible checks of ``layers``, if ``variable`` is set."""

    variable: str
    layers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RubricItem:
    """A line that the teacher marks by hand; no points of ours depend on it."""

    title: str
    note: str
