"""What a class did, in figures: the first page a teacher reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean, median

from grader.model import Finding, Graded, Layer, Missing
from grader.report.numbers import percent
from grader.report.view import ClassReport, Person, first_fault, person, unstarted

BINS = 10


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
    graded = view.graded
    scores = [g.grade.score for g in graded]
    return Summary(
        waiting=tuple(Waiting(person(o), isinstance(o, Missing), o.reason) for o in view.unseen),
        mean=mean(scores) if scores else None,
        median=median(scores) if scores else None,
        bins=_bins(graded),
        common=_common(graded),
        unstarted=_unstarted(graded),
        layers=_layers(view),
        standards=_standards(view),
        rows=tuple(_row(view, g) for g in graded),
    )


def _bins(graded: Iterable[Graded]) -> tuple[int, ...]:
    counts = [0] * BINS
    for outcome in graded:
        share = percent(outcome.grade.score, outcome.grade.max_score)
        counts[min(share * BINS // 100, BINS - 1)] += 1
    return tuple(counts)


def _common(graded: Iterable[Graded]) -> tuple[Common, ...]:
    found: dict[tuple[str, str], Common] = {}
    for outcome in graded:
        faults = {(f.slug, f.function): f for f in outcome.findings if not f.harmless}
        for what, finding in faults.items():
            known = found.get(what, Common(finding, ()))
            found[what] = Common(known.finding, (*known.people, person(outcome)))
    return tuple(sorted(found.values(), key=lambda c: (-len(c.people), c.finding.slug)))


def _unstarted(graded: Sequence[Graded]) -> tuple[Unstarted, ...]:
    """Return the functions somebody has not begun, in the order in which checks ask for them."""
    layers = (layer for outcome in graded for layer in outcome.grade.layers)
    order = dict.fromkeys(f for layer in layers for check in layer.checks for f in check.functions)
    missed = [(person(outcome), unstarted(outcome)) for outcome in graded]
    found = (Unstarted(f, tuple(who for who, todo in missed if f in todo)) for f in order)
    return tuple(item for item in found if item.people)


def _layers(view: ClassReport) -> tuple[Mastery, ...]:
    by_name = {
        name: [layer for g in view.graded for layer in g.grade.layers if layer.name == name]
        for name in view.layer_titles
    }
    return tuple(_mastery(view.layer_titles[name], layers) for name, layers in by_name.items())


def _standards(view: ClassReport) -> tuple[Mastery, ...]:
    by_standard: dict[str, list[Layer]] = {}
    for layer in (layer for g in view.graded for layer in g.grade.layers if layer.max_score > 0):
        for standard in layer.standards:
            by_standard.setdefault(standard, []).append(layer)
    return tuple(
        _mastery(standard, layers, ", ".join(dict.fromkeys(layer.title for layer in layers)))
        for standard, layers in by_standard.items()
    )


def _mastery(title: str, layers: list[Layer], detail: str = "") -> Mastery:
    possible = sum((layer.max_score for layer in layers), Fraction(0))
    earned = sum((layer.score for layer in layers), Fraction(0))
    share = percent(earned, possible) if possible > 0 else None
    return Mastery(title, share, sum(layer.bonus > 0 for layer in layers), detail)


def _row(view: ClassReport, graded: Graded) -> Row:
    grade = graded.grade
    cells = {
        layer.name: Cell(
            layer.score, layer.max_score, layer.bonus, percent(layer.score, layer.max_score)
        )
        for layer in grade.layers
    }
    return Row(
        person(graded),
        grade.score,
        grade.bonus,
        percent(grade.score, grade.max_score),
        tuple(cells.get(name) for name in view.layer_titles),
        first_fault(graded),
        next(iter(unstarted(graded)), ""),
    )
