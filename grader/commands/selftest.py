"""``grade.py selftest``: try an assignment's own checks on programs whose faults are known."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from grader import __version__, selftest
from grader.assignment import Assignment
from grader.commands import files
from grader.commands.batch import positive
from grader.commands.places import Places, writable
from grader.commands.terminal import bar, console, print_machine, safe_line
from grader.report import trials
from grader.sandbox import levels
from grader.selftest import Trial


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of ``selftest``."""
    parser.add_argument("assignment", nargs="?", metavar="ASSIGNMENT", help="default: the demo")
    parser.add_argument("--out", type=Path, metavar="DIR", help="default: reports/ASSIGNMENT")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--json", action="store_true", help="print machine output and nothing else")


def run(args: argparse.Namespace, places: Places) -> int:
    """Try every known program; return 0 if the checks are sound and 1 if they are not.

    Raises:
        GraderError: if the assignment or the output folder cannot be used.
    """
    screen = console(quiet=args.json)
    assignment = places.assignment(args.assignment)
    out = writable(args.out or places.reports(assignment))
    tried = _try_all(screen, assignment, args.jobs)
    problems = selftest.problems(assignment, tried)
    page = out / "selftest.html"
    files.write(page, trials.page(_table(assignment, tried, problems)))
    if args.json:
        table = {"assignment": assignment.name, "programs": len(tried), "problems": problems}
        print_machine(json.dumps(table, indent=2) + "\n")
    for problem in problems:
        screen.print(safe_line(problem, "red"))
    said = f"{len(problems)} problems" if problems else "the checks are sound"
    screen.print(f"{len(tried)} known programs, {said}. The table:\n  {page}")
    return 1 if problems else 0


def _try_all(screen: Console, assignment: Assignment, jobs: int) -> list[Trial]:
    tried: list[Trial] = []
    with bar(screen, "trying the checks", counted=True) as progress:
        for trial in selftest.trials(assignment, jobs, levels.strongest()):
            tried.append(trial)
            progress.tell(len(tried), max(len(tried), selftest.count(assignment)))
    return tried


def _table(
    assignment: Assignment, tried: Sequence[Trial], problems: Sequence[str]
) -> trials.TrialTable:
    checks = tried[0].results if tried else ()
    rows = [
        trials.Row(trial.name, {result.ident: result.verdict for result in trial.results})
        for trial in tried
    ]
    return trials.TrialTable(
        assignment=assignment.name,
        title=assignment.title,
        checks=tuple((check.ident, check.title) for check in checks),
        rows=tuple(rows),
        problems=tuple(problems),
        generated=datetime.now(UTC).isoformat(timespec="seconds"),
        version=__version__,
    )
