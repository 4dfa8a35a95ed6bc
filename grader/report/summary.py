"""What a class did, in figures: the first page a teacher reads."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from statistics import mean, median
from typing import Any, TypeVar, cast

from grader.model import Finding, Graded, Layer, Missing, Outcome
from grader.report.numbers import percent
from grader.report.view import ClassReport, Person, first_fault, person, unstarted

BINS = 10
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Common:
    """A finding and everybody who has it."""

    finding: Finding
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Unstarted:
    """A function and everybody who has not begun it."""

    function: str
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Mastery:
    """How much of something the graded students earned together.

    Attributes:
        percent: of all points possible; None where there are only bonus points.
        earned_bonus: how many students earned bonus.
        detail: the layers it is made of, for a standard.
    """

    title: str
    percent: int | None
    earned_bonus: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One student's points in one layer; the bar is ``percent`` long."""

    score: Fraction
    max_score: Fraction
    bonus: Fraction
    percent: int


@dataclass(frozen=True, slots=True)
class Row:
    """One graded student; a cell is None if the grade lacks that layer.

    Attributes:
        todo: the first function that is not written yet, or ``""``.
    """

    person: Person
    score: Fraction
    bonus: Fraction
    percent: int
    cells: tuple[Cell | None, ...]
    finding: Finding | None
    todo: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A student without a grade, and why."""

    person: Person
    missing: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The class in figures.

    Attributes:
        waiting: who has no grade; a person must look at these.
        mean: of the scores of graded students; None without any, as is ``median``.
        bins: graded students by score, from under 10% to 90% and more.
        common: findings by how many students have them, most first; remarks left out.
    """

    waiting: tuple[Waiting, ...]
    mean: Fraction | None
    median: Fraction | None
    bins: tuple[int, ...]
    common: tuple[Common, ...]
    unstarted: tuple[Unstarted, ...]
    layers: tuple[Mastery, ...]
    standards: tuple[Mastery, ...]
    rows: tuple[Row, ...]


def summarise(view: ClassReport) -> Summary:
    """Return the figures of ``view``; the missing and ungraded count in none of them."""
    tally = _Tally(view)
    for outcome in view.by_name:
        tally.add(outcome)
    return tally.summary()


class _Tally:
    """Adds a class up, one outcome after the other, and keeps little of each."""

    def __init__(self, view: ClassReport) -> None:
        self._titles = view.layer_titles
        self._waiting: list[Waiting] = []
        self._rows: list[Row] = []
        self._bins = [0] * BINS
        self._common: dict[tuple[str, str], tuple[Finding, list[Person]]] = {}
        self._unstarted: dict[str, list[Person]] = {}  # in the order in which checks ask for them
        self._layers = {name: _Sum(title) for name, title in view.layer_titles.items()}
        self._standards: dict[str, _Sum] = {}
        self._equal: dict[Any, Any] = {}

    def add(self, outcome: Outcome) -> None:
        """Count one student in."""
        who = person(outcome)
        if not isinstance(outcome, Graded):
            self._waiting.append(Waiting(who, isinstance(outcome, Missing), outcome.reason))
            return
        share = percent(outcome.grade.score, outcome.grade.max_score)
        self._bins[min(share * BINS // 100, BINS - 1)] += 1
        self._add_findings(who, outcome)
        self._add_unstarted(who, outcome)
        for layer in outcome.grade.layers:
            self._add_layer(layer)
        self._rows.append(self._row(who, outcome))

    def summary(self) -> Summary:
        """Return the figures of all who were counted in."""
        scores = [row.score for row in self._rows]
        common = [Common(finding, tuple(people)) for finding, people in self._common.values()]
        return Summary(
            waiting=tuple(self._waiting),
            mean=mean(scores) if scores else None,
            median=median(scores) if scores else None,
            bins=tuple(self._bins),
            common=tuple(sorted(common, key=lambda c: (-len(c.people), c.finding.slug))),
            unstarted=tuple(Unstarted(f, tuple(who)) for f, who in self._unstarted.items() if who),
            layers=tuple(total.mastery() for total in self._layers.values()),
            standards=tuple(s.mastery(", ".join(s.titles)) for s in self._standards.values()),
            rows=tuple(self._rows),
        )

    def _add_findings(self, who: Person, graded: Graded) -> None:
        faults = {(f.slug, f.function): f for f in graded.findings if not f.harmless}
        for what, finding in faults.items():
            self._common.setdefault(what, (finding, []))[1].append(who)

    def _add_unstarted(self, who: Person, graded: Graded) -> None:
        checks = (check for layer in graded.grade.layers for check in layer.checks)
        for function in (function for check in checks for function in check.functions):
            self._unstarted.setdefault(function, [])
        for function in unstarted(graded):
            self._unstarted[function].append(who)

    def _add_layer(self, layer: Layer) -> None:
        if layer.name in self._layers:
            self._layers[layer.name].add(layer)
        if layer.max_score > 0:
            for standard in layer.standards:
                self._standards.setdefault(standard, _Sum(standard)).add(layer)

    def _row(self, who: Person, graded: Graded) -> Row:
        grade = graded.grade
        cells = {layer.name: self._one(_cell(layer)) for layer in grade.layers}
        return Row(
            who,
            grade.score,
            grade.bonus,
            percent(grade.score, grade.max_score),
            tuple(cells.get(name) for name in self._titles),
            self._one(first_fault(graded)),
            self._one(next(iter(unstarted(graded)), "")),
        )

    def _one(self, value: T) -> T:
        """Return the first value equal to ``value``: a large class has few different ones."""
        return cast("T", self._equal.setdefault(value, value))


class _Sum:
    """What all earned in a layer, or in the layers of a standard."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._earned = self._possible = Fraction(0)
        self._with_bonus = 0
        self.titles: dict[str, None] = {}

    def add(self, layer: Layer) -> None:
        self._earned += layer.score
        self._possible += layer.max_score
        self._with_bonus += layer.bonus > 0
        self.titles[layer.title] = None

    def mastery(self, detail: str = "") -> Mastery:
        share = percent(self._earned, self._possible) if self._possible > 0 else None
        return Mastery(self._title, share, self._with_bonus, detail)


def _cell(layer: Layer) -> Cell:
    share = percent(layer.score, layer.max_score)
    return Cell(layer.score, layer.max_score, layer.bonus, share)
