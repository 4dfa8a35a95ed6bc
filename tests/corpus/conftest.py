"""Grade every known submission once, and let all tests look at the outcomes."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from grader import pipeline
from grader.assignment import Assignment, load
from grader.model import Graded, Outcome
from tests.corpus.known import ROOT, Known, names

JOBS = 2


@pytest.fixture(scope="session")
def csroom() -> Assignment:
    """The assignment, with limits that keep a hanging submission cheap."""
    found = load(ROOT / "assignments", "csroom")
    limits = replace(found.limits, call_s=4.0, load_s=4.0, deaths=2, memory_bytes=256 * 1024**2)
    return replace(found, limits=limits, opening_call_s=8.0)


@pytest.fixture(scope="session")
def outcomes(csroom: Assignment) -> Mapping[str, Outcome]:
    """Every known submission graded, once for the whole run, by name."""
    submissions = [Known(name).submission for name in names()]
    graded = pipeline.grade_all(csroom, submissions, JOBS)
    return {outcome.submission.student: outcome for outcome in graded}  # type: ignore[union-attr]


@pytest.fixture(scope="session")
def graded(outcomes: Mapping[str, Outcome]) -> Mapping[str, Graded]:
    """Those of :func:`outcomes` that were graded: all of them, or a test says which were not."""
    return {name: found for name, found in outcomes.items() if isinstance(found, Graded)}
