"""Many questions of one kind, and each demand on their answers, met and broken."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.checks.ask import Answers, Ask, is_number, same
from grader.checks.bench import Bench, HandedIn, Setting
from grader.checks.game import Case, Game
from grader.checks.judgement import EngineError, StoppedError, WrongAnswerError
from grader.codec import Codec
from grader.match import alone
from grader.model import (
    Crashed,
    Opaque,
    Raised,
    Reply,
    Returned,
    TimedOut,
    Unasked,
    Verdict,
)
from grader.sandbox.launch import Plain

CODEC = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)
GAME = Game(alone("O"), CODEC)
FEW = [case for case in GAME.decisions if case.empties in {1, 2, 8}]
ODD: tuple[object, ...] = (
    None,
    True,
    math.nan,
    math.inf,
    "",
    [],
    [[[]]],
    10**400,
    {1: 2},
    (0, 0),
    Opaque("set"),
)
SILENT: tuple[Reply, ...] = (
    Raised("ValueError", "no", 3, "f", "main.py"),
    Raised("NotImplementedError"),
    TimedOut(1.0),
    Crashed("gone"),
    Unasked("no time"),
)


def answers(
    reply: Callable[[Case], Reply], cases: list[Case] | None = None, function: str = "f"
) -> Answers:
    pairs = tuple((case, reply(case)) for case in (cases or FEW))
    return Answers(function, ("board",), pairs, CODEC.decode_move)


def right_value(case: Case) -> Reply:
    return Returned(10 * case.value)


def right_move(case: Case) -> Reply:
    return Returned(case.right[0])


def wrong_move(case: Case) -> Reply:
    return Returned(next((s for s in case.free if s not in case.right), case.right[0]))


# ---------------------------------------------------------------------------- equal, hold, find


def test_equal_answers_pass() -> None:
    answers(right_value).must_equal(lambda case: 10 * case.value)


def test_the_simplest_wrong_board_is_shown() -> None:
    with pytest.raises(WrongAnswerError) as caught:
        answers(lambda _: Returned(7)).must_equal(lambda case: 10 * case.value)
    assert str(caught.value).startswith("f([' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', 'X']) returned")
    assert f"({len(FEW)} of {len(FEW)} boards are wrong)" in str(caught.value)
    (example,) = caught.value.examples
    assert (example.function, example.board) == ("f", FEW[0].notation)
    assert (example.got, example.due) == ("7", "0")


def test_one_wrong_board_is_not_counted() -> None:
    with pytest.raises(WrongAnswerError, match=r"returned 7; 0 was due$"):
        answers(lambda _: Returned(7), FEW[:1]).must_equal(lambda _: 0)


def test_an_answer_is_shown_before_a_failure_to_answer() -> None:
    def reply(case: Case) -> Reply:
        return TimedOut(1.0) if case is FEW[0] else Returned(7)

    with pytest.raises(WrongAnswerError, match="returned 7"):
        answers(reply).must_equal(lambda _: 0)


def test_true_is_not_one() -> None:
    with pytest.raises(WrongAnswerError):
        answers(lambda _: Returned(True)).must_equal(lambda _: 1)  # noqa: FBT003 - an odd answer
    assert same(1, 1)
    assert not same(1, 1.0)


def test_a_demand_in_words_passes_and_fails() -> None:
    answers(right_move).must_hold(lambda case, value: value in case.free, lambda _: "a free square")
    with pytest.raises(WrongAnswerError, match="a free square was due"):
        answers(lambda _: Returned(9)).must_hold(
            lambda case, value: value in case.free, lambda _: "a free square"
        )


def test_an_expected_answer_must_be_found_somewhere() -> None:
    answers(right_value).must_find(lambda case: 10 * case.value, 10, percent=100)
    with pytest.raises(WrongAnswerError, match=r"returned 0; 10 was due \(\d+ of \d+ boards"):
        answers(lambda _: Returned(0)).must_find(lambda case: 10 * case.value, 10, percent=1)


def test_so_many_in_a_hundred_must_be_found() -> None:
    found = answers(right_value)
    won = [case for case, _ in found.pairs if case.value == 1]
    kept = {case.position for case in won[: len(won) // 2]}

    def half(case: Case) -> Reply:
        return Returned(10 if case.position in kept else 0)

    answers(half).must_find(lambda case: 10 * case.value, 10, percent=100 * len(kept) // len(won))
    with pytest.raises(
        WrongAnswerError, match=rf"10 was due \({len(won) - len(kept)} of {len(won)} "
    ):
        answers(half).must_find(lambda case: 10 * case.value, 10, percent=60)


# ---------------------------------------------------------------------------- moves


def test_moves_that_keep_the_value_pass() -> None:
    answers(right_move).must_keep_value()


def test_a_move_that_loses_the_value_is_shown_with_the_right_ones() -> None:
    with pytest.raises(WrongAnswerError) as caught:
        answers(wrong_move).must_keep_value()
    (example,) = caught.value.examples
    assert (example.answer, example.right, example.due) == (0, (4,), "4")


@pytest.mark.parametrize("said", ODD)
def test_an_odd_answer_is_no_square(said: object) -> None:
    with pytest.raises(WrongAnswerError) as caught:
        answers(lambda _: Returned(said)).must_keep_value()
    assert caught.value.examples[0].answer is None


def test_arguments_left_alone_pass_and_changed_ones_fail() -> None:
    answers(right_move).must_leave_arguments()
    answers(lambda _: TimedOut(1.0)).must_leave_arguments()
    with pytest.raises(WrongAnswerError, match="f changes the board it is given"):
        answers(lambda _: Returned(1, ([],))).must_leave_arguments()


# ---------------------------------------------------------------------------- again


def test_the_same_answers_again_pass() -> None:
    answers(right_value).must_repeat(answers(right_value, FEW[::-1]))


def test_other_answers_the_second_time_fail() -> None:
    with pytest.raises(WrongAnswerError, match="is 0 once and 5 another time"):
        answers(lambda _: Returned(0)).must_repeat(answers(lambda _: Returned(5)))


def test_no_answer_the_second_time_is_what_it_is() -> None:
    with pytest.raises(StoppedError, match="no answer within"):
        answers(right_value).must_repeat(answers(lambda _: TimedOut(1.0)))


# ---------------------------------------------------------------------------- order


@pytest.mark.parametrize("scale", [(10, 0, -10), (100, 50, 0), (math.inf, 0.5, -math.inf)])
def test_any_scale_in_the_right_order_passes(scale: tuple[float, float, float]) -> None:
    win, draw, loss = scale
    due = {1: win, 0: draw, -1: loss}
    answers(lambda case: Returned(due[case.value])).must_order()


@pytest.mark.parametrize("scale", [(0, 10, -10), (10, 0, 0), (0, 0, 0), (10, -10, 0)])
def test_a_scale_out_of_order_fails_with_both_boards(scale: tuple[int, int, int]) -> None:
    due = dict(zip((1, 0, -1), scale, strict=True))
    with pytest.raises(WrongAnswerError, match="although it is") as caught:
        answers(lambda case: Returned(due[case.value])).must_order()
    assert len(caught.value.examples) == 2


def test_boards_of_one_kind_are_in_order_whatever_they_score() -> None:
    answers(lambda _: Returned(7), [case for case in FEW if case.value == 0]).must_order()


def test_numbers_are_ints_and_floats_that_can_be_compared() -> None:
    assert all(map(is_number, (1, -0.5, math.inf, 10**400)))
    assert not any(map(is_number, (True, math.nan, None, "1", 1j, Opaque("int"))))


# ---------------------------------------------------------------------------- whatever comes


DEMANDS: tuple[Callable[[Answers], None], ...] = (
    lambda found: found.must_equal(lambda case: case.value),
    lambda found: found.must_hold(lambda case, value: value == case.free, lambda _: "squares"),
    lambda found: found.must_find(lambda case: case.value, 1, percent=50),
    Answers.must_keep_value,
    Answers.must_leave_arguments,
    lambda found: found.must_repeat(found),
    Answers.must_order,
)


@pytest.mark.parametrize("demand", DEMANDS)
@pytest.mark.parametrize("said", ODD)
def test_no_demand_breaks_on_an_odd_answer(demand: Callable[[Answers], None], said: object) -> None:
    with suppress(WrongAnswerError):
        demand(answers(lambda _: Returned(said)))


@pytest.mark.parametrize("demand", DEMANDS)
@pytest.mark.parametrize("reply", SILENT)
def test_no_demand_breaks_on_a_missing_answer(
    demand: Callable[[Answers], None], reply: Reply
) -> None:
    if demand is Answers.must_leave_arguments:
        demand(answers(lambda _: reply))
        return
    with pytest.raises((EngineError, StoppedError)) as caught:
        demand(answers(lambda _: reply))
    assert isinstance(caught.value, EngineError | StoppedError)
    assert caught.value.verdict in {
        Verdict.RUNTIME_ERROR,
        Verdict.NOT_STARTED,
        Verdict.TIME_LIMIT,
    }


def test_an_example_says_what_came_instead_of_an_answer() -> None:
    found = answers(right_value)
    said = [found.example(FEW[0], reply, "4").got for reply in SILENT]
    assert said[0] == "ValueError: no (main.py, line 3)"
    assert said[2:] == ["no answer"] * 3


# ---------------------------------------------------------------------------- asking

TEXT = """
def double(board, n=1):
    return n * board.count(" ")
def helper(): pass
def pick(board): return helper()
"""
RIGHT = "def double(board, n=1): return -1\ndef helper(): return 0\n"


@pytest.fixture
def ask(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Iterator[Ask]:
    made = assignment_at(tmp_path, {"standins/main.py": RIGHT})
    bench = Bench(made, HandedIn({"main.py": TEXT}, {"main.py": "main.py"}, {}), Plain())
    yield Ask(bench, Setting("engine"))
    bench.close()


def test_every_case_is_asked_and_the_simplest_comes_first(ask: Ask) -> None:
    found = ask("double", [*FEW[::-1], GAME.decisions[0]])
    assert [case.empties for case, _ in found.pairs] == sorted(
        (case.empties for case, _ in found.pairs), reverse=True
    )
    found.must_equal(lambda case: case.empties)


def test_the_arguments_are_made_from_the_case(ask: Ask) -> None:
    found = ask("double", FEW, "board", lambda _: 2)
    found.must_equal(lambda case: 2 * case.empties)
    with pytest.raises(WrongAnswerError, match=r"^double\(\[.*\], 2\) returned"):
        found.must_equal(lambda _: 0)


def test_right_helpers_stand_in_and_own_is_as_written(ask: Ask) -> None:
    moved = ask.moved_to(Setting("engine", ("helper",)))
    moved("pick", FEW[:1]).must_equal(lambda _: 0)
    moved.own("pick", FEW[:1]).must_equal(lambda _: None)


def test_again_gives_the_same_in_a_fresh_worker(ask: Ask) -> None:
    ask("double", FEW).must_repeat(ask.again("double", FEW[::-1]))


def test_what_is_defined_can_be_asked_for(ask: Ask) -> None:
    assert ask.has("double")
    assert not ask.has("extra")
