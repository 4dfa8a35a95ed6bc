"""``grade.py check``: one student's own look before handing in: visible tests and the proof."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader import discovery, pipeline
from grader.assignment import Assignment
from grader.checks.run import Conditions
from grader.commands import files
from grader.commands.places import Places, writable
from grader.commands.terminal import bar, console, print_machine, safe, safe_line
from grader.errors import JudgeError
from grader.model import CheckResult, Finding, Graded, Layer, Outcome, Proof, Verdict
from grader.report import results
from grader.report.numbers import points
from grader.report.view import first_fault
from grader.sandbox import levels

SUITES = ("visible", "proof")
_SIGNS = {
    Verdict.ACCEPTED: ("ok  ", "green"),
    Verdict.NOT_STARTED: ("todo", "yellow"),
    Verdict.SKIPPED: ("skip", "dim"),
}
_OTHER_SIGN = ("miss", "red")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of ``check``."""
    parser.add_argument("path", nargs="?", type=Path, default=Path(), metavar="PATH")
    parser.add_argument("--assignment", metavar="NAME", help="default: the demo")
    parser.add_argument("--out", type=Path, metavar="DIR", help="also write page, JUnit and JSON")
    parser.add_argument("--json", action="store_true", help="print results.json and nothing else")


def run(args: argparse.Namespace, places: Places) -> int:
    """Check one submission, tell what to do next, and return the exit code.

    Raises:
        GraderError: if the assignment or the submission cannot be used.
    """
    screen = console(quiet=args.json)
    assignment = places.assignment(args.assignment)
    submission = discovery.single(args.path, assignment.sources)
    out = writable(args.out) if args.out else None
    named = args.path.name if args.path.is_file() else ""
    with bar(screen, "playing every position", counted=False) as progress:
        conditions = Conditions(SUITES, levels.strongest(), progress.tell)
        outcome = pipeline.grade_one(assignment, submission, conditions, named)
    view = files.class_report(assignment, [outcome])
    page = files.write_student(view, out) if out else None
    _show(screen, assignment, outcome, page)
    if args.json:
        print_machine(results.render(view))
    elif isinstance(outcome, Graded):
        _score_line(screen, assignment, outcome)
    return _exit_code(outcome)


def _exit_code(outcome: Outcome) -> int:
    if not isinstance(outcome, Graded):
        return JudgeError.exit_code
    return 0 if outcome.grade.score == outcome.grade.max_score else 1


def _show(screen: Console, assignment: Assignment, outcome: Outcome, page: Path | None) -> None:
    screen.print(Text(assignment.title, "bold"))
    if not isinstance(outcome, Graded):
        screen.print(
            safe(f"The grader could not judge this, which is not your fault: {outcome.reason}")
        )
        return
    for note in outcome.notes:
        screen.print(safe_line(f"note: {note}", "dim"))
    for layer in outcome.grade.layers:
        _show_layer(screen, layer)
    if outcome.proof is not None and outcome.proof.optimal:
        screen.print(_proof(outcome.proof))
    if (fault := first_fault(outcome)) is not None:
        _show_next(screen, fault)
    for remark in (finding for finding in outcome.findings if finding.harmless):
        screen.print()
        text = f"Good to know: {remark.title}. {remark.evidence} {remark.advice}"
        screen.print(safe_line(text))
    grade = outcome.grade
    screen.print(
        f"\n{points(grade.score)} of the {points(grade.max_score)} points that you can see."
    )
    if page is not None:
        screen.print(f"Report: {page}")


def _show_layer(screen: Console, layer: Layer) -> None:
    if not layer.max_score:
        return
    screen.print()
    head = f"{layer.title} ({points(layer.score)} of {points(layer.max_score)} points)"
    screen.print(safe_line(head, "bold"))
    waiting = [check for check in layer.checks if check.verdict is Verdict.SKIPPED]
    if len(waiting) == len(layer.checks):
        screen.print(Text.assemble("  skip  ", safe_line(waiting[0].message), style="dim"))
        return
    said = ""
    for check in layer.checks:
        _show_check(screen, check, said)
        said = check.message


def _show_check(screen: Console, check: CheckResult, said: str) -> None:
    """Show one check; its message only if it is not what was ``said`` just before."""
    sign, style = _SIGNS.get(check.verdict, _OTHER_SIGN)
    screen.print(Text.assemble("  ", (sign, style), "  ", safe_line(check.title)))
    if check.verdict not in {Verdict.ACCEPTED, Verdict.NOT_STARTED} and check.message != said:
        screen.print(Text.assemble("        ", safe_line(check.message, "dim")))
    if check.note:
        screen.print(Text.assemble("        ", safe_line(check.note, "dim")))


def _show_next(screen: Console, finding: Finding) -> None:
    screen.print()
    screen.print(safe_line(f"Do this next: {finding.title}.", "bold"))
    screen.print(safe(f"  {finding.evidence}"))
    for row in range(0, len(finding.board), 3):
        screen.print(f"      {' '.join(finding.board[row : row + 3])}")
    if finding.candidates:
        causes = ", or ".join(name.replace("-", " ") for name in finding.candidates)
        screen.print(safe(f"  What could be behind it: {causes}."))
    screen.print(safe(f"  {finding.advice}"))
    if finding.gain:
        screen.print(f"  Putting it right is worth up to {points(finding.gain)} points.")


def _proof(proof: Proof) -> Text:
    kept, of = proof.optimal, proof.positions
    if kept == of:
        return Text(
            f"\nProved: it keeps the result on all {of:,} boards it can meet.", "bold green"
        )
    game = proof.counterexample
    text = f"\nOf the {of:,} boards it can meet, it keeps the result on {kept:,}."
    if game is not None and game.own_play:
        line = ", ".join(
            f"{mark} {square}"
            for square, mark in zip(game.line, (game.opener, _other(game.opener)) * 9, strict=False)
        )
        text += f"\nThis game beats it: {line}: {game.outcome}."
    if game is not None and game.asked:
        right = " or ".join(map(str, game.right))
        text += f"\nTry it: {game.asked} answers {game.said}; right: {right}."
    return Text(text)


def _other(mark: str) -> str:
    return "O" if mark == "X" else "X"


def _score_line(screen: Console, assignment: Assignment, outcome: Graded) -> None:
    """Print the bare ``passed/total`` that a course's gradebook reads, if it asks for it."""
    wanted = assignment.score_line
    if wanted is None or not os.environ.get(wanted.variable):
        return
    checks = [
        c for layer in outcome.grade.layers if layer.name in wanted.layers for c in layer.checks
    ]
    passed = sum(check.verdict is Verdict.ACCEPTED for check in checks)
    screen.print(f"{passed}/{len(checks)}")
