"""``grade.py batch``: grade a class and write its reports."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rich.console import Console
from rich.text import Text

from grader import discovery, pipeline
from grader.assignment import Assignment
from grader.checks.run import Conditions
from grader.commands import files
from grader.commands.places import Places, writable
from grader.commands.shelf import Shelf
from grader.commands.terminal import NAME_WIDTH, Bar, bar, console, print_machine, safe_line
from grader.errors import JudgeError, UsageError
from grader.model import Graded, Missing, Outcome, Submission, Ungraded
from grader.report import results
from grader.report.numbers import points
from grader.report.view import first_fault, person
from grader.sandbox import launch, levels

INTERRUPTED = 130
_SAID = {
    launch.CONFINED: "confined: they read Python's own library, write nothing, reach nobody",
    launch.NO_OPEN: "confined: they can open no file at all, and reach nobody (confined-noopen)",
    launch.LIMITED: "only limited in time, memory and output: their code is NOT confined",
    launch.PLAIN: "only limited in time and output: their code is NOT confined",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of ``batch``."""
    parser.add_argument("assignment", nargs="?", metavar="ASSIGNMENT", help="default: the demo")
    parser.add_argument("submissions", nargs="?", type=Path, metavar="SUBMISSIONS")
    parser.add_argument("--out", type=Path, metavar="DIR", help="default: reports/ASSIGNMENT")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument(
        "--sandbox",
        choices=("require", "best-effort"),
        default="require",
        help="require: refuse to grade where submissions cannot be confined (default)",
    )
    parser.add_argument(
        "--no-accelerate",
        action="store_true",
        help="ask every question plainly: no function may remember what it answered",
    )
    parser.add_argument(
        "--cluster",
        type=cluster,
        metavar="ADDRESS",
        help="grade on a Dask cluster: its scheduler's address, or local:N for N processes here",
    )
    parser.add_argument("--json", action="store_true", help="print results.json and nothing else")


def run(args: argparse.Namespace, places: Places) -> int:
    """Grade every submission, write the reports, and return the exit code.

    Raises:
        GraderError: if the assignment, the submissions or the output folder cannot be used.
    """
    screen = console(quiet=args.json)
    assignment = places.assignment(args.assignment)
    found = discovery.discover(
        args.submissions or places.submissions(assignment), assignment.sources
    )
    out = writable(args.out or places.reports(assignment))
    with Shelf() as outcomes:
        with _grading(screen, args, assignment, found) as grading:
            screen.print(
                f"Grading {len(found)} submissions of {assignment.name} ({assignment.title})"
            )
            kinds = _gather(screen, grading, len(found), outcomes)
        view = files.class_report(assignment, outcomes)
        page = files.write_class(view, out)
        _close(screen, kinds, page)
        if args.json:
            for part in results.parts(view):
                print_machine(part)
    if kinds.total() < len(found):
        return INTERRUPTED
    return JudgeError.exit_code if kinds[Ungraded] else 0


def _level(wanted: str) -> str:
    """Return the strongest level of this machine.

    Raises:
        UsageError: if it is too weak and a strong one is required.
    """
    level = levels.strongest()
    if wanted == "require" and level not in levels.STRONG:
        text = f"this machine can only reach {level!r}, and student code would run unconfined"
        more = "see grade.py doctor, or accept it with --sandbox best-effort"
        raise UsageError(f"{text}; {more}")
    return level


@contextmanager
def _grading(
    screen: Console,
    args: argparse.Namespace,
    assignment: Assignment,
    found: Iterable[Submission | Missing],
) -> Iterator[Iterator[Outcome]]:
    """Say how far submissions are confined, and yield the outcomes of ``found`` as they come.

    Raises:
        UsageError: if that is not far enough, or there is no such cluster.
    """
    accelerate = not args.no_accelerate
    if args.cluster is None:
        level = _level(args.sandbox)
        screen.print(f"Submissions are {_SAID[level]}.")
        conditions = Conditions(sandbox=level, accelerate=accelerate)
        yield pipeline.grade_all(assignment, found, args.jobs, conditions)
        return
    require = args.sandbox == "require"
    join = _crews().join
    with join(args.cluster, assignment, require=require, accelerate=accelerate) as joined:
        for level in sorted(joined.levels):
            screen.print(f"Submissions on the cluster are {_SAID[level]}.")
        yield pipeline.graded_by(joined.crew, found)


def _crews() -> ModuleType:
    """Return what needs Dask, which is not loaded unless it is asked for.

    Raises:
        UsageError: if it is not installed.
    """
    try:
        return import_module("grader.cluster.crews")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in {"dask", "distributed"}:
            raise
        hint = 'python -m pip install -e ".[cluster]"'
        raise UsageError(f"--cluster needs Dask distributed: {hint}") from error


def _gather(
    screen: Console, grading: Iterable[Outcome], count: int, shelf: Shelf
) -> Counter[type[Outcome]]:
    """Put the outcomes there are on ``shelf``, and return how many are of which kind.

    They are fewer than ``count`` if a person interrupts.
    """
    kinds: Counter[type[Outcome]] = Counter()
    with bar(screen, "grading", counted=True) as progress:
        progress.tell(0, count)
        try:
            for outcome in grading:
                shelf.add(outcome)
                kinds[type(outcome)] += 1
                _tell(screen, outcome, progress, kinds.total(), count)
        except KeyboardInterrupt:
            screen.print(f"Interrupted: {len(shelf)} of {count} are graded and kept.")
    return kinds


def _tell(screen: Console, outcome: Outcome, progress: Bar, done: int, of: int) -> None:
    name = safe_line(person(outcome).name, limit=NAME_WIDTH)
    name.pad_right(max(0, NAME_WIDTH - len(name)))
    screen.print(Text.assemble(name, "  ", _summary(outcome)))
    progress.tell(done, of)


def _summary(outcome: Outcome) -> Text:
    if not isinstance(outcome, Graded):
        kind = "missing" if isinstance(outcome, Missing) else "not graded"
        return safe_line(f"{kind}: {outcome.reason}", "bold red", limit=300)
    grade, fault = outcome.grade, first_fault(outcome)
    score = f"{points(grade.score):>5} of {points(grade.max_score)}"
    bonus = f" +{points(grade.bonus)}" if grade.bonus else ""
    return Text.assemble(score, bonus, "  ", safe_line(fault.title if fault else "", "dim"))


def _close(screen: Console, kinds: Counter[type[Outcome]], page: Path) -> None:
    screen.print(f"\n{kinds[Graded]} of {kinds.total()} graded. The report:")
    screen.print(f"  {page}")


def positive(text: str) -> int:
    """Return the number of jobs that ``text`` is, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of jobs: 1 or more")
    return int(text)


def cluster(text: str) -> str:
    """Return the address that ``text`` is, for argparse."""
    if text.startswith("local:"):
        positive(text.removeprefix("local:"))
    return text
