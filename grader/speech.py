"""What is said of a script, in the words of its own language.

Checks, findings and the proof speak of ``check_winner`` and ``None``; who wrote ``checkWinner``
and ``null`` is to read that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from grader.model import CheckResult, Counterexample, Example, Finding, Grade, Graded, Layer, Proof
from grader.sandbox.scripts import spellings

_CONSTANTS = {"None": "null", "True": "true", "False": "false"}

Words: TypeAlias = Mapping[str, str]


def words(functions: Iterable[str]) -> Words:
    """Return how a script spells ``functions``, and the constants of the language."""
    parts = {part for name in functions for part in name.split(".")}
    return {**_CONSTANTS, **{part: spellings(part)[0] for part in parts}}


def said(text: str, spelt: Words) -> str:
    """Return ``text`` with every whole word of ``spelt`` put its way."""
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(spelt)))})(?!\w)"
    return re.sub(pattern, lambda found: spelt[found[0]], text)


def in_script(found: Graded, spelt: Words) -> Graded:
    """Return ``found`` in the words of a script; what it handed in and printed stays as it is."""
    return replace(
        found,
        grade=_grade(found.grade, spelt),
        proof=None if found.proof is None else _proof(found.proof, spelt),
        findings=tuple(_finding(one, spelt) for one in found.findings),
    )


def _grade(grade: Grade, spelt: Words) -> Grade:
    return replace(grade, layers=tuple(_layer(layer, spelt) for layer in grade.layers))


def _layer(layer: Layer, spelt: Words) -> Layer:
    return replace(layer, checks=tuple(_check(check, spelt) for check in layer.checks))


def _check(check: CheckResult, spelt: Words) -> CheckResult:
    return replace(
        check,
        title=said(check.title, spelt),
        message=said(check.message, spelt),
        note=said(check.note, spelt),
        blocked_by=said(check.blocked_by, spelt),
        functions=tuple(said(name, spelt) for name in check.functions),
        examples=tuple(_example(example, spelt) for example in check.examples),
    )


def _example(example: Example, spelt: Words) -> Example:
    return replace(
        example,
        function=said(example.function, spelt),
        asked=said(example.asked, spelt),
        got=said(example.got, spelt),
        due=said(example.due, spelt),
    )


def _proof(proof: Proof, spelt: Words) -> Proof:
    found = proof.counterexample
    return replace(proof, counterexample=None if found is None else _counterexample(found, spelt))


def _counterexample(found: Counterexample, spelt: Words) -> Counterexample:
    return replace(found, asked=said(found.asked, spelt), said=said(found.said, spelt))


def _finding(finding: Finding, spelt: Words) -> Finding:
    return replace(
        finding,
        function=said(finding.function, spelt),
        title=said(finding.title, spelt),
        evidence=said(finding.evidence, spelt),
        advice=said(finding.advice, spelt),
    )
