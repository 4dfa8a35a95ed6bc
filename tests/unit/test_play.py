"""What a check may demand of a program's play, met and broken."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader import proof
from grader.assignment import Assignment
from grader.checks import play as plays
from grader.checks.bench import PLAY, Bench, HandedIn
from grader.checks.judgement import EngineError, StoppedError, WrongAnswerError
from grader.checks.play import Play
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
from grader.proof import questions
from grader.sandbox import wire
from grader.sandbox.launch import Plain
from reference.board import Position, legal_moves
from reference.notation import render
from reference.tablebase import tablebase

CODEC = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)
NAMES = frozenset({"get_best_move", "minimax"})
Player = Callable[[Position], Reply]


def play_of(player: Player) -> Play:
    replies = {position: player(position) for position in questions(alone("O"))}
    answers = {p: proof.answer(p, [reply], CODEC, alone("O")) for p, reply in replies.items()}
    return Play(replies, answers, proof.prove(answers, alone("O")), alone("O"), NAMES)


def best(position: Position) -> Reply:
    return Returned(tablebase()[position].best[0])


def first_best(position: Position) -> Reply:
    return Returned(tablebase()[position].optimal[0])


def first_free(position: Position) -> Reply:
    return Returned(legal_moves(position.board)[0])


def demand_everything(play: Play) -> None:
    play.must_keep(100)
    play.must_answer_everywhere()
    play.must_hold("first")
    play.must_hold("second")
    play.must_hurry()


DEMANDS: tuple[Callable[[Play], None], ...] = (
    lambda play: play.must_keep(50),
    lambda play: play.must_keep(100),
    Play.must_answer_everywhere,
    lambda play: play.must_hold("first"),
    lambda play: play.must_hold("second"),
    Play.must_hurry,
)

# ---------------------------------------------------------------------------- met


def test_the_fastest_perfect_play_meets_every_demand() -> None:
    demand_everything(play_of(best))


def test_the_textbook_program_meets_all_but_the_bonus() -> None:
    play = play_of(first_best)
    play.must_keep(100)
    play.must_hold("first")
    play.must_hold("second")
    with pytest.raises(StoppedError, match="optional: 400 wins come later and") as caught:
        play.must_hurry()
    assert caught.value.verdict is Verdict.SKIPPED


# ---------------------------------------------------------------------------- broken


def test_play_that_gives_the_result_away_is_shown_where() -> None:
    play = play_of(first_free)
    kept = play.proof.contested_kept
    play.must_keep(100 * kept // 3191)
    text = f"keeps the result in {kept:,} of 3,191 decisions"
    with pytest.raises(WrongAnswerError, match=text) as caught:
        play.must_keep(100)
    assert "100% are asked for, e.g. on ........X it answered 0, right: 4" in str(caught.value)


def test_a_program_that_can_be_beaten_is_shown_the_game() -> None:
    play = play_of(first_free)
    for side in ("first", "second"):
        with pytest.raises(WrongAnswerError, match=f"moving {side} it can be beaten, by the sq"):
            play.must_hold(side)


def test_perfection_comes_before_speed() -> None:
    with pytest.raises(StoppedError, match="optional: first keep the result") as caught:
        play_of(first_free).must_hurry()
    assert caught.value.verdict is Verdict.SKIPPED


def test_an_illegal_answer_is_counted_and_shown() -> None:
    def player(position: Position) -> Reply:
        return Returned(99) if position.board.count(None) == 9 else best(position)

    play = play_of(player)
    with pytest.raises(WrongAnswerError, match="gives no free square on 1 boards, e"):
        play.must_answer_everywhere()
    play.must_hold("second")
    with pytest.raises(WrongAnswerError, match="moving first it reaches a board it gives no move"):
        play.must_hold("first")


@pytest.mark.parametrize(
    ("reply", "kind", "verdict", "text"),
    [
        (Raised("KeyError", "x"), EngineError, Verdict.RUNTIME_ERROR, "KeyError: x"),
        (Raised("Mine"), EngineError, Verdict.RUNTIME_ERROR, "Mine"),
        (TimedOut(1.0), StoppedError, Verdict.TIME_LIMIT, "no answer within 1 s"),
        (Crashed("gone"), StoppedError, Verdict.RUNTIME_ERROR, "gone"),
        (Unasked("no time"), StoppedError, Verdict.TIME_LIMIT, "not asked: no time"),
    ],
)
def test_a_program_that_does_not_answer_is_told_what_it_did(
    reply: Reply, kind: type[BaseException], verdict: Verdict, text: str
) -> None:
    with pytest.raises(kind) as caught:
        play_of(lambda _: reply).must_answer_everywhere()
    assert isinstance(caught.value, EngineError | StoppedError)
    assert caught.value.verdict is verdict
    assert "gives no free square on 4,520 boards: " in str(caught.value)
    assert text in str(caught.value)


def test_what_was_asked_is_told_before_what_was_not() -> None:
    def player(position: Position) -> Reply:
        return TimedOut(1.0) if render(position.board) == "XOXO.O.X." else Unasked("no time")

    with pytest.raises(StoppedError, match="no answer within 1 s"):
        play_of(player).must_answer_everywhere()


def test_play_that_waits_for_another_function_is_skipped() -> None:
    waiting = play_of(lambda _: Raised("NotImplementedError", "", 3, "minimax"))
    for demand in DEMANDS[0], Play.must_hurry:
        with pytest.raises(StoppedError, match="skipped because minimax is not started") as caught:
            demand(waiting)
        assert (caught.value.verdict, caught.value.blocked_by) == (Verdict.SKIPPED, "minimax")


def test_a_helper_of_their_own_that_is_not_written_is_a_fault() -> None:
    with pytest.raises(EngineError) as caught:
        play_of(lambda _: Raised("NotImplementedError", "", 3, "mine")).must_keep(50)
    assert caught.value.verdict is Verdict.NOT_STARTED


# ---------------------------------------------------------------------------- whatever comes


@pytest.mark.parametrize(
    "said", [None, True, math.nan, "", [], [[]], 10**400, {1: 2}, (0, 0), Opaque("set")]
)
def test_no_demand_breaks_on_an_odd_answer_and_all_but_one_fail(said: object) -> None:
    play = play_of(lambda _: Returned(said))
    for demand in DEMANDS:
        with pytest.raises((WrongAnswerError, StoppedError)):
            demand(play)


@pytest.mark.parametrize(
    "reply",
    [Raised("E"), Raised("StopIteration"), TimedOut(1.0), Crashed("gone"), Unasked("no time")],
)
def test_no_demand_breaks_on_a_missing_answer(reply: Reply) -> None:
    play = play_of(lambda _: reply)
    for demand in DEMANDS:
        with pytest.raises((EngineError, StoppedError)):
            demand(play)


# ---------------------------------------------------------------------------- asking

FIRST_FREE = "def pick(board): return board.index(' ')\n"
REMEMBERS = """
asked = set()
def pick(board):
    free = [n for n in range(9) if board[n] == " "]
    asked.add(tuple(board))
    return free[-1] if len(asked) > 2000 else free[0]
"""


def swept(
    made: Assignment,
    text: str,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    *,
    accelerate: bool = False,
) -> tuple[Play, Bench]:
    handed_in = HandedIn({"main.py": text}, {"main.py": "main.py"}, {})
    bench = Bench(made, handed_in, Plain(), accelerate=accelerate)
    try:
        return plays.play(bench, on_progress), bench
    finally:
        bench.close()


def test_every_decision_is_asked_once_and_progress_is_told(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    told: list[tuple[int, int]] = []
    play, bench = swept(
        assignment_at(tmp_path), FIRST_FREE, lambda done, of: told.append((done, of))
    )
    assert play.proof.asked == len(told) == 4_520
    assert set(play.answers) == set(questions(alone("O")))
    done, totals = zip(*told, strict=True)
    assert list(done) == sorted(done)
    assert done[-1] == totals[-1]
    assert play.written == {"double", "pick", "helper"}
    assert not play.proof.history_dependent
    assert [(sheet.function, len(sheet.replies)) for sheet in bench.sheets] == [("pick", 4_520)]


def test_play_that_depends_on_what_was_asked_before_is_noticed(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    play, _ = swept(assignment_at(tmp_path), REMEMBERS)
    assert play.proof.history_dependent


CHANCE = """
import random
def pick(board):
    return random.choice([n for n in range(9) if board[n] == " "])
"""


def test_every_answer_that_chance_may_give_is_judged(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    play, _ = swept(assignment_at(tmp_path), CHANCE)
    assert play.proof.choice == "exhaustive"
    assert play.proof.contested_kept == 0
    assert play.proof.illegal == 0


@pytest.mark.parametrize(
    ("first", "second", "due"),
    [
        (Returned(1), Returned(1), False),
        (Returned(1), Returned(2), True),
        (Returned(math.nan), Returned(math.nan), False),
        (Returned(1), Returned(True), True),  # noqa: FBT003 - an odd answer
        (Returned(1), Raised("KeyError"), True),
        (Raised("KeyError"), Raised("IndexError"), False),
        (Returned(1), TimedOut(1.0), False),
        (Unasked("no time"), Returned(1), False),
    ],
)
def test_two_replies_differ_only_if_both_are_answers(
    first: Reply, second: Reply, due: object
) -> None:
    assert plays._differ(first, second) is due


# ---------------------------------------------------------------------------- accelerated

SEARCH = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
def won(b, mark): return any(all(b[n] == mark for n in line) for line in LINES)
def search(b, own):
    if won(b, "O"): return 1
    if won(b, "X"): return -1
    free = [n for n in range(9) if b[n] == " "]
    if not free: return 0
    scores = []
    for n in free:
        after = b[:]
        after[n] = "O" if own else "X"
        scores.append(search(after, not own))
    return max(scores) if own else min(scores)
def pick(b):
    free = [n for n in range(9) if b[n] == " "]
    return max(free, key=lambda n: search(b[:n] + ["O"] + b[n + 1:], False))
"""
UNDO_FORGOTTEN = SEARCH.replace("after = b[:]", "after = b")
SLIP = 'if b == ["X", "X", " ", " ", "O", " ", " ", " ", " "]: return 8\n    return max('
ONE_SLIP = SEARCH.replace("return max(free, key", SLIP + "free, key")
PLAINLY = 'if not hasattr(search, "__wrapped__"): return free[0]\n    return max('
TWO_FACED = SEARCH.replace("return max(free, key", PLAINLY + "free, key")


def asked_plainly(bench: Bench) -> int:
    """Return how many questions for a move were put without acceleration, a second asking aside."""
    known = bench._replies.items()
    return sum(len(told) for (s, _), told in known if not s.fast and s.purpose == PLAY)


def test_a_search_that_may_remember_is_proved_the_same_with_little_asked_plainly(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    made = assignment_at(tmp_path)
    (fast, bench), (plain, _) = swept(made, SEARCH, accelerate=True), swept(made, SEARCH)
    assert fast.proof == replace(plain.proof, accelerated=True)
    assert fast.proof.optimal == 4_520
    assert 0 < asked_plainly(bench) < 1_000
    fast_play = [told for (s, _), told in bench._replies.items() if s.fast and s.purpose == PLAY]
    assert [len(told) for told in fast_play] == [4_520]


def test_every_answer_that_is_wrong_is_asked_again_plainly(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    play, bench = swept(assignment_at(tmp_path), ONE_SLIP, accelerate=True)
    assert (play.proof.loses_value, play.proof.accelerated) == (1, True)
    (slip,) = (p for p, a in play.answers.items() if a.kind is proof.Kind.LOSES_VALUE)
    question = wire.write([CODEC.encode_board(slip.board)])
    assert any(not s.fast and question in told for (s, _), told in bench._replies.items())


@pytest.mark.parametrize("text", [UNDO_FORGOTTEN, TWO_FACED])
def test_one_difference_and_everything_is_asked_plainly(
    tmp_path: Path, assignment_at: Callable[..., Assignment], text: str
) -> None:
    made = assignment_at(tmp_path)
    (fast, _), (plain, _) = swept(made, text, accelerate=True), swept(made, text)
    assert fast.proof == plain.proof
    assert not fast.proof.accelerated
    assert fast.replies == plain.replies


def test_what_draws_lots_or_has_no_search_is_asked_plainly(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    play, bench = swept(assignment_at(tmp_path), FIRST_FREE, accelerate=True)
    assert not play.proof.accelerated
    assert asked_plainly(bench) == 4_520
