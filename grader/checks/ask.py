"""Many questions of one kind, and what all their answers must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TypeAlias

from grader.checks.bench import AGAIN, CHANCE, PLAY, Bench, Setting
from grader.checks.game import Case
from grader.checks.judgement import Judged, StoppedError, WrongAnswerError, told, value_of
from grader.checks.rates import bounds
from grader.checks.sampling import alike, sample
from grader.guide import BOARD, Guide, Role, typed
from grader.model import Example, Raised, Recipe, Reply, Returned, Verdict
from grader.sandbox import wire
from reference.game import Move

# the name of something a case has, or a function of the case
Argument: TypeAlias = str | Callable[[Case], object]
Groups: TypeAlias = Mapping[int, Sequence[tuple[Case, float]]]
FEW_EMPTIES = 3
WELL_PERCENT = 95
SEARCHES = ("value", "decide")  # the roles in which a program's work lies


class Ask:
    """``ask("check_winner", game.boards)`` asks about every case and returns the answers.

    A function is asked as ``[roles]`` of assignment.toml says, or of the board alone, unless other
    arguments are named. A role, e.g. ``ask("value", …)``, stands for the function that plays it.
    """

    def __init__(self, bench: Bench, setting: Setting, *, noted: bool = True) -> None:
        self._bench = bench
        self._setting = setting
        self._noted = noted

    def __call__(self, function: str, cases: Sequence[Case], *arguments: Argument) -> Answers:
        """Return the answers to ``function`` of ``arguments`` (the board, if none is given)."""
        limits, guide = self._bench.assignment, self._bench.assignment.advice
        name = guide.role_of(function) if not arguments else ""
        role = guide.roles.get(name, Role(function, ()))
        setting = self._for(name, role.function)
        role = self._taken(setting, role)
        given: Sequence[Argument] = arguments or (_as_asked(guide, role) if name else (BOARD.name,))
        function = role.function
        if name not in SEARCHES and not (arguments and name == ""):
            setting = setting.plain
        ordered = sorted(cases, key=lambda case: case.empties)  # deep boards are cheap: first
        replies: list[Reply] = []
        for is_opening, group in groupby(ordered, key=lambda case: case.is_opening):
            asked = _questions(group, given)
            limit_s = limits.opening_call_s if is_opening else None
            new = self._bench.all(setting, function, asked, limit_s)
            must_be_finished(role, new)
            replies += map(role.answer, new)
        pairs = list(zip(ordered, replies, strict=True))
        if setting.fast:
            self._compare(setting, role, given, pairs)
        noted = {case.position: reply for case, reply in pairs}
        if self._noted:
            self._bench.note(setting, function, noted, name)
        paired = sorted(pairs, key=lambda pair: -pair[0].empties)
        again = partial(self._confirm, setting, role, given) if setting.fast else None
        return Answers(
            function,
            tuple(given),
            tuple(paired),
            limits.codec.decode_move,
            self.own.plays_well,
            again,
        )

    def _taken(self, setting: Setting, role: Role) -> Role:
        """Return ``role``, or the other way to ask its function, if that wants more arguments."""
        guide = self._bench.assignment.advice
        for other in role.otherwise:
            given = tuple(guide.given(word, guide.match.decisions[-1]) for word in role.arguments)
            (reply,) = self._bench.all(setting.plain, role.function, [wire.write(given)])
            if not _wants_more(reply):
                break
            role = other
        return role

    def every(self, function: str, cases: Sequence[Case], *arguments: Argument) -> Answers:
        """Return all answers to ``function``, a program of chance, under every course of it."""
        bench = self._bench
        setting = replace(self._setting.plain, purpose=CHANCE)
        varied = bench.every(setting, function, _questions(cases, arguments))
        pairs = [(case, r) for case, v in zip(cases, varied, strict=True) for r in v.replies]
        return Answers(function, arguments, tuple(pairs), bench.assignment.codec.decode_move)

    def _compare(
        self,
        setting: Setting,
        role: Role,
        given: Sequence[Argument],
        pairs: Sequence[tuple[Case, Reply]],
    ) -> None:
        """Ask a sample again plainly.

        Raises:
            DroppedError: if an answer is another one then.
        """
        running = [pair for pair in pairs if not pair[0].over]
        positions = [case.position for case, _ in running]
        picked = sample(positions, self._bench.assignment.match)
        self._confirm(setting, role, given, [running[n] for n in picked])

    def _confirm(
        self,
        setting: Setting,
        role: Role,
        given: Sequence[Argument],
        pairs: Sequence[tuple[Case, Reply]],
    ) -> None:
        """Ask ``pairs`` again plainly.

        Raises:
            DroppedError: if an answer is another one then.
        """
        limits = self._bench.assignment
        for is_opening, group in groupby(pairs, key=lambda pair: pair[0].is_opening):
            found = list(group)
            asked = _questions((case for case, _ in found), given)
            limit_s = limits.opening_call_s if is_opening else None
            plain = self._bench.all(setting.plain, role.function, asked, limit_s)
            said = [reply for _, reply in found]
            if not all(alike(r, role.answer(p)) for r, p in zip(said, plain, strict=True)):
                self._bench.drop(setting)

    def plays_well(self) -> bool:
        """Return whether the program, as written, chooses well with few squares left."""
        assignment = self._bench.assignment
        match, codec = assignment.match, assignment.codec
        last = [p for p in match.decisions if match.game.plies_left(p.board) <= FEW_EMPTIES]
        few = [Case(p.board, p.turn, match, codec) for p in last if match.can_go_wrong(p)]
        role = "decide" if "decide" in assignment.advice.roles else assignment.questions.decide
        answers = self(role, few)
        right = sum(
            isinstance(r, Returned) and codec.decode_move(r.value) in case.right
            for case, r in answers.pairs
        )
        return 100 * right >= WELL_PERCENT * len(few)

    def _for(self, role: str, function: str) -> Setting:
        """Return the setting to ask ``function`` in: the choice of moves has one of its own."""
        chooses = role == "decide" or (
            not role and function == self._bench.assignment.questions.decide
        )
        fresh = chooses and not self._setting.purpose
        return replace(self._setting, purpose=PLAY) if fresh else self._setting

    @property
    def own(self) -> Ask:
        """The submission as written, whatever stands in for its functions elsewhere."""
        return Ask(self._bench, Setting(self._setting.fixture))

    @property
    def aside(self) -> Ask:
        """The same, for questions that are no part of the game: a diagnosis does not see them."""
        return Ask(self._bench, self._setting, noted=False)

    @property
    def again(self) -> Ask:
        """The same in a worker that has not been asked anything yet."""
        return Ask(self._bench, replace(self._setting, purpose=AGAIN))

    @staticmethod
    def made(of: str, *arguments: object) -> Callable[[Case], object]:
        """Return the argument that is an object of the class ``of``, made anew for each case."""
        text = typed(of, arguments)
        return lambda _: Recipe(of, arguments, text=text)

    def has(self, function: str) -> bool:
        """Return whether the submission defines ``function``."""
        role = self._bench.assignment.advice.roles.get(function)
        name = role.function if role else function
        return name in self._bench.loading(self._setting.fixture).functions

    def moved_to(self, setting: Setting) -> Ask:
        """Return the same submission in other surroundings."""
        return Ask(self._bench, setting)


@dataclass(frozen=True)
class Answers:
    """The replies to one function, simplest board first, and what to demand of them.

    Every demand raises on the simplest board that breaks it.
    """

    function: str
    arguments: tuple[Argument, ...]
    pairs: tuple[tuple[Case, Reply], ...]
    decode_move: Callable[[object], Move | None]
    plays_well: Callable[[], bool] = lambda: False
    again: Callable[[Sequence[tuple[Case, Reply]]], None] | None = None

    def values(self) -> Iterator[tuple[Case, object]]:
        """Yield each case with the value returned.

        Raises:
            EngineError, StoppedError: at the first that is no value.
        """
        for case, reply in self.pairs:
            if isinstance(reply, Returned):
                yield case, reply.value
            else:
                value_of(reply, [self.example(case, reply, "an answer")])

    def part(self, key: object) -> Answers:
        """Return what stands at ``key``, an index or a key, of each answer."""
        role = Role(self.function, (), (key,))
        return replace(self, pairs=tuple((case, role.answer(reply)) for case, reply in self.pairs))

    def must_vary(self) -> None:
        """Demand that on some board more than one answer is given."""
        given = Counter(case.position for case, _ in self.pairs)
        if self.pairs and max(given.values()) == 1:
            case, reply = self.pairs[0]
            example = self.example(case, reply, "another answer now and then")
            text = f"{self.function} always gives the same answer, e.g. {example.asked}"
            raise WrongAnswerError(text, [example])

    def must_equal(self, due: Callable[[Case], object]) -> None:
        """Demand exactly ``due``, type included: True is not 1."""
        self._each(lambda case, value: same(value, due(case)), lambda case: f"{due(case)!r}")

    def must_hold(self, fits: Callable[[Case, object], bool], due: Callable[[Case], str]) -> None:
        """Demand that ``fits``; ``due`` says in words what was."""
        self._each(fits, due)

    def must_find(self, due: Callable[[Case], object], expected: object, percent: int) -> None:
        """Demand ``expected`` in ``percent`` of the cases where it is due.

        So a constant does not pass for having been right where nothing was to be found.
        """
        cases = [(case, reply) for case, reply in self.pairs if same(due(case), expected)]
        missed = [
            (c, r) for c, r in cases if not (isinstance(r, Returned) and same(r.value, expected))
        ]
        if 100 * len(missed) > (100 - percent) * len(cases):
            example = self.example(*missed[0], f"{expected!r}")
            raise self._confirmed(
                self._wrong(missed[0][1], example, len(missed), len(cases)), missed[0]
            )

    def must_raise(self, why: str) -> None:
        """Demand an exception, of whatever type, at every case; ``why`` says what for."""
        for case, reply in self.pairs:
            if isinstance(reply, Returned):
                due = f"an exception, because {why}"
                raise self._wrong(reply, self.example(case, reply, due), 1, len(self.pairs))
            if not isinstance(reply, Raised):
                value_of(reply, [self.example(case, reply, "an exception")])

    def must_keep_value(self) -> None:
        """Demand a square that keeps the game value."""
        self._each(
            lambda case, value: self.decode_move(value) in case.right,
            lambda case: " or ".join(map(str, case.right)),
            self._move_example,
        )

    def must_stray(self, rate: float, alarm: float) -> None:
        """Demand that the value is given away as often as by a random move at this ``rate``.

        A random move may be drawn from all free squares, right ones included, or from the wrong
        ones alone: both are within the bounds, which a right program breaks once in 1/``alarm``.
        """
        cases = [case for case, _ in self.pairs]
        free = [len(case.free) for case in cases]
        low = [rate * (n - len(c.right)) / n for c, n in zip(cases, free, strict=True)]
        fewest, most = bounds(low, [rate] * len(cases), alarm)
        strayed = sum(self.decode_move(value) not in case.right for case, value in self.values())
        if not fewest <= strayed <= most:
            text = f"{self._call(cases[0])} and {len(cases) - 1:,} boards like it"
            told = f"{text}: the result is given away {strayed:,} times"
            raise WrongAnswerError(f"{told}; at this level {fewest:,} to {most:,} times are due")

    def must_leave_arguments(self) -> None:
        """Demand that no call changed what it was given."""
        for case, reply in self.pairs:
            if isinstance(reply, Returned) and reply.arguments_after is not None:
                example = self.example(case, reply, "the board left as it was")
                text = f"{self.function} changes the board it is given, e.g. {case.board}"
                raise self._confirmed(WrongAnswerError(text, [example]), (case, reply))

    def must_repeat(self, second: Answers) -> None:
        """Demand the same value from ``second``, asked of a fresh worker in another order."""
        later = {(case.notation, case.turn): reply for case, reply in second.pairs}
        for case, value in self.values():
            reply = later[case.notation, case.turn]
            if not same(value_of(reply), value):
                asked = self._call(case)
                text = f"{asked} is {value!r:.80} once and {value_of(reply)!r:.80} another time"
                raise WrongAnswerError(text, [self.example(case, reply, f"{value!r:.80} again")])

    def must_order(self) -> None:
        """Demand numbers that put every win above every draw and every draw above every loss.

        Only the order counts, so that any scale is right that chooses the same moves. Scores
        told from the other side are right too, for a program that chooses well by them.
        """
        self._each(lambda _, value: is_number(value), lambda _: "a number")
        groups: dict[int, list[tuple[Case, float]]] = {1: [], 0: [], -1: []}
        for case, value in self.values():
            groups[case.value].append((case, value))  # type: ignore[arg-type] # checked above
        fault = self._order_fault(groups)
        if fault is None:
            return
        turned = {value: [(c, -v) for c, v in group] for value, group in groups.items()}
        if self._order_fault(turned) is not None or not self.plays_well():
            raise self._confirmed(fault, *self._shown(fault))

    def _shown(self, fault: WrongAnswerError) -> list[tuple[Case, Reply]]:
        """Return the questions that the examples of ``fault`` show."""
        shown = {example.asked for example in fault.examples}
        return [pair for pair in self.pairs if self._call(pair[0]) in shown]

    def _confirmed(self, fault: Judged, *pairs: tuple[Case, Reply]) -> Judged:
        """Return ``fault``, after what shows it was asked again plainly if it was not before.

        Raises:
            DroppedError: if it is another answer then.
        """
        if self.again is not None and isinstance(fault, WrongAnswerError):
            self.again(pairs)
            fault.confirmed = True
        return fault

    def _order_fault(self, groups: Groups) -> WrongAnswerError | None:
        """Return the two boards that are furthest out of order, or None."""
        for higher, lower in ((1, 0), (0, -1), (1, -1)):
            if groups[higher] and groups[lower]:
                low = min(groups[higher], key=lambda pair: pair[1])
                high = max(groups[lower], key=lambda pair: pair[1])
                if low[1] <= high[1]:
                    return self._out_of_order(low, high)
        return None

    # ------------------------------------------------------------------ saying what is wrong

    def example(self, case: Case, reply: Reply, due: str) -> Example:
        """Return ``case`` as an example for the report."""
        return Example(self.function, case.notation, self._call(case), _said(reply), due)

    def _move_example(self, case: Case, reply: Reply, due: str) -> Example:
        """Return ``case`` with the square answered and the right ones marked."""
        square = self.decode_move(reply.value) if isinstance(reply, Returned) else None
        return replace(self.example(case, reply, due), answer=square, right=case.right)

    def _each(
        self,
        fits: Callable[[Case, object], bool],
        due: Callable[[Case], str],
        example: Callable[[Case, Reply, str], Example] | None = None,
    ) -> None:
        wrong = [
            (c, r) for c, r in self.pairs if not (isinstance(r, Returned) and fits(c, r.value))
        ]
        answered = [pair for pair in wrong if isinstance(pair[1], Returned)]
        if wrong:
            case, reply = (answered or wrong)[0]
            shown = (example or self.example)(case, reply, due(case))
            fault = self._wrong(reply, shown, len(wrong), len(self.pairs))
            raise self._confirmed(fault, (case, reply))

    def _wrong(self, reply: Reply, example: Example, wrong: int, of: int) -> Judged:
        """Return the failure that ``example`` shows, or raise what a reply without value means."""
        if not isinstance(reply, Returned):
            value_of(reply, [example])
        text = f"{example.asked} returned {example.got}; {example.due} was due"
        more = f" ({wrong:,} of {of:,} boards are wrong)" if wrong > 1 else ""
        return WrongAnswerError(text + more, [example])

    def _out_of_order(
        self, better: tuple[Case, float], worse: tuple[Case, float]
    ) -> WrongAnswerError:
        names = {1: "won", 0: "drawn", -1: "lost"}
        (good, low), (bad, high) = better, worse
        text = (
            f"{self._call(good)} is {low!r:.40} although it is {names[good.value]}, and "
            f"{self._call(bad)} is {high!r:.40} although it is {names[bad.value]} for the program"
        )
        above, below = f"above {high!r:.40}", f"below {low!r:.40}"
        examples = [
            Example(self.function, good.notation, self._call(good), f"{low!r:.40}", above),
            Example(self.function, bad.notation, self._call(bad), f"{high!r:.40}", below),
        ]
        return WrongAnswerError(text, examples)

    def _call(self, case: Case) -> str:
        return typed(self.function, tuple(_value(case, what) for what in self.arguments))


def begin(bench: Bench, role: str) -> None:
    """Ask one easy question and let pass a function that answers for ``role`` at all.

    Raises:
        StoppedError: "not started", see :func:`must_be_finished`.
    """
    guide = bench.assignment.advice
    played = guide.roles[role]
    question = wire.write(guide.arguments(role, guide.match.decisions[-1]))
    setting = Setting(bench.assignment.questions.fixture, purpose=PLAY)
    must_be_finished(played, bench.all(setting, played.function, [question]))


def _wants_more(reply: Reply) -> bool:
    """Return whether a call failed for having been given too few arguments."""
    missing = "required positional argument"
    return isinstance(reply, Raised) and reply.type_name == "TypeError" and missing in reply.message


def must_be_finished(role: Role, replies: Sequence[Reply]) -> None:
    """Let pass answers of a function that is written to its end.

    Raises:
        StoppedError: "not started", if it hands back numbers alone where a move belongs too.
    """
    if replies and all(map(role.is_begun, replies)):
        text = f"{role.function} hands back a value alone so far; the move beside it comes next"
        raise StoppedError(text, Verdict.NOT_STARTED)


def _as_asked(guide: Guide, role: Role) -> tuple[Argument, ...]:
    """Return the arguments of ``role``: the case's own board, and what the guide makes of words."""
    return tuple(BOARD.name if w == BOARD else partial(_given, guide, w) for w in role.arguments)


def _given(guide: Guide, word: object, case: Case) -> object:
    return guide.given(word, case.position)


def _value(case: Case, what: Argument) -> object:
    return getattr(case, what) if isinstance(what, str) else what(case)


def _questions(cases: Iterable[Case], given: Sequence[Argument]) -> list[str]:
    """Return the question about each case, as it goes over the wire."""
    if tuple(given) == (BOARD.name,):
        return [case.question for case in cases]
    return [f"[{','.join([_text(case, what) for what in given])}]" for case in cases]


def _text(case: Case, what: Argument) -> str:
    """Return one argument as it goes over the wire; boards are written once for all functions."""
    return case.board_text if what == "board" else wire.write_one(_value(case, what))


def same(value: object, due: object) -> bool:
    """Return whether ``value`` is ``due``, type included."""
    return type(value) is type(due) and value == due


def is_number(value: object) -> bool:
    """Return whether ``value`` is an int or float that can be compared; True is no number."""
    return type(value) in {int, float} and value == value  # noqa: PLR0124 - NaN is not itself


def _said(reply: Reply) -> str:
    match reply:
        case Returned(value):
            return f"{value!r:.80}"
        case Raised():
            return told(reply)
        case _:
            return "no answer"
