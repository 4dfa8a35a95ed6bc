"""What is remembered, what is not, and when everything is dropped."""

from __future__ import annotations

import types
from typing import Any

import pytest

from grader.sandbox.inside import memo as memos
from grader.sandbox.inside.memo import Memo


class Watched:
    """A module of one file whose function tells how often it ran, outside its own source."""

    def __init__(self, text: str) -> None:
        self.module = types.ModuleType("main")
        exec(compile(text, "main.py", "exec"), self.module.__dict__)  # noqa: S102 - our own text
        self.memo = Memo({"main.py": self.module}, {"main.py": text})
        self.runs = 0
        original = self.module.__dict__["f"]

        def counted(*args: Any, **named: Any) -> Any:
            self.runs += 1
            return original(*args, **named)

        self.memo._own = dict.fromkeys(self.memo._own, counted)
        self.module.__dict__["f"] = counted
        if self.memo:
            self.memo.install()

    def __call__(self, *args: Any) -> Any:
        return self.module.__dict__["f"](*args)


def test_each_question_is_worked_out_once() -> None:
    f = Watched("def f(n): return f(n - 1) + f(n - 2) if n > 1 else n\n")
    assert f.memo
    assert f(30) == 832_040
    assert f.runs == 31
    assert f(30) == 832_040
    assert f.runs == 31


def test_true_is_not_one_and_one_is_not_one_point_nought() -> None:
    f = Watched("def f(x, n=0): return str(x) if n == 0 else f(x)\n")
    assert [f(*[True]), f(1), f(1.0), f("1"), f((1,)), f([1])] == [
        "True", "1", "1.0", "1", "(1,)", "[1]",
    ]  # fmt: skip
    assert f.runs == 6


@pytest.mark.parametrize("made", ["[n, 'x']", "{'score': n}"])
def test_a_list_or_dict_is_handed_out_as_a_copy(made: str) -> None:
    f = Watched(f"def f(n): return {made} if n < 9 else f(0)\n")
    first = f(1)
    first.clear()
    assert f(1)
    assert f(1) is not f(1)
    assert f.runs == 1


@pytest.mark.parametrize("made", ["{n}", "[[n]]", "iter([n])", "{'rows': [n]}"])
def test_what_could_be_changed_or_used_up_is_made_anew(made: str) -> None:
    f = Watched(f"def f(n): return {made} if n < 9 else f(0)\n")
    f(1)
    f(1)
    assert f.runs == 2
    assert not f.memo.dropped


def test_a_board_left_changed_drops_everything() -> None:
    f = Watched("def f(b):\n    b[0] = 'O'\n    return 1 if len(b) < 9 else f([])\n")
    board = [None]
    assert f(board) == 1
    assert f.memo.dropped
    assert not f.memo
    f(["O"])
    f(["O"])
    assert f.runs == 3


def test_a_board_that_is_put_back_is_fine() -> None:
    undone = "b[0], kept = 'O', b[0]\n    if len(b) > 2: f(b[1:])\n    b[0] = kept\n    return 7\n"
    f = Watched(f"def f(b):\n    {undone}")
    assert f([1, 2, 3]) == 7
    assert not f.memo.dropped


def test_an_argument_that_becomes_something_odd_drops_everything() -> None:
    f = Watched("def f(b):\n    b[0] = iter(b)\n    return 1 if len(b) < 9 else f([])\n")
    assert f([1]) == 1
    assert f.memo.dropped


def test_a_row_that_stands_twice_is_not_looked_up() -> None:
    f = Watched("def f(b): return b[0] == b[1] if len(b) < 9 else f(b)\n")
    row = [None]
    for _ in range(2):
        assert f([row, row])
    assert f.runs == 2


def test_arguments_that_are_no_plain_data_are_not_looked_up() -> None:
    f = Watched("def f(b): return 1 if b else f(b)\n")
    for _ in range(2):
        assert f(object()) == 1
    assert f.runs == 2


def test_an_error_is_raised_anew() -> None:
    f = Watched("def f(n): return 1 // n if n < 9 else f(0)\n")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            f(0)
    assert f.runs == 2


def test_shared_data_that_changes_between_questions_drops_everything() -> None:
    f = Watched("SCORES = [1, 2]\ndef f(n): return SCORES[n] if n < 9 else f(0)\n")
    f(0)
    f.memo.check()
    assert not f.memo.dropped
    f.module.__dict__["SCORES"][0] = 5
    f.memo.check()
    assert f.memo.dropped


def test_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memos, "MAX_KEPT", 2)
    f = Watched("def f(n): return n if n < 99 else f(0)\n")
    for n in (1, 2, 3, 3, 1):
        assert f(n) == n
    assert f.runs == 4
