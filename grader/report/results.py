"""``results.json``: every outcome for other programs; ``docs/results.schema.json`` describes it.

The text is ASCII: what is no ASCII is escaped, terminal and bidi controls with it. Students'
words are otherwise kept as they are, for names must match those of other systems.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from grader.model import (
    CheckResult,
    Counterexample,
    Example,
    Finding,
    Graded,
    Layer,
    Missing,
    Outcome,
    Proof,
)
from grader.report.hostile import encodable
from grader.report.numbers import DECIMALS, rounded
from grader.report.view import ClassReport, person

SCHEMA = "minimax-grader/results/1"
OUTPUT_LIMIT_BYTES = 64 * 1024


def render(view: ClassReport) -> str:
    """Return ``results.json`` for ``view``; points and seconds are rounded to two decimals."""
    return "".join(parts(view))


def parts(view: ClassReport) -> Iterator[str]:
    """Yield ``results.json`` for ``view`` piece by piece, a submission at a time."""
    table = {
        "schema": SCHEMA,
        "assignment": view.assignment,
        "title": view.title,
        "grader": view.version,
        "generated": view.generated,
        "sandbox": view.sandbox,
        "max_score": rounded(view.max_score),
        "submissions": [],
    }
    empty = json.dumps(_encodable(table), indent=2)
    yield empty.removesuffix("]\n}")
    between = "\n"
    for outcome in view.outcomes:
        text = json.dumps(_encodable(_submission(view, outcome)), indent=2)
        yield f"{between}{text}".replace("\n", "\n    ")
        between = ",\n"
    yield "]\n}\n" if between == "\n" else "\n  ]\n}\n"


def _submission(view: ClassReport, outcome: Outcome) -> dict[str, Any]:
    who = person(outcome)
    head = {"student": who.name, "source": who.origin}
    if isinstance(outcome, Graded):
        return head | {"outcome": "graded"} | _graded(outcome)
    kind = "missing" if isinstance(outcome, Missing) else "ungraded"
    return head | {
        "outcome": kind,
        "reason": outcome.reason,
        "score": None,
        "max_score": rounded(view.max_score),
    }


def _graded(graded: Graded) -> dict[str, Any]:
    return {
        "score": rounded(graded.grade.score),
        "max_score": rounded(graded.grade.max_score),
        "bonus": rounded(graded.grade.bonus),
        "layers": [_layer(layer) for layer in graded.grade.layers],
        "proof": None if graded.proof is None else _proof(graded.proof),
        "findings": [_finding(finding) for finding in graded.findings],
        "notes": list(graded.notes),
        "output": _head(graded.output),
        "seconds": round(graded.seconds, DECIMALS),
    }


def _layer(layer: Layer) -> dict[str, Any]:
    return {
        "name": layer.name,
        "title": layer.title,
        "visibility": layer.visibility.value,
        "score": rounded(layer.score),
        "max_score": rounded(layer.max_score),
        "bonus": rounded(layer.bonus),
        "standards": list(layer.standards),
        "checks": [_check(check) for check in layer.checks],
    }


def _check(check: CheckResult) -> dict[str, Any]:
    return {
        "id": check.ident,
        "title": check.title,
        "verdict": check.verdict.value,
        "visibility": check.visibility.value,
        "score": rounded(check.score),
        "max_score": rounded(check.max_score),
        "bonus": rounded(check.bonus),
        "message": check.message,
        "note": check.note,
        "examples": [_example(example) for example in check.examples],
    }


def _example(example: Example) -> dict[str, Any]:
    return {
        "function": example.function,
        "board": example.board,
        "asked": example.asked,
        "got": example.got,
        "due": example.due,
        "answer": example.answer,
        "right": list(example.right),
    }


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "positions": proof.positions,
        "asked": proof.asked,
        "optimal": proof.optimal,
        "illegal": proof.illegal,
        "errors": proof.errors,
        "no_answer": proof.no_answer,
        "loses_value": proof.loses_value,
        "thrown_wins": proof.thrown_wins,
        "thrown_draws": proof.thrown_draws,
        "slow_wins": proof.slow_wins,
        "hasty_losses": proof.hasty_losses,
        "contested": proof.contested,
        "contested_kept": proof.contested_kept,
        "beatable": _sides(proof.beatable_as_first, proof.beatable_as_second),
        "forfeits": _sides(proof.forfeits_as_first, proof.forfeits_as_second),
        "choice": proof.choice,
        "history_dependent": proof.history_dependent,
        "changed_its_argument": proof.changed_its_argument,
        "accelerated": proof.accelerated,
        "counterexample": _counterexample(proof.counterexample),
    }


def _sides(first: bool, second: bool) -> dict[str, bool]:  # noqa: FBT001  # a pair, in its order
    return {"as_first": first, "as_second": second}


def _counterexample(shown: Counterexample | None) -> dict[str, Any] | None:
    if shown is None:
        return None
    return {
        "board": shown.board,
        "answer": shown.answer,
        "said": shown.said,
        "right": list(shown.right),
        "line": list(shown.line),
        "opener": shown.opener,
        "own_play": shown.own_play,
        "result": shown.outcome,
        "asked": shown.asked,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "slug": finding.slug,
        "function": finding.function,
        "certain": finding.certain,
        "title": finding.title,
        "evidence": finding.evidence,
        "advice": finding.advice,
        "board": finding.board,
        "harmless": finding.harmless,
        "candidates": list(finding.candidates),
        "gain": rounded(finding.gain),
    }


def _head(text: str) -> str:
    """Return the first 64 KiB of ``text``, as UTF-8, cut between characters."""
    return encodable(text).encode()[:OUTPUT_LIMIT_BYTES].decode(errors="ignore")


def _encodable(value: Any) -> Any:
    """Return ``value`` with lone surrogates in any text spelled out: strict readers refuse them."""
    match value:
        case str():
            return encodable(value)
        case list():
            return [_encodable(item) for item in value]
        case dict():
            return {key: _encodable(item) for key, item in value.items()}
        case _:
            return value
