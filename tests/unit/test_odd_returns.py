"""A submission whose every function returns one odd value, through the real checks of csroom."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from grader.assignment import Assignment
from grader.checks.run import SUITES, Conditions, run_checks
from grader.model import Examination, Submission, Verdict

CONSTANTS = {
    "None": "None",
    "True": "True",
    "nan": "float('nan')",
    "inf": "float('inf')",
    "empty text": "''",
    "empty list": "[]",
    "nested list": "[[[]]]",
    "huge": "10 ** 400",
    "too huge": "10 ** 4000",
    "object": "object()",
    "set of objects": "{object()}",
    "class": "dict",
    "generator": "(x for x in (None,))",
    "dict": "{None: [{}]}",
    "long text": "'X' * 10_000",
    "half a character": "'\\ud800'",
}
WHOLE = ("None", "True")  # through every check
FUNCTIONS = (
    "check_winner", "is_board_full", "minimax", "get_best_move", "get_valid_moves",
    "make_move", "is_game_over", "minimax_ab",
)  # fmt: skip
IN_TURN = f"""
values = [{", ".join(f"lambda: {written}" for written in CONSTANTS.values())}]
calls = 0
def value():
    global calls
    calls += 1
    return values[calls % len(values)]()
"""


def examined(csroom: Assignment, written: str, *suites: str, before: str = "") -> Examination:
    main = before + "".join(f"def {name}(*_): return {written}\n" for name in FUNCTIONS)
    warmup = before + f"def factorial(n): return {written}\n"
    files = {"main.py": main, "warmup_factorial.py": warmup}
    names = {name: name for name in files}
    found = run_checks(csroom, Submission("odd", "odd", "odd", files), names, Conditions(suites))
    broken = [check for check in found.results if check.verdict is Verdict.JUDGE_ERROR]
    assert broken == []
    return found


Examined = Callable[..., Examination]


@pytest.fixture(scope="module")
def at_once(csroom: Assignment) -> Iterator[Examined]:
    """Examine as many at a time as there are cores; the one asked for is waited for."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wanted: list[tuple[str, ...]] = [(written, "visible") for written in CONSTANTS.values()]
        wanted += [(written, *SUITES) for written in WHOLE]
        running = {one: pool.submit(examined, csroom, *one) for one in wanted}
        turn = pool.submit(examined, csroom, "value()", "hidden", before=IN_TURN)
        yield lambda *one: running[one].result() if one else turn.result()
        pool.shutdown(cancel_futures=True)


def earned(found: Examination) -> list[str]:
    return [check.ident for check in found.results if check.score or check.bonus]


@pytest.mark.parametrize("written", CONSTANTS.values(), ids=CONSTANTS.keys())
def test_one_odd_value_earns_nothing_and_breaks_no_visible_check(
    at_once: Examined, written: str
) -> None:
    assert earned(at_once(written, "visible")) == []


@pytest.mark.parametrize("written", WHOLE)
def test_one_odd_value_earns_nothing_and_breaks_no_check(at_once: Examined, written: str) -> None:
    found = at_once(written, *SUITES)
    assert earned(found) == []
    assert found.proof is not None
    assert found.proof.asked == 4_520


def test_all_odd_values_in_turn_earn_nothing_and_break_no_check(at_once: Examined) -> None:
    assert earned(at_once()) == []
