"""Grade every known submission once, and let all tests look at the outcomes."""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from grader import pipeline
from grader.assignment import Assignment, load
from grader.checks.run import Conditions
from grader.model import Graded, Outcome
from grader.sandbox import levels
from tests.corpus.known import ROOT, Known, names

JOBS = 2
SLOW = "given/41_recursion_called_twice_too_slow"
SLOW_CALL_S = 0.5
CORPUS_S = 3000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the first test, which waits for the whole corpus, the time that takes."""
    for item in items:
        if "corpus" in item.path.parts:
            item.add_marker(pytest.mark.timeout(CORPUS_S))


@pytest.fixture(scope="session")
def csroom() -> Assignment:
    """The assignment, with limits that keep a hanging submission cheap."""
    found = load(ROOT / "assignments", "csroom")
    limits = replace(found.limits, call_s=4.0, load_s=4.0, deaths=2, memory_bytes=256 * 1024**2)
    return replace(found, limits=limits, opening_call_s=8.0)


def _limited(assignment: Assignment, name: str) -> Assignment:
    """Return ``assignment`` with a shorter limit for the one program that is slow on purpose."""
    if name != SLOW:
        return assignment
    return replace(assignment, limits=replace(assignment.limits, call_s=SLOW_CALL_S, deaths=2))


@pytest.fixture(scope="session")
def outcomes(csroom: Assignment) -> Mapping[str, Outcome]:
    """Every known submission graded, once for the whole run, by name."""
    conditions = Conditions(sandbox=levels.strongest())
    for name in [name for name in os.environ if name.startswith("COVERAGE_PROCESS")]:
        del os.environ[name]  # unit tests measure this code; here it is only slowed down

    def grade(name: str) -> Outcome:
        return pipeline.grade_one(_limited(csroom, name), Known(name).submission, conditions)

    with ThreadPoolExecutor(JOBS) as pool:
        return dict(zip(names(), pool.map(grade, names()), strict=True))


@pytest.fixture(scope="session")
def graded(outcomes: Mapping[str, Outcome]) -> Mapping[str, Graded]:
    """Those of :func:`outcomes` that were graded: all of them, or a test says which were not."""
    return {name: found for name, found in outcomes.items() if isinstance(found, Graded)}
