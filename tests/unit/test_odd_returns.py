"""A submission whose every function returns one odd value, through the real checks of csroom."""

from __future__ import annotations

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


def earned(found: Examination) -> list[str]:
    return [check.ident for check in found.results if check.score or check.bonus]


@pytest.mark.parametrize("written", CONSTANTS.values(), ids=CONSTANTS.keys())
def test_one_odd_value_earns_nothing_and_breaks_no_visible_check(
    csroom: Assignment, written: str
) -> None:
    assert earned(examined(csroom, written, "visible")) == []


@pytest.mark.parametrize("written", ["None", "True"])
def test_one_odd_value_earns_nothing_and_breaks_no_check(csroom: Assignment, written: str) -> None:
    found = examined(csroom, written, *SUITES)
    assert earned(found) == []
    assert found.proof is not None
    assert found.proof.asked == 4_520


def test_all_odd_values_in_turn_earn_nothing_and_break_no_check(csroom: Assignment) -> None:
    assert earned(examined(csroom, "value()", "hidden", before=IN_TURN)) == []
