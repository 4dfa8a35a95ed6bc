"""A submission that looks like the student's own module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.checks.bench import Bench, HandedIn, Setting
from grader.checks.engine import Engine, _copy_back
from grader.checks.judgement import EngineError, StoppedError
from grader.model import Verdict
from grader.sandbox.launch import Plain

TEXT = """
import os
def double(board, n):
    board[n] = "O"
    return n
def pick(board): return board[99]
def helper(): return 'own'
def gone(): os._exit(1)
class Board:
    def __init__(self, size): self.cells = [None] * size
    def mark(self, n, mark): self.cells[n] = mark; return True
    def copy_of(self, other): return other.cells == self.cells
    def fails(self): raise ValueError("no")
"""


@pytest.fixture
def engine(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Iterator[Engine]:
    made = assignment_at(tmp_path, {"standins/main.py": "def helper(): return 'right'\n"})
    bench = Bench(made, HandedIn({"main.py": TEXT}, {"main.py": "main.py"}, {}), Plain())
    yield Engine(bench, Setting("engine"))
    bench.close()


def test_a_changed_argument_is_copied_back_as_at_home(engine: Engine) -> None:
    board = ["X", " "]
    assert engine.double(board, 1) == 1
    assert board == ["X", "O"]


def test_an_exception_of_the_submission_is_raised_as_its_type(engine: Engine) -> None:
    with pytest.raises(IndexError) as caught:
        engine.pick([1])
    assert isinstance(caught.value, EngineError)


def test_a_death_is_no_exception_to_expect(engine: Engine) -> None:
    with pytest.raises(StoppedError) as caught:
        engine.gone()
    assert caught.value.verdict is Verdict.RUNTIME_ERROR


def test_a_function_that_is_not_there_is_an_attribute_error(engine: Engine) -> None:
    with pytest.raises(AttributeError):
        engine.nothing()


def test_it_can_be_moved_to_right_helpers(engine: Engine) -> None:
    assert engine.helper() == "own"
    assert engine.moved_to(Setting("engine", ("helper",))).helper() == "right"


@pytest.mark.parametrize(
    ("argument", "after", "due"),
    [
        ([1, 2], [3], [3]),
        ({1}, {2, 3}, {2, 3}),
        ({1: 2}, {3: 4}, {3: 4}),
        ([1], {2}, [1]),
        ((1,), (2,), (1,)),
        (5, 6, 5),
    ],
)
def test_what_can_change_in_place_is_changed(argument: object, after: object, due: object) -> None:
    _copy_back(argument, after)
    assert argument == due


def test_an_object_of_its_class_can_be_used_as_at_home(engine: Engine) -> None:
    board: Any = engine.Board(2)
    assert board.mark(1, "X") is True
    assert board.cells == [None, "X"]
    assert board.copy_of(engine.Board(2)) is False
    assert board.copy_of(board) is True


def test_what_a_method_raises_is_raised_as_its_type(engine: Engine) -> None:
    board: Any = engine.Board(2)
    with pytest.raises(ValueError, match="no"):
        board.fails()
    with pytest.raises(AttributeError):
        board.nothing()
