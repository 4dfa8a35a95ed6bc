"""The program's play, as checks see it: the proof, and what to demand of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Literal

from grader import proof
from grader.checks.ask import must_be_finished
from grader.checks.bench import AGAIN, CHANCE, PLAY, Bench, DroppedError, Setting
from grader.checks.judgement import EngineError, StoppedError, WrongAnswerError, value_of
from grader.checks.sampling import alike, sample
from grader.guide import Guide, Role, typed
from grader.match import Match
from grader.model import Counterexample, Proof, Raised, Reply, Returned, Unasked, Verdict
from grader.proof import Answer, Kind
from grader.sandbox import wire
from reference.game import Move, Position

_SILENT = {Kind.ERROR, Kind.UNASKED}
PERCENT = 100
MOST_AGAIN = 10_000  # of a larger game only so many
FEW_EMPTIES = 5  # asked again: little work, and where caches lay their traps


@dataclass(frozen=True)
class Play:
    """All answers of one program, as written, and the proof drawn from them.

    Every demand raises :class:`WrongAnswerError` with a board, or what the program's own
    failure to answer stands for.
    """

    replies: Mapping[Position, Reply]
    answers: Mapping[Position, Answer]
    proof: Proof
    match: Match
    written: frozenset[str]

    def must_keep(self, percent: int) -> None:
        """Demand the game value in ``percent`` of the decisions that can be got wrong."""
        self._must_be_written()
        kept, of = self.proof.contested_kept, self.proof.contested
        if Fraction(kept * PERCENT, of) < percent:
            wrong = [
                p
                for p, a in self.answers.items()
                if self.match.can_go_wrong(p) and a.kind is not Kind.OPTIMAL
            ]
            text = f"keeps the result in {kept:,} of {of:,} decisions that can be got wrong"
            raise self._wrong(f"{text}; {percent}% are asked for", wrong)

    def must_answer_everywhere(self) -> None:
        """Demand a legal square at every decision."""
        good = {Kind.OPTIMAL, Kind.LOSES_VALUE}
        wrong = [p for p, a in self.answers.items() if a.kind not in good]
        if wrong:
            raise self._wrong(f"gives no free square on {len(wrong):,} boards", wrong)

    def must_hold(self, side: Literal["first", "second"]) -> None:
        """Demand that no play beats the program when it moves ``side``, and that it plays on."""
        as_first = side == "first"
        beaten = self.proof.beatable_as_first if as_first else self.proof.beatable_as_second
        stuck = self.proof.forfeits_as_first if as_first else self.proof.forfeits_as_second
        if beaten:
            line = self.proof.line_as_first if as_first else self.proof.line_as_second
            text = ", ".join(map(str, line))
            raise WrongAnswerError(f"moving {side} it can be beaten, by the squares {text} in turn")
        if stuck:
            wrong = [p for p, a in self.answers.items() if a.move is None]
            raise self._wrong(f"moving {side} it reaches a board it gives no move for", wrong)

    def must_hurry(self) -> None:
        """Demand the fastest win and the slowest loss everywhere."""
        self._must_be_written()
        late, hasty = self.proof.slow_wins, self.proof.hasty_losses
        if self.proof.optimal < self.proof.positions:
            text = "optional: first keep the result on every board"
            raise StoppedError(text, Verdict.SKIPPED)
        if late or hasty:
            text = f"{late:,} wins come later and {hasty:,} losses sooner than they could"
            raise StoppedError(f"optional: {text}", Verdict.SKIPPED)

    # ------------------------------------------------------------------ saying what is wrong

    def _must_be_written(self) -> None:
        """Say so, and no more, where all answers fail on another function that is not written."""
        functions = {_unwritten(reply) for reply in self.replies.values()}
        if len(functions) == 1 and (name := functions.pop()) in self.written:
            text = f"skipped because {name} is not started"
            raise StoppedError(text, Verdict.SKIPPED, blocked_by=name)

    def _wrong(self, text: str, wrong: Iterable[Position]) -> BaseException:
        """Return the failure for ``wrong``: ours to word if it answered, else its own."""
        ordered = sorted(wrong, key=self.match.simplest_first)
        bad = [p for p in ordered if self.answers[p].kind not in _SILENT]
        if bad:
            return WrongAnswerError(f"{text}, e.g. {self._told(bad[0])}")
        asked = [p for p in ordered if not isinstance(self.replies[p], Unasked)]
        try:
            value_of(self.replies[(asked or ordered)[0]])
        except BaseException as error:  # noqa: BLE001 - whatever it stands for, worded anew
            return _reworded(error, text)
        raise AssertionError("a reply without an answer holds no value")

    def _told(self, position: Position) -> str:
        answer, right = self.answers[position], self.match.entry(position).optimal
        board = self.match.game.render(position.board)
        return f"on {board} it answered {answer.said}, right: {_listed(right)}"


def play(bench: Bench, on_progress: Callable[[int, int], None]) -> Play:
    """Ask for a move at every decision, deep boards first, and return the program's play.

    ``on_progress`` is told how many nodes of a plain search are done, and of how many.
    """
    assignment, match = bench.assignment, bench.assignment.match
    fixture, decide = assignment.questions.fixture, assignment.questions.decide
    replies = _swept(bench, Setting(fixture, purpose=PLAY), on_progress)
    bench.note(Setting(fixture, purpose=PLAY), decide, replies, assignment.advice.role_of("decide"))
    few = [p for p in replies if match.game.plies_left(p.board) <= FEW_EMPTIES]
    few = few[:: 1 + len(few) // MOST_AGAIN]
    second = _asked_again(bench, Setting(fixture, purpose=AGAIN), few[::-1])
    by_chance = _by_chance(bench, Setting(fixture, purpose=CHANCE), replies)
    answers = {
        p: proof.answer(p, by_chance.replies.get(p, (reply,)), assignment.codec, match)
        for p, reply in replies.items()
    }
    slot = assignment.slot(fixture)
    steady = [p for p in second if p not in by_chance.replies]
    proved = proof.prove(answers, match)
    proved = replace(
        proved,
        counterexample=_typed(proved.counterexample, assignment.decide, assignment.advice),
        history_dependent=any(_differ(replies[p], second[p]) for p in steady),
        choice=by_chance.choice,
        accelerated=bench.accelerated,
    )
    return Play(replies, answers, proved, match, frozenset((*slot.functions, *slot.given)))


def _swept(
    bench: Bench, setting: Setting, on_progress: Callable[[int, int], None]
) -> dict[Position, Reply]:
    """Return the reply at every decision; an accelerated one only where it is right.

    Whatever is wrong is asked again plainly, and so is a sample of what is right. One difference,
    and everything is asked plainly.
    """
    asked = proof.questions(bench.assignment.match)
    for way in bench.ways(setting):
        with suppress(DroppedError):
            replies = _Sweep(bench, way, on_progress).replies(asked)
            return {**replies, **_again_plainly(bench, way, replies)} if way.fast else replies
    raise AssertionError("a plain sweep is never dropped")


def _again_plainly(
    bench: Bench, way: Setting, replies: Mapping[Position, Reply]
) -> dict[Position, Reply]:
    """Return the plain replies wherever an accelerated one is not right, and at a sample.

    Raises:
        DroppedError: if one of them is another reply.
    """
    right = [position for position, reply in replies.items() if _is_right(position, reply, bench)]
    sure = set(right) - {right[n] for n in sample(right, bench.assignment.match)}
    plain = _Sweep(bench, way.plain, lambda _done, _of: None)
    second = plain.replies([position for position in replies if position not in sure])
    if not all(alike(replies[position], reply) for position, reply in second.items()):
        bench.drop(way)
    return second


def _asked_again(
    bench: Bench, setting: Setting, positions: Sequence[Position]
) -> dict[Position, Reply]:
    """Return the replies of a worker that was not asked anything before."""
    for way in bench.ways(setting):
        with suppress(DroppedError):
            return _Sweep(bench, way, lambda _done, _of: None).replies(positions)
    raise AssertionError("a plain sweep is never dropped")


def _is_right(position: Position, reply: Reply, bench: Bench) -> bool:
    """Return whether ``reply`` keeps the value, changed nothing and owes nothing to chance."""
    found = proof.answer(position, [reply], bench.assignment.codec, bench.assignment.match)
    by_chance = isinstance(reply, Returned) and reply.by_chance
    return found.kind is Kind.OPTIMAL and not found.changed and not by_chance


def _typed(shown: Counterexample | None, decide: Role, guide: Guide) -> Counterexample | None:
    """Return ``shown`` with its question as a student would type it."""
    if shown is None:
        return None
    position = Position(guide.match.game.parse(shown.board), shown.turn)
    given = tuple(guide.given(word, position) for word in decide.arguments)
    return replace(shown, asked=typed(decide.function, given))


def _questions(bench: Bench, positions: Sequence[Position]) -> list[str]:
    """Return the question for a move at each of ``positions``, as it goes over the wire."""
    guide, words = bench.assignment.advice, bench.assignment.decide.arguments
    return [wire.write([guide.given(word, p) for word in words]) for p in positions]


@dataclass(frozen=True, slots=True)
class _Sweep:
    """One round of questions about where to move."""

    bench: Bench
    setting: Setting
    on_progress: Callable[[int, int], None]

    def replies(self, positions: Sequence[Position]) -> dict[Position, Reply]:
        """Return the reply at each of ``positions``; an empty board has a limit of its own."""
        assignment, match = self.bench.assignment, self.bench.assignment.match
        entries = match.table.entries
        of = sum(entries[p].nodes for p in positions)
        done = 0
        replies: dict[Position, Reply] = {}
        for is_opening, found in groupby(positions, key=partial(_is_opening, match)):
            group = list(found)

            def tell(n: int, group: list[Position] = group) -> None:
                nonlocal done
                done += entries[group[n]].nodes
                self.on_progress(done, of)

            asked = _questions(self.bench, group)
            limit_s = assignment.opening_call_s if is_opening else None
            decide = assignment.questions.decide
            new = self.bench.all(self.setting, decide, asked, limit_s, tell)
            must_be_finished(assignment.decide, new)
            replies |= zip(group, map(assignment.decide.answer, new), strict=True)
        return replies


@dataclass(frozen=True, slots=True)
class _ByChance:
    """All replies where chance has a say, and whether every course of chance was tried."""

    replies: Mapping[Position, tuple[Reply, ...]]
    choice: str


def _by_chance(bench: Bench, setting: Setting, replies: Mapping[Position, Reply]) -> _ByChance:
    """Enumerate what the program may answer wherever it drew lots, or failed to answer."""
    drew = [p for p, r in replies.items() if isinstance(r, Returned) and r.by_chance]
    if not drew:
        return _ByChance({}, "deterministic")
    assignment = bench.assignment
    drew += [p for p, r in replies.items() if isinstance(r, Raised)]
    asked = _questions(bench, drew)
    decide = assignment.questions.decide
    varied = bench.every(setting, decide, asked, assignment.opening_call_s)
    found = {
        p: tuple(
            assignment.decide.answer(r)
            for r in all_of_it.replies
            if isinstance(r, Returned | Raised)
        )
        or (replies[p],)
        for p, all_of_it in zip(drew, varied, strict=True)
    }
    complete = all(all_of_it.complete for all_of_it in varied)
    return _ByChance(found, "exhaustive" if complete else "sampled")


def _is_opening(match: Match, position: Position) -> bool:
    return position == match.game.opening(position.turn)


def _differ(first: Reply, second: Reply) -> bool:
    """Return whether two replies to one question are two different answers."""
    if isinstance(first, Returned) and isinstance(second, Returned):
        return repr(first.value) != repr(second.value)
    return {type(first), type(second)} == {Returned, Raised}


def _unwritten(reply: Reply) -> str:
    is_it = isinstance(reply, Raised) and reply.type_name == "NotImplementedError"
    return reply.function if is_it else ""  # type: ignore[union-attr] # narrowed by is_it


def _listed(squares: tuple[Move, ...]) -> str:
    return " or ".join(map(str, squares))


def _reworded(error: BaseException, text: str) -> BaseException:
    message = f"{text}: {error}"
    match error:
        case StoppedError():
            return StoppedError(message, error.verdict)
        case _:
            return EngineError(message, getattr(error, "verdict", Verdict.RUNTIME_ERROR))
