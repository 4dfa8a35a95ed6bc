"""Whether a function is there to be judged, and in what surroundings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.checks import gate
from grader.checks.bench import Bench, HandedIn, Setting
from grader.checks.judgement import StoppedError
from grader.model import Crashed, Raised, Reply, Returned, TimedOut, Verdict
from grader.sandbox.launch import Plain

Made = Callable[..., Bench]


@pytest.fixture
def assignment(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Assignment:
    return assignment_at(tmp_path)


@pytest.fixture
def made(assignment: Assignment) -> Iterator[Made]:
    opened: list[Bench] = []

    def make(text: str = "", **more: Any) -> Bench:
        names = more.get("names", {"main.py": "mine.py"})
        handed_in = HandedIn({"mine.py": text}, names, more.get("unreadable", {}))
        opened.append(Bench(assignment, handed_in, Plain()))
        return opened[-1]

    yield make
    for bench in opened:
        bench.close()


def stop(bench: Bench, function: str = "double") -> tuple[Verdict, str]:
    found = gate.why_not(bench, function)
    assert found is not None
    return found.verdict, str(found)


def test_a_function_belongs_to_a_file(assignment: Assignment) -> None:
    for function in ("double", "helper", "extra"):
        assert gate.slot_of(assignment, function).name == "main.py"
    with pytest.raises(LookupError, match="about\\('twice'\\)"):
        gate.slot_of(assignment, "twice")


def test_a_function_that_is_written_may_be_judged(made: Made) -> None:
    assert gate.why_not(made("def double(n): return 2 * n\n"), "double") is None


def test_a_placeholder_is_not_written_yet(made: Made) -> None:
    due = (Verdict.NOT_STARTED, "double is not written yet")
    assert stop(made("def double(n): raise NotImplementedError\n")) == due


def test_a_file_that_was_not_handed_in_is_not_started(made: Made) -> None:
    assert stop(made(names={})) == (Verdict.NOT_STARTED, "main.py was not handed in")


def test_a_file_that_cannot_be_read_is_an_error(made: Made) -> None:
    verdict, text = stop(made(unreadable={"mine.py": "NUL bytes"}))
    assert (verdict, text) == (
        Verdict.RUNTIME_ERROR,
        "skipped because mine.py cannot be read: NUL bytes",
    )


def test_a_file_that_does_not_load_says_why(made: Made) -> None:
    verdict, text = stop(made("def double(:\n"))
    assert verdict is Verdict.RUNTIME_ERROR
    assert text.startswith("skipped because mine.py does not load: SyntaxError")
    assert text.endswith("(mine.py, line 1)")


def test_a_function_before_the_line_that_stops_loading_may_be_judged(made: Made) -> None:
    bench = made("def double(n): return n\ndef pick(b): return 0\n1 / 0\n")
    assert gate.why_not(bench, "double") is None


@pytest.mark.parametrize("name", ["Double", "duble", "do_uble", "doubles", "DOUBLE"])
def test_a_function_that_is_missing_is_asked_after_by_the_nearest_name(
    made: Made, name: str
) -> None:
    text = f"there is no function double in mine.py; is {name} meant to be it?"
    assert stop(made(f"def {name}(n): return n\n")) == (Verdict.NOT_STARTED, text)


def test_of_two_equally_near_names_the_first_is_asked_after(made: Made) -> None:
    _, text = stop(made("def Double(n): return n\ndef DOUBLE(n): return n\n"))
    assert text.endswith("is Double meant to be it?")


def test_a_function_that_is_missing_without_a_near_one_is_missing(made: Made) -> None:
    text = "there is no function double in mine.py"
    assert stop(made("def check_winner(b): return b\n")) == (Verdict.NOT_STARTED, text)


def test_an_extension_that_is_not_there_is_skipped(made: Made) -> None:
    assert stop(made("x = 1\n"), "extra") == (Verdict.SKIPPED, "optional: there is no extra")


@pytest.mark.parametrize(
    ("problem", "text", "verdict"),
    [
        (Raised("KeyError", "x"), "KeyError: x", Verdict.RUNTIME_ERROR),
        (Raised("MemoryError"), "MemoryError", Verdict.MEMORY_LIMIT),
        (TimedOut(2.0), "importing it takes more than 2 s", Verdict.TIME_LIMIT),
        (Crashed("it died"), "it died", Verdict.RUNTIME_ERROR),
        (Crashed("too much", Verdict.OUTPUT_LIMIT), "too much", Verdict.OUTPUT_LIMIT),
        (Returned(1), "unknown", Verdict.RUNTIME_ERROR),
    ],
)
def test_each_problem_of_loading_has_its_words_and_verdict(
    problem: Reply, text: str, verdict: Verdict
) -> None:
    assert gate.told_problem(problem) == text
    assert gate._verdict(problem) is verdict


# ---------------------------------------------------------------------------- layers


def test_a_layer_opens_when_what_it_requires_is_there(made: Made, assignment: Assignment) -> None:
    bench = made("def double(n): return n\n")
    for layer in assignment.layers:
        gate.open_layer(bench, layer)


@pytest.mark.parametrize(
    ("text", "verdict", "told"),
    [
        ("def double(n): pass\n", Verdict.SKIPPED, "skipped because double is not started"),
        ("x = 1\n", Verdict.SKIPPED, "skipped because double is not started"),
        ("1 / 0\n", Verdict.RUNTIME_ERROR, "skipped because mine.py does not load: Zero"),
    ],
)
def test_a_layer_stays_closed_and_says_why(
    made: Made, assignment: Assignment, text: str, verdict: Verdict, told: str
) -> None:
    with pytest.raises(StoppedError) as caught:
        gate.open_layer(made(text), assignment.layers[1])
    assert caught.value.verdict is verdict
    assert str(caught.value).startswith(told)
    assert caught.value.blocked_by == "double"


# ---------------------------------------------------------------------------- surroundings


def test_a_function_is_judged_as_written_and_then_with_right_helpers(
    assignment: Assignment,
) -> None:
    assert list(gate.settings(assignment, ("double",))) == [
        Setting("engine"),
        Setting("engine", ("helper",)),
    ]
    assert list(gate.settings(assignment, ("pick",))) == [Setting("engine")]


def test_a_function_that_is_judged_too_is_not_replaced(assignment: Assignment) -> None:
    found = list(gate.settings(assignment, ("double", "helper")))
    assert all("helper" not in setting.replaced for setting in found)
