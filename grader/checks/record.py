"""What crosses from the pytest process back to ours, as JSON and back to values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from grader.model import CheckResult, Counterexample, Example, Proof, Verdict, Visibility


def write_proof(proof: Proof | None) -> dict[str, Any] | None:
    """Return ``proof`` in JSON terms; the inverse of :func:`read_proof`."""
    return None if proof is None else asdict(proof)


def read_proof(raw: Mapping[str, Any] | None) -> Proof | None:
    """Return the proof written as ``raw``."""
    if raw is None:
        return None
    found = raw["counterexample"]
    if found is not None:
        lists = {"right": tuple(found["right"]), "line": tuple(found["line"])}
        found = Counterexample(**{**found, **lists})
    lines = {key: tuple(raw[key]) for key in ("line_as_first", "line_as_second")}
    return Proof(**{**raw, **lines, "counterexample": found})


def write_check(check: CheckResult) -> dict[str, Any]:
    """Return ``check`` in JSON terms; the inverse of :func:`read_check`."""
    points = {key: str(getattr(check, key)) for key in ("score", "max_score", "bonus")}
    enums = {"visibility": check.visibility.value, "verdict": check.verdict.value}
    return {**asdict(check), **points, **enums}


def read_check(raw: Mapping[str, Any]) -> CheckResult:
    """Return the check written as ``raw``."""
    points = {key: Fraction(raw[key]) for key in ("score", "max_score", "bonus")}
    enums = {"visibility": Visibility(raw["visibility"]), "verdict": Verdict(raw["verdict"])}
    examples = tuple(Example(**{**e, "right": tuple(e["right"])}) for e in raw["examples"])
    functions = tuple(raw["functions"])
    return CheckResult(**{**raw, **points, **enums, "functions": functions, "examples": examples})
