"""Grade known submissions, with limits that keep a hanging one cheap."""

import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

from grader import pipeline
from grader.assignment import Assignment, load
from grader.checks.pool import pool
from grader.checks.run import Conditions
from grader.model import Outcome
from grader.sandbox import levels
from tests.corpus.known import ROOT, Known

JOBS = 3  # some only wait for their time limit
SLOW = "given/41_recursion_called_twice_too_slow"
SLOW_CALL_S = 0.5


def assignment() -> Assignment:
    """Return csroom with short limits."""
    found = load(ROOT / "assignments", "csroom")
    limits = replace(found.limits, call_s=6.0, load_s=6.0, deaths=2, memory_bytes=256 * 1024**2)
    return replace(found, limits=limits, opening_call_s=60.0)


def grade_all(csroom: Assignment, names: Sequence[str]) -> Mapping[str, Outcome]:
    """Return the outcome of each known submission, by name, at the strongest level there is."""
    waiting_first = sorted(names, key=lambda name: not name.startswith("odd/"))
    with unmeasured(), pool() as runner, ThreadPoolExecutor(JOBS) as threads:
        conditions = Conditions(sandbox=levels.strongest(), runner=runner)

        def grade(name: str) -> Outcome:
            plainly = replace(conditions, accelerate=name != SLOW)
            return pipeline.grade_one(_limited(csroom, name), Known(name).submission, plainly)

        return dict(zip(waiting_first, threads.map(grade, waiting_first), strict=True))


def grade_accelerated(csroom: Assignment, name: str) -> Outcome:
    """Return the outcome of one known submission within the assignment's own limits."""
    conditions = Conditions(sandbox=levels.strongest())
    return pipeline.grade_one(csroom, Known(name).submission, conditions)


def _limited(csroom: Assignment, name: str) -> Assignment:
    """Return ``csroom`` with a shorter limit for the one program that is slow on purpose.

    It is asked plainly, so that it does meet the limit.
    """
    if name != SLOW:
        return csroom
    return replace(csroom, limits=replace(csroom.limits, call_s=SLOW_CALL_S, deaths=2))


@contextmanager
def unmeasured() -> Iterator[None]:
    """Keep coverage out of processes and threads meanwhile: unit tests measure, here it slows."""
    kept = {n: v for n, v in os.environ.items() if n.startswith("COVERAGE_PROCESS")}
    trace = threading.gettrace()
    for name in kept:
        del os.environ[name]
    threading.settrace(None)  # type: ignore[arg-type] # as it is before anything traces
    try:
        yield
    finally:
        threading.settrace(trace)  # type: ignore[arg-type] # what it was
        os.environ.update(kept)
