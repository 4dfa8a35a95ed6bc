"""Check results to a grade: pure arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.assignment import Assignment, LayerPlan
from grader.errors import JudgeError
from grader.model import CheckResult, Grade, Layer, Verdict, Visibility


def grade(assignment: Assignment, results: Sequence[CheckResult]) -> Grade:
    """Return the points of the accepted checks, layer by layer, in the assignment's order.

    A layer of which no check ran (a student has no hidden tests) is left out.

    Raises:
        JudgeError: if a check ended in ``JUDGE_ERROR``: a fault of ours is never a low grade.
    """
    if broken := [r for r in results if r.verdict is Verdict.JUDGE_ERROR]:
        told = "; ".join(f"{r.ident}: {r.message}" for r in broken)
        raise JudgeError(f"these checks broke: {told}")
    layers = tuple(
        _layer(plan, checks)
        for plan in assignment.layers
        if (checks := tuple(r for r in results if r.layer == plan.name))
    )
    return Grade(
        score=sum((layer.score for layer in layers), Fraction(0)),
        max_score=sum((layer.max_score for layer in layers), Fraction(0)),
        bonus=sum((layer.bonus for layer in layers), Fraction(0)),
        layers=layers,
    )


def _layer(plan: LayerPlan, checks: tuple[CheckResult, ...]) -> Layer:
    seen = any(check.visibility is Visibility.VISIBLE for check in checks)
    return Layer(
        name=plan.name,
        title=plan.title,
        visibility=Visibility.VISIBLE if seen else Visibility.HIDDEN,
        score=sum((check.score for check in checks), Fraction(0)),
        max_score=sum((check.max_score for check in checks), Fraction(0)),
        bonus=sum((check.bonus for check in checks), Fraction(0)),
        checks=checks,
        standards=plan.standards,
    )
