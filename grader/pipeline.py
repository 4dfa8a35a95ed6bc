"""The whole flow, top to bottom; every arrow of docs/architecture.md is one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import replace
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


def grade_all(
    assignment: Assignment,
    submissions: Sequence[Submission | Missing],
    jobs: int,
    conditions: Conditions = Conditions(),  # noqa: B008 - frozen
) -> Iterator[Outcome]:
    """Grade ``submissions``, ``jobs`` at a time, and yield each outcome as it is there."""
    with workers(jobs) as (threads, runner):
        one_job = partial(grade_one, assignment, conditions=replace(conditions, runner=runner))
        waiting = [threads.submit(one_job, one) for one in submissions]
        for done in as_completed(waiting):
            yield done.result()
