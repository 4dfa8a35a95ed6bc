"""One student's page as values, so that a template is only given what its reader may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from grader.model import (
    CheckResult,
    Counterexample,
    Finding,
    Graded,
    Layer,
    Proof,
    Verdict,
    Visibility,
)
from grader.report.playback import Step, steps
from grader.report.view import Person, first_fault, person
from reference.board import other


@dataclass(frozen=True, slots=True)
class Totals:
    """Some checks added up, and nothing else about them."""

    count: int
    score: Fraction
    max_score: Fraction
    bonus: Fraction


@dataclass(frozen=True, slots=True)
class Section:
    """One layer: its totals and the checks the reader may see; the rest only in sum."""

    name: str
    title: str
    score: Fraction
    max_score: Fraction
    bonus: Fraction
    checks: tuple[CheckResult, ...]
    hidden: Totals


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do now.

    Attributes:
        kind: ``fault`` (put something right), ``write`` (begin something) or ``done``.
        certain: False if the finding is only the likeliest cause.
        board: in ``reference.notation``, or ``""``.
        candidates: the names of causes that would each explain it.
        gain: what mending it would bring, in points; 0 if unknown.
    """

    kind: str
    title: str
    evidence: str = ""
    advice: str = ""
    function: str = ""
    board: str = ""
    certain: bool = True
    candidates: tuple[str, ...] = ()
    gain: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game that the program loses by its own replies."""

    moving: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ProofSheet:
    """A proof, and the game that refutes the program if there is one.

    Attributes:
        perfect: it was asked everywhere, keeps the result everywhere, and is never beaten.
        steps: the line of the counterexample.
        games: games that beat it, moving first and moving second, unless ``steps`` is the same.
    """

    proof: Proof
    perfect: bool
    steps: tuple[Step, ...]
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page on one graded submission.

    Attributes:
        also: the findings after the one in ``next``, remarks left out.
        remarks: findings that cost nothing.
        notes: plain words on how it was read and graded, each once.
    """

    person: Person
    score: Fraction
    max_score: Fraction
    bonus: Fraction
    sections: tuple[Section, ...]
    next: NextStep
    also: tuple[Finding, ...]
    remarks: tuple[Finding, ...]
    proof: ProofSheet | None
    notes: tuple[str, ...]
    output: str


def student_sheet(graded: Graded) -> Sheet:
    """Return what the student may see: hidden checks only as totals of their layer."""
    return _sheet(graded, (Visibility.VISIBLE,))


def teacher_sheet(graded: Graded) -> Sheet:
    """Return everything."""
    return _sheet(graded, tuple(Visibility))


def _sheet(graded: Graded, seen: Sequence[Visibility]) -> Sheet:
    sections = tuple(_section(layer, seen) for layer in graded.grade.layers)
    fault = first_fault(graded)
    return Sheet(
        person=person(graded),
        score=graded.grade.score,
        max_score=graded.grade.max_score,
        bonus=graded.grade.bonus,
        sections=sections,
        next=_next(fault, sections),
        also=tuple(f for f in graded.findings if not f.harmless and f is not fault),
        remarks=tuple(f for f in graded.findings if f.harmless),
        proof=None if graded.proof is None else _proof(graded.proof),
        notes=tuple(dict.fromkeys((*graded.submission.notes, *graded.notes))),
        output=graded.output,
    )


def _section(layer: Layer, seen: Sequence[Visibility]) -> Section:
    shown = tuple(check for check in layer.checks if check.visibility in seen)
    hidden = [check for check in layer.checks if check.visibility not in seen]
    totals = Totals(
        count=len(hidden),
        score=sum((check.score for check in hidden), Fraction(0)),
        max_score=sum((check.max_score for check in hidden), Fraction(0)),
        bonus=sum((check.bonus for check in hidden), Fraction(0)),
    )
    return Section(
        layer.name, layer.title, layer.score, layer.max_score, layer.bonus, shown, totals
    )


def _next(fault: Finding | None, sections: Sequence[Section]) -> NextStep:
    """Return what the first finding says, else the first check that is not accepted."""
    if fault is not None:
        return NextStep(
            "fault",
            fault.title,
            fault.evidence,
            fault.advice,
            fault.function,
            fault.board,
            fault.certain,
            fault.candidates,
            fault.gain,
        )
    checks = [check for section in sections for check in section.checks if check.max_score > 0]
    if (todo := _first(checks, (Verdict.NOT_STARTED,))) is not None:
        function = next(iter(todo.functions), "")
        return NextStep("write", todo.title, function=function)
    others = tuple(v for v in Verdict if v not in {Verdict.ACCEPTED, Verdict.SKIPPED})
    if (todo := _first(checks, others)) is not None:
        return NextStep("fault", todo.title, todo.message, function=next(iter(todo.functions), ""))
    if any(section.score < section.max_score for section in sections):
        return NextStep("hidden", "Look beyond the examples")
    return NextStep("done", "Nothing to put right")


def _first(checks: Sequence[CheckResult], verdicts: Sequence[Verdict]) -> CheckResult | None:
    return next((check for check in checks if check.verdict in verdicts), None)


def _proof(proof: Proof) -> ProofSheet:
    stopped = (
        proof.beatable_as_first,
        proof.beatable_as_second,
        proof.forfeits_as_first,
        proof.forfeits_as_second,
    )
    perfect = proof.optimal == proof.asked == proof.positions > 0 and not any(stopped)
    shown = proof.counterexample
    if shown is None:
        return ProofSheet(proof, perfect, (), ())
    return ProofSheet(proof, perfect, steps(shown), tuple(_games(proof, shown)))


def _games(proof: Proof, shown: Counterexample) -> Iterator[Game]:
    lines = (
        ("first", proof.line_as_first, shown.turn),
        ("second", proof.line_as_second, other(shown.turn)),
    )
    for moving, line, opener in lines:
        if line and not (shown.own_play and line == shown.line):
            played = steps(replace(shown, line=line, opener=opener, own_play=True))
            yield from (Game(moving, played),) if played else ()
