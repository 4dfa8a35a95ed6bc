"""Each question is put once, in the surroundings it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.checks.bench import AGAIN, PLAY, Bench, HandedIn, Setting
from grader.model import Returned, Sheet
from grader.sandbox import wire
from grader.sandbox.launch import Plain
from reference.board import after, opening

COUNTS = """
calls = 0
print("loaded")
def double(n):
    global calls
    calls += 1
    return calls
def helper(n): return "own"
def pick(n): return helper(n)
"""
PLAIN = Setting("engine")


@pytest.fixture
def bench(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Iterator[Bench]:
    made = assignment_at(tmp_path, {"standins/main.py": "def helper(n): return 'right'\n"})
    handed_in = HandedIn({"mine.py": COUNTS}, {"main.py": "mine.py"}, {})
    bench = Bench(made, handed_in, Plain())
    yield bench
    bench.close()


def values(bench: Bench, *numbers: int, setting: Setting = PLAIN) -> list[object]:
    replies = bench.all(setting, "double", [wire.write((n,)) for n in numbers])
    return [reply.value for reply in replies if isinstance(reply, Returned)]


def test_a_question_put_before_is_not_put_again(bench: Bench) -> None:
    assert values(bench, 10, 20, 10) == [1, 2, 1]
    assert values(bench, 20, 30, 10) == [2, 3, 1]


def test_a_question_may_be_put_anew_on_purpose(bench: Bench) -> None:
    first, second = (bench.once(PLAIN, "double", (10,)) for _ in range(2))
    assert isinstance(first, Returned)
    assert isinstance(second, Returned)
    assert (first.value, second.value) == (1, 2)
    assert values(bench, 10) == [1]


@pytest.mark.parametrize("purpose", [PLAY, AGAIN])
def test_each_purpose_has_a_worker_that_was_not_asked_before(bench: Bench, purpose: str) -> None:
    assert values(bench, 10, 20) == [1, 2]
    assert values(bench, 20, 10, setting=Setting("engine", purpose=purpose)) == [1, 2]
    assert values(bench, 30) == [3]


def test_replies_are_noted_a_sheet_for_each_function_but_not_those_given_again(
    bench: Bench,
) -> None:
    position, reply = opening("O"), Returned(1)
    bench.note(PLAIN, "pick", {position: reply})
    bench.note(PLAIN, "pick", {after(position, 0): reply})
    bench.note(Setting("engine", ("helper",)), "pick", {position: reply})
    bench.note(Setting("engine", purpose=AGAIN), "double", {position: reply})
    assert bench.sheets == (
        Sheet("pick", given_right=False, replies={position: reply, after(position, 0): reply}),
        Sheet("pick", given_right=True, replies={position: reply}),
    )


def test_each_answer_is_told_as_it_comes(bench: Bench) -> None:
    told: list[int] = []
    bench.all(PLAIN, "double", ["[10]"], on_reply=told.append)
    bench.all(PLAIN, "double", ["[10]", "[20]", "[30]"], on_reply=told.append)
    assert told == [0, 1, 2]


def test_right_helpers_stand_in_only_where_they_are_asked_for(bench: Bench) -> None:
    (own,) = bench.all(PLAIN, "pick", ["[1]"])
    (right,) = bench.all(Setting("engine", ("helper",)), "pick", ["[1]"])
    assert isinstance(own, Returned)
    assert isinstance(right, Returned)
    assert (own.value, right.value) == ("own", "right")


def test_what_is_printed_as_written_is_kept_and_once(bench: Bench) -> None:
    values(bench, 1)
    values(bench, 1, setting=Setting("engine", purpose=AGAIN))
    values(bench, 1, setting=Setting("engine", ("helper",)))
    assert bench.output == "loaded\n"


def test_loading_tells_the_functions(bench: Bench) -> None:
    assert set(bench.loading("engine").functions) == {"double", "helper", "pick"}


def test_the_level_is_the_workers(bench: Bench) -> None:
    assert bench.level == "limited"
    values(bench, 1)
    assert bench.level == "limited"
