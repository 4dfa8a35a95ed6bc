"""Whether a function is there to be judged, and in what surroundings it is."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from grader.assignment import Assignment, FileSlot, LayerPlan
from grader.checks.bench import Bench, Setting
from grader.checks.judgement import StoppedError, told
from grader.model import Crashed, Raised, Reply, TimedOut, Verdict


def slot_of(assignment: Assignment, function: str) -> FileSlot:
    """Return the file that ``function`` belongs to.

    Raises:
        LookupError: if the assignment knows no such function: a mistake in its tests.
    """
    for slot in assignment.files:
        if function in (*slot.functions, *slot.given, *slot.optional):
            return slot
    raise LookupError(f"about({function!r}): no [[files]] of assignment.toml has this function")


def open_layer(bench: Bench, layer: LayerPlan) -> None:
    """Let pass a layer whose required functions are there.

    Raises:
        StoppedError: "skipped because …", for the first that is not.
    """
    for function in layer.requires:
        if (stop := why_not(bench, function)) is not None:
            skipped = stop.verdict is Verdict.NOT_STARTED
            verdict = Verdict.SKIPPED if skipped else stop.verdict
            reason = f"{function} is not started" if skipped else str(stop)
            text = reason if reason.startswith("skipped") else f"skipped because {reason}"
            raise StoppedError(text, verdict, blocked_by=function)


def why_not(bench: Bench, function: str) -> StoppedError | None:
    """Return why ``function`` cannot be asked, or None if it can."""
    slot = slot_of(bench.assignment, function)
    if slot.name not in bench.handed_in.names:
        return StoppedError(f"{slot.name} was not handed in", Verdict.NOT_STARTED)
    name = bench.handed_in.names[slot.name]
    if name in bench.handed_in.unreadable:
        reason = bench.handed_in.unreadable[name]
        return StoppedError(f"skipped because {name} cannot be read: {reason}", _RUNTIME)
    loading = bench.loading(slot.fixture)
    if function in loading.functions:
        unwritten = loading.functions[function]
        text = f"{function} is not written yet"
        return StoppedError(text, Verdict.NOT_STARTED) if unwritten else None
    if loading.problem is not None:
        why = told_problem(loading.problem)
        return StoppedError(
            f"skipped because {name} does not load: {why}", _verdict(loading.problem)
        )
    if function in slot.optional:
        return StoppedError(f"optional: there is no {function}", Verdict.SKIPPED)
    return StoppedError(_missing(function, name, list(loading.functions)), Verdict.NOT_STARTED)


def told_problem(problem: Reply) -> str:
    """Return in one line why a file did not load."""
    match problem:
        case Raised():
            return told(problem)
        case TimedOut(limit_s):
            return f"importing it takes more than {limit_s:g} s"
        case Crashed(reason):
            return reason
        case _:
            return "unknown"


def settings(assignment: Assignment, functions: tuple[str, ...]) -> Iterator[Setting]:
    """Yield the surroundings to judge ``functions`` in: as written, then with right helpers."""
    fixture = slot_of(assignment, functions[0]).fixture
    yield Setting(fixture)
    helpers = [h for f in functions for h in assignment.follow_through.get(f, ())]
    if helpers:
        yield Setting(fixture, tuple(dict.fromkeys(h for h in helpers if h not in functions[1:])))


def _missing(function: str, name: str, found: list[str]) -> str:
    text = f"there is no function {function} in {name}"
    folded = {other.replace("_", "").casefold(): other for other in reversed(found)}
    close = get_close_matches(function.replace("_", ""), folded, 1, 0.7)
    return f"{text}; is {folded[close[0]]} meant to be it?" if close else text


_RUNTIME = Verdict.RUNTIME_ERROR


def _verdict(problem: Reply) -> Verdict:
    match problem:
        case TimedOut():
            return Verdict.TIME_LIMIT
        case Crashed(_, verdict):
            return verdict
        case Raised("MemoryError"):
            return Verdict.MEMORY_LIMIT
        case _:
            return _RUNTIME
