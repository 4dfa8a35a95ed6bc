"""What a report is made from: one class, one assignment, every outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from grader.model import Finding, Graded, Missing, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class RubricLine:
    """A line that the teacher marks by hand; no points of ours depend on it."""

    title: str
    note: str


@dataclass(frozen=True, slots=True)
class ClassReport:
    """Everything the reports on one class need.

    Attributes:
        assignment: the name of its folder, e.g. ``csroom``.
        sandbox: how far submissions were confined, in one word, e.g. ``confined``.
        max_score: all points of all layers, bonus not counted.
        layer_titles: layer name to title, in the order the layers run.
        outcomes: one per student, in any order.
        generated: when, as an ISO 8601 time.
        version: of the grader.
    """

    assignment: str
    title: str
    sandbox: str
    max_score: Fraction
    layer_titles: Mapping[str, str]
    outcomes: Sequence[Outcome]
    generated: str
    version: str
    rubric: tuple[RubricLine, ...] = ()

    @property
    def by_name(self) -> Iterator[Outcome]:
        """All outcomes, sorted by the students' names; no more than one is held at a time."""
        names = [(who.name.casefold(), who) for who in map(person, self.outcomes)]
        for place in sorted(range(len(names)), key=names.__getitem__):
            yield self.outcomes[place]

    @property
    def when(self) -> str:
        """``generated`` for people, e.g. ``1 December 2026, 14:05 UTC``."""
        return when(self.generated)


def when(generated: str) -> str:
    """Return an ISO 8601 time for people, e.g. ``1 December 2026, 14:05 UTC``."""
    try:
        time = datetime.fromisoformat(generated)
    except ValueError:
        return generated
    return f"{time.day} {time:%B %Y, %H:%M %Z}".strip()


@dataclass(frozen=True, slots=True, order=True)
class Person:
    """Who an outcome is about.

    Attributes:
        name: as found; hostile text.
        ident: the file name of this student's pages.
        origin: where the submission was read from.
    """

    name: str
    ident: str
    origin: str


def person(outcome: Outcome) -> Person:
    """Return who ``outcome`` is about."""
    whose = outcome if isinstance(outcome, Missing) else outcome.submission
    return Person(whose.student, whose.ident, whose.origin)


def first_fault(graded: Graded) -> Finding | None:
    """Return the finding to act on first, or None: the first that is not a mere remark."""
    return next((finding for finding in graded.findings if not finding.harmless), None)


def unstarted(graded: Graded) -> tuple[str, ...]:
    """Return the functions that are not written yet, in order; extensions are not among them."""
    checks = (check for layer in graded.grade.layers for check in layer.checks)
    todo = (c for c in checks if c.verdict is Verdict.NOT_STARTED and c.max_score > 0)
    return tuple(dict.fromkeys(function for check in todo for function in check.functions[:1]))
