"""The whole flow, top to bottom; every arrow of docs/architecture.md is one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from functools import partial

from grader.assignment import Assignment
from grader.checks.pool import workers
from grader.checks.run import Conditions, run_checks
from grader.diagnosis import diagnose
from grader.errors import ConfigError, JudgeError
from grader.grading import grade
from grader.locate import locate
from grader.model import Graded, Missing, Outcome, Submission, Ungraded
from grader.sandbox import scripts
from grader.speech import in_script, words

OnOutcome = Callable[[Outcome], None]


def grade_one(
    assignment: Assignment,
    submission: Submission | Missing,
    conditions: Conditions = Conditions(),  # noqa: B008 - frozen
    named: str = "",
) -> Outcome:
    """Return the grade and findings of one submission, or why there is none.

    ``named`` is the one file a person asked to have graded, if any.
    """
    if isinstance(submission, Missing):
        return submission
    available = submission.files.keys() | submission.unreadable.keys()
    wanted = [slot.name for slot in assignment.files]
    located = locate(available, wanted, named, assignment.also)
    try:
        found = run_checks(assignment, submission, located.names, conditions)
        graded = Graded(
            submission=submission,
            grade=grade(assignment, found.results),
            proof=found.proof,
            findings=diagnose(found, assignment.advice),
            notes=(*submission.notes, *located.notes),
            output=found.output,
            sandbox=found.sandbox,
            seconds=found.seconds,
        )
        is_script = any(map(scripts.is_script, located.names.values()))
        return in_script(graded, words(assignment.functions)) if is_script else graded
    except ConfigError:
        raise
    except JudgeError as error:
        return Ungraded(submission, str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, it must not stop a class
        return Ungraded(submission, f"{type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class Crew:
    """Who grades a class.

    Attributes:
        executor: what runs ``work``, here or elsewhere.
        work: grades one submission.
        waiting: says how many submissions to have in its hands now; what bounds our memory.
    """

    executor: Executor
    work: Callable[[Submission], Outcome]
    waiting: Callable[[], int]


def grade_all(
    assignment: Assignment,
    submissions: Iterable[Submission | Missing],
    jobs: int,
    conditions: Conditions = Conditions(),  # noqa: B008 - frozen
) -> Iterator[Outcome]:
    """Grade ``submissions``, ``jobs`` at a time, and yield each outcome as it is there."""
    with workers(jobs) as (threads, runner):
        work = partial(grade_one, assignment, conditions=replace(conditions, runner=runner))
        yield from graded_by(Crew(threads, work, lambda: 2 * jobs), submissions)


def graded_by(crew: Crew, submissions: Iterable[Submission | Missing]) -> Iterator[Outcome]:
    """Have ``submissions`` graded by ``crew``, and yield each outcome as it is there.

    Submissions are taken up, and outcomes let go of, as the work goes on.

    Raises:
        ConfigError: if the assignment cannot be graded with.
    """
    given: dict[Future[Outcome], Submission] = {}
    try:
        for one in submissions:
            if isinstance(one, Missing):
                yield one
                continue
            given[crew.executor.submit(crew.work, one)] = one
            while len(given) >= max(1, crew.waiting()):
                yield from _ready(given)
        while given:
            yield from _ready(given)
    finally:
        for future in given:
            future.cancel()


def _ready(given: dict[Future[Outcome], Submission]) -> Iterator[Outcome]:
    """Wait for at least one of ``given``; take out what is there, and yield it."""
    done, _ = wait(given, return_when=FIRST_COMPLETED)
    for future in done:
        yield _outcome(future, given.pop(future))


def _outcome(future: Future[Outcome], submission: Submission) -> Outcome:
    try:
        return future.result()
    except JudgeError as error:  # the crew lost it, and no grade is known
        return Ungraded(submission, str(error))
