"""The table of a selftest: known programs down, checks across."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.model import Verdict
from grader.report.html import render
from grader.report.view import when


@dataclass(frozen=True, slots=True)
class Row:
    """One known program and the verdict of each check on it, by the check's ident."""

    name: str
    verdicts: Mapping[str, Verdict]


@dataclass(frozen=True, slots=True)
class TrialTable:
    """Everything the page needs.

    Attributes:
        checks: ident and title of each check, in order.
        problems: what is wrong with the checks, in words; none is the proof.
    """

    assignment: str
    title: str
    checks: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    problems: tuple[str, ...]
    generated: str
    version: str

    @property
    def when(self) -> str:
        """``generated`` for people."""
        return when(self.generated)


def page(table: TrialTable) -> str:
    """Return ``selftest.html``."""
    return render("selftest.html.j2", view=table)
