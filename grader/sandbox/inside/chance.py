"""Chance under control: every draw of ``random`` is counted, and can be made to follow a script.

All of ``choice``, ``shuffle``, ``randint``, ``randrange`` and ``sample`` draw a whole number below
some bound in one place, so that place is the one to replace. What draws fractions (``random``,
``uniform``, ``gauss``) cannot be enumerated: it is counted, and marks an enumeration incomplete.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

MAX_RUNS = 128  # of one question; beyond, its replies are a sample
SAMPLED_RUNS = 24  # where chance cannot be enumerated


class Chance:
    """Stands in for the source of chance in ``random.Random`` and ``random.SystemRandom``."""

    def __init__(self) -> None:
        self.draws = 0
        self._script: list[int] | None = None
        self._seen: list[tuple[int, int]] = []
        self._fractions = False

    def install(self) -> None:
        """Take over every generator there is and will be, and seed the shared one."""
        random.seed(0)  # the same program earns the same at every run
        for kind in (random.Random, random.SystemRandom):
            below, fraction = kind._randbelow, kind.random  # type: ignore[attr-defined] # noqa: SLF001
            setattr(kind, "_randbelow", self._counted(below))  # noqa: B010 - not in the stubs
            setattr(kind, "random", self._counted_fraction(fraction))  # noqa: B010
        random.random = random._inst.random  # noqa: SLF001

    def every(self, run: Callable[[], Any], within_s: float) -> tuple[list[Any], bool]:
        """Return what ``run`` returns under every course of chance, and whether that is all.

        A course is a list of draws; the next one changes the last draw that has a way left.
        After ``within_s`` seconds no further run is begun.
        """
        end = time.monotonic() + within_s
        results: list[Any] = []
        script: list[int] | None = []
        self._fractions = False
        while script is not None and len(results) < MAX_RUNS and time.monotonic() < end:
            self._script, self._seen = script, []
            results.append(run())
            script = self._next()
        self._script = None
        complete = script is None and not self._fractions
        while not complete and len(results) < SAMPLED_RUNS and time.monotonic() < end:
            results.append(run())
        return results, complete

    def _next(self) -> list[int] | None:
        drawn = list(self._seen)
        while drawn:
            value, bound = drawn.pop()
            if value + 1 < bound:
                return [earlier for earlier, _ in drawn] + [value + 1]
        return None

    def _counted(self, original: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
        def below(generator: Any, bound: int) -> int:
            self.draws += 1
            if self._script is None or bound < 1:
                return original(generator, bound)
            at = len(self._seen)
            value = self._script[at] if at < len(self._script) else 0
            self._seen.append((value, bound))
            return value

        return below

    def _counted_fraction(self, original: Callable[[Any], float]) -> Callable[[Any], float]:
        def fraction(generator: Any) -> float:
            self.draws += 1
            self._fractions = True
            return original(generator)

        return fraction
