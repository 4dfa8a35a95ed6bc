"""What a sweep costs in questions: each position is asked exactly once of each worker."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.assignment import Assignment, load
from grader.checks.ask import Ask
from grader.checks.bench import Bench, HandedIn, Setting
from grader.checks.game import Game
from grader.checks.play import play
from grader.checks.puppet import Puppet, Puppets
from grader.sandbox.launch import Plain
from grader.sandbox.process import HEADER_BYTES, Limits, Process

ROOT = Path(__file__).parents[2] / "assignments"


class Counting(Puppets):
    """Workers of a sound program that count what each of them is asked."""

    def __init__(self, assignment: Assignment) -> None:
        super().__init__(assignment, "right/textbook")
        self.asked: list[Counter[str]] = []

    def start(self, limits: Limits) -> Process:
        """Return a new one."""
        del limits
        counter: Counter[str] = Counter()
        self.asked.append(counter)
        return Process(Counted(self.puppet(), counter))


class Counted:
    """A worker, and how often each question was put to it."""

    def __init__(self, inner: Puppet, asked: Counter[str]) -> None:
        self._inner, self._asked = inner, asked

    def write(self, data: bytes, deadline: float) -> None:
        """Take one frame."""
        request: Mapping[str, object] = json.loads(data[HEADER_BYTES:])
        calls = request["calls"]
        assert isinstance(calls, list)
        self._asked.update(f"{request.get('function')}{json.dumps(given)}" for given in calls)
        self._inner.write(data, deadline)

    def read(self, deadline: float) -> bytes:
        """Return the next reply."""
        return self._inner.read(deadline)

    def end(self) -> int:
        """Return that all was well."""
        return self._inner.end()


def counted(name: str) -> tuple[Bench, Counting]:
    assignment = load(ROOT, name)
    source = Counting(assignment)
    names = {slot.name: slot.name for slot in assignment.files}
    handed_in = HandedIn(dict.fromkeys(names, ""), names, {})
    fixture = assignment.questions.fixture
    return Bench(assignment, handed_in, Plain(), {fixture: source}), source


@pytest.mark.parametrize(
    ("name", "decisions"),
    [("csroom", 4_520), ("cs50ai", 4_520), ("calenote", 2_097), ("nim", 119)],
)
def test_a_sweep_asks_for_a_move_at_each_position_exactly_once(name: str, decisions: int) -> None:
    bench, source = counted(name)
    found = play(bench, lambda _done, _of: None)
    swept = [asked for asked in source.asked if len(asked) >= decisions]
    assert [len(asked) for asked in swept] == [decisions]
    assert all(set(asked.values()) == {1} for asked in source.asked)
    assert found.proof.asked == decisions


def test_checks_that_need_an_answer_share_it() -> None:
    bench, source = counted("csroom")
    game = Game(bench.assignment.match, bench.assignment.codec)
    play(bench, lambda _done, _of: None)
    before = [dict(asked) for asked in source.asked]
    ask = Ask(bench, Setting("engine"))
    few = [case for case in game.decisions if case.empties <= 3]
    ask("get_best_move", few).must_keep_value()
    ask("get_best_move", few).must_leave_arguments()
    assert [dict(asked) for asked in source.asked] == before
    ask("check_winner", few)
    ask("check_winner", few).must_equal(lambda case: case.winner)
    assert all(set(asked.values()) == {1} for asked in source.asked)
