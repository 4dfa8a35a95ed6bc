"""Try an assignment's own checks on programs whose faults are known.

Sound programs must earn full marks and each faulty one must be caught, in a layer that is about
the function it is wrong in; nothing may be earned by a constant or an empty file; every check
must be able to fail; and the points must add up. Whatever does not hold is a problem, in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from textwrap import indent

from grader.assignment import Assignment
from grader.catalogue.book import UNKNOWN, programs
from grader.catalogue.engines import ANSWERS_WHEN_OVER, Known
from grader.checks.pool import workers
from grader.checks.run import PROOF, SUITES, Conditions, run_checks
from grader.errors import JudgeError
from grader.model import CheckResult, Submission, Verdict

SOLUTION = "solution"
CONSTANTS = ("None", "True", "False", "0")
EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Trial:
    """The checks as run on one known program.

    Attributes:
        name: ``solution``, ``right/…``, ``ROLE/FAULT``, ``constant/…`` or ``empty``.
        function: the function it is wrong in, or ``""``.
        broken: why the checks did not run to their end, or ``""``.
    """

    name: str
    function: str
    results: tuple[CheckResult, ...]
    broken: str = ""

    @property
    def sound(self) -> bool:
        """Whether it must earn full marks."""
        return self.name == SOLUTION or self.name.startswith("right/")

    @property
    def lost(self) -> tuple[CheckResult, ...]:
        """The checks that lost points or, where they have none, were not accepted."""
        return tuple(r for r in self.results if _is_lost(r))


def count(assignment: Assignment) -> int:
    """Return how many known programs :func:`trials` tries."""
    return 1 + len(_puppets(assignment)) + 1 + len(CONSTANTS)


def trials(assignment: Assignment, jobs: int, sandbox: str) -> Iterator[Trial]:
    """Yield a trial of every known program, ``jobs`` at a time, in a fixed order."""
    with workers(jobs) as (threads, runner):
        solution = _solution(assignment)
        plain = Conditions(sandbox=sandbox, runner=runner)
        waiting = [threads.submit(_try, assignment, SOLUTION, "", solution, plain)]
        for one in _puppets(assignment):
            function = "" if one.sound else assignment.advice.roles[one.role].function
            conditions = replace(plain, suites=_suites(one), puppet=one.name)
            job = (assignment, one.name, function, solution, conditions)
            waiting.append(threads.submit(_try, *job))
        for name, files in _worthless(assignment):
            waiting.append(threads.submit(_try, assignment, name, "", files, plain))
        for trial in waiting:
            yield trial.result()


def problems(assignment: Assignment, tried: Sequence[Trial]) -> list[str]:
    """Return all that is wrong with the checks, in words; an empty list is the proof."""
    broken = [f"{trial.name}: {trial.broken}" for trial in tried if trial.broken]
    if broken:
        return broken
    return [
        *_points(assignment, tried[0].results),
        *(text for trial in tried if trial.sound for text in _refused(trial)),
        *(text for trial in tried if trial.function for text in _missed(trial)),
        *(text for trial in tried if _is_worthless(trial) for text in _given_away(trial)),
        *_cannot_fail(tried),
    ]


# ---------------------------------------------------------------------------- programs


def _suites(program: Known) -> tuple[str, ...]:
    """Return the tests to try on ``program``: its play is proved only if it may differ."""
    plays_right = program.role not in {"", "decide"}
    return tuple(suite for suite in SUITES if not (plays_right and suite == PROOF))


def _puppets(assignment: Assignment) -> list[Known]:
    """Return the programs of the catalogue that this assignment has a function for."""
    roles = assignment.advice.roles
    if not roles:
        return []
    found = programs(assignment.match).values()
    skipped = "" if assignment.questions.refuses else ANSWERS_WHEN_OVER
    return [p for p in found if (not p.role or p.role in roles) and p.name != skipped]


def _solution(assignment: Assignment) -> dict[str, str]:
    folder = assignment.folder / "solution"
    return {slot.name: _read(folder / slot.name) for slot in assignment.files}


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _worthless(assignment: Assignment) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield programs that must earn nothing: one answer to everything, or no functions at all."""
    yield EMPTY, {slot.name: "" for slot in assignment.files}
    for value in CONSTANTS:
        yield (
            f"constant/{value}",
            {
                slot.name: "".join(_constant(function, value) for function in slot.functions)
                for slot in assignment.files
            },
        )


def _constant(function: str, value: str) -> str:
    """Return the source of a function, or of a class with one method, that has one answer."""
    first, _, method = function.partition(".")
    body = f"def {method or first}(*arguments):\n    return {value}\n"
    if not method:
        return f"{body}\n\n"
    methods = f"def __init__(*arguments):\n    pass\n\n{body}"
    return f"class {first}(globals().get('{first}', object)):\n{indent(methods, '    ')}\n\n"


def _try(
    assignment: Assignment, name: str, function: str, files: dict[str, str], conditions: Conditions
) -> Trial:
    submission = Submission(name, name, name, files)
    try:
        found = run_checks(assignment, submission, {file: file for file in files}, conditions)
    except JudgeError as error:
        return Trial(name, function, (), str(error))
    ours = [r for r in found.results if r.verdict is Verdict.JUDGE_ERROR]
    broken = f"{ours[0].ident} breaks: {ours[0].message}" if ours else ""
    unplayed = _unplayed(assignment) if conditions.puppet else frozenset()
    results = tuple(
        r for r in found.results if not unplayed & {r.functions[0]} and UNKNOWN not in r.message
    )
    return Trial(name, function, results, broken)


def _unplayed(assignment: Assignment) -> frozenset[str]:
    """Return the functions that no program of the catalogue has: those without a role."""
    slot = assignment.slot(assignment.questions.fixture)
    played = {role.function for role in assignment.advice.roles.values()}
    return frozenset({*slot.functions, *slot.given, *slot.optional} - played)


# ---------------------------------------------------------------------------- judging the judge


def _is_lost(result: CheckResult) -> bool:
    if result.max_score:
        return result.score < result.max_score
    return result.verdict not in {Verdict.ACCEPTED, Verdict.SKIPPED}


def _is_worthless(trial: Trial) -> bool:
    return trial.name == EMPTY or trial.name.startswith("constant/")


def _points(assignment: Assignment, results: Iterable[CheckResult]) -> Iterator[str]:
    sums: Counter[str] = Counter()
    for result in results:
        sums[result.layer] += result.max_score  # type: ignore[assignment] # exact fractions
    for layer in assignment.layers:
        if Fraction(sums[layer.name]) != layer.points:
            said, counted = float(layer.points), float(sums[layer.name])
            yield f"layer {layer.name} says {said:g} points; its checks come to {counted:g}"


def _refused(trial: Trial) -> Iterator[str]:
    for result in trial.lost:
        if result.max_score:
            yield f"{result.ident} refuses the sound program {trial.name}: {result.message}"


def _missed(trial: Trial) -> Iterator[str]:
    lost = [r for r in trial.lost if r.max_score]
    if not lost:
        yield f"the faulty program {trial.name} loses no points"
    elif not any(trial.function in r.functions for r in trial.results if r.layer == lost[0].layer):
        yield f"{trial.name} is wrong in {trial.function}, and {lost[0].ident} is lost first"


def _given_away(trial: Trial) -> Iterator[str]:
    for result in trial.results:
        if result.verdict is Verdict.ACCEPTED:
            yield f"{result.ident} accepts the program {trial.name}"


def _cannot_fail(tried: Sequence[Trial]) -> Iterator[str]:
    """Yield the checks that no faulty program fails; of other files, that no constant does."""
    faulty = {r.ident for trial in tried if trial.function for r in trial.lost}
    about = {trial.function for trial in tried if trial.function}
    constant = {
        r.ident for trial in tried if trial.name.startswith("constant/") for r in trial.lost
    }
    played = {r.ident for trial in tried if trial.function for r in trial.results}
    for result in tried[0].results:
        known = about & set(result.functions) and (result.ident in played or not played)
        could = faulty if known else constant
        if result.max_score and result.ident not in could:
            yield f"no faulty program fails {result.ident}"
