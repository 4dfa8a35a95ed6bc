"""The nouns of grading, as frozen values. No input, no output and no rules live here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from reference.game import Mark, Move, Position


class Verdict(Enum):
    """The judgement on one check, in contest-judge terms."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    NOT_STARTED = "not_started"
    SKIPPED = "skipped"
    JUDGE_ERROR = "judge_error"


class Visibility(Enum):
    """Whether a student may see a check by itself, or only within its layer's total."""

    VISIBLE = "visible"
    HIDDEN = "hidden"


# ---------------------------------------------------------------------------- a submission


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in, as text. Nothing of it has been run or parsed.

    Attributes:
        student: the name as found; hostile text.
        ident: a file name made from it, safe on every system and unique in its class.
        origin: where it was read from, for people, e.g. ``ada/main.py``.
        files: name inside the submission (``main.py``, ``game/rules.py``) to source text.
        notes: what was put right or left out while reading, in plain words.
        unreadable: files that are there and hold no text to run (NUL bytes, too large), and why.
    """

    student: str
    ident: str
    origin: str
    files: Mapping[str, str]
    notes: tuple[str, ...] = ()
    unreadable: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Missing:
    """A student of whom there is nothing to grade, and why; no grade, and a person must look."""

    student: str
    ident: str
    origin: str
    reason: str


# ---------------------------------------------------------------------------- one call


@dataclass(frozen=True, slots=True)
class Opaque:
    """A returned object that is no plain data: only its type's name came across.

    Equal to nothing but another look at the same kind of thing; never to a right answer.
    """

    type_name: str

    def __repr__(self) -> str:
        return f"<{self.type_name}>"


@dataclass(frozen=True, slots=True)
class Handle:
    """An object that lives in the worker, named by number, to call methods on."""

    number: int


@dataclass(frozen=True, slots=True, repr=False)
class Recipe:
    """An object of the submission's own class, to be made in the worker for one question.

    Attributes:
        of: the class.
        arguments: what it is made with.
        steps: the methods to call on it, in turn, and with what.
        show: the attribute to look at for whether a question changed it; ``""`` for none.
        text: the object as a student would write it down.
    """

    of: str
    arguments: tuple[object, ...] = ()
    steps: tuple[tuple[str, tuple[object, ...]], ...] = ()
    show: str = ""
    text: str = ""

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Returned:
    """The submission answered.

    Attributes:
        value: the value, of exact builtin types; ``Opaque`` or ``Handle`` for anything else.
        arguments_after: the arguments as the call left them, or None if it left them alone.
        by_chance: whether the answer may be another one next time.
    """

    value: object
    arguments_after: tuple[object, ...] | None = None
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class Raised:
    """The submission raised an exception.

    Attributes:
        type_name: the exception's type, e.g. ``"TypeError"``.
        message: its text if the type is built in, else empty.
        line: the innermost line of the submission it came through, or None.
        function: the function that line is in, or ``""``.
        file: the file that line is in, or ``""``.
    """

    type_name: str
    message: str = ""
    line: int | None = None
    function: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """No answer within ``limit_s`` seconds; the worker was killed."""

    limit_s: float


@dataclass(frozen=True, slots=True)
class Crashed:
    """The worker is gone: what became of it, in plain words."""

    reason: str
    verdict: Verdict = Verdict.RUNTIME_ERROR


@dataclass(frozen=True, slots=True)
class Unasked:
    """The question was not put, because of ``reason``: a budget is spent, or no worker lives."""

    reason: str
    verdict: Verdict = Verdict.TIME_LIMIT


@dataclass(frozen=True, slots=True)
class Varied:
    """All that a program of chance can answer to one question.

    Attributes:
        replies: each distinct reply once.
        complete: whether every course of chance was tried; if not, they are a sample.
        runs: how many runs they come from.
    """

    replies: tuple[Reply, ...]
    complete: bool
    runs: int


Reply: TypeAlias = Returned | Raised | TimedOut | Crashed | Unasked


# ---------------------------------------------------------------------------- judgement


@dataclass(frozen=True, slots=True)
class Example:
    """One board a check was lost on: what was asked, answered and due, in words.

    Attributes:
        function: the function that was asked.
        board: the board in ``reference.notation``.
        asked: the call as a student would type it.
        got: what came back, as text.
        due: what was due, as text.
        answer: the move answered, if the answer is one.
        right: the right moves, where the question was for a move.
    """

    function: str
    board: str
    asked: str
    got: str
    due: str
    answer: Move | None = None
    right: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict on one check.

    Attributes:
        ident: ``layer/name``, unique within the assignment.
        title: one sentence in plain words.
        score: points earned, never more than ``max_score``.
        bonus: extra points earned; a check with bonus has ``max_score`` 0.
        note: how it was accepted, if not plainly, e.g. "right, given a right check_winner".
        blocked_by: the function whose absence skipped the check, or ``""``.
    """

    ident: str
    layer: str
    title: str
    visibility: Visibility
    verdict: Verdict
    score: Fraction
    max_score: Fraction
    bonus: Fraction = Fraction(0)
    message: str = ""
    note: str = ""
    blocked_by: str = ""
    functions: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    """The checks of one layer, added up."""

    name: str
    title: str
    visibility: Visibility
    score: Fraction
    max_score: Fraction
    bonus: Fraction
    checks: tuple[CheckResult, ...]
    standards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grade:
    """Points earned out of points possible; exact, rounded only where they are shown."""

    score: Fraction
    max_score: Fraction
    bonus: Fraction
    layers: tuple[Layer, ...]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A line of play that leads to a decision the program gets wrong.

    Attributes:
        board: the board at that decision, in ``reference.notation``.
        turn: the program's mark.
        answer: the square it answered, or None if it answered no legal square.
        said: what it answered, as text, where ``answer`` is None.
        right: the squares that keep the value.
        line: the squares played from the empty board on, opener first.
        opener: the mark that made the first move of ``line``.
        own_play: True if every move of the program in ``line`` is its own reply, and the line
            goes on to the program's defeat; False if it merely leads to the board by the rules.
        outcome: how it ends, e.g. ``"X wins"``, ``"draw thrown away"``, ``"illegal answer"``.
        asked: the question as a student would type it, e.g. ``get_best_move(['X', …])``.
    """

    board: str
    turn: Mark
    answer: Move | None
    said: str
    right: tuple[Move, ...]
    line: tuple[Move, ...]
    opener: Mark
    own_play: bool
    outcome: str
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the program does at each of its decisions; five counts that add up to ``asked``.

    ``optimal`` + ``loses_value`` + ``illegal`` + ``no_answer`` + ``errors`` = ``asked`` ≤
    ``positions``, and ``thrown_wins`` + ``thrown_draws`` = ``loses_value``.

    Attributes:
        slow_wins: optimal answers that win later than they could.
        contested: decisions that can be got wrong; ``contested_kept`` of them are not.
        hasty_losses: answers in lost positions that lose sooner than they must.
        beatable_as_first: whether play alone beats it when it opens; likewise as second.
        forfeits_as_first: whether its own games reach a decision it gives no legal answer to.
        history_dependent: whether an answer changed when asked in another order.
        accelerated: whether recursive functions remembered what they answered meanwhile.
        choice: ``deterministic``, ``exhaustive`` (every chance enumerated) or ``sampled``.
        line_as_first: the shortest game that beats it when it opens, or nothing.
        within: the most moves that were left where it was asked; 0 if it was asked everywhere.
    """

    positions: int
    asked: int
    optimal: int
    illegal: int
    errors: int
    no_answer: int
    loses_value: int
    thrown_wins: int
    thrown_draws: int
    slow_wins: int
    hasty_losses: int
    contested: int
    contested_kept: int
    beatable_as_first: bool
    beatable_as_second: bool
    forfeits_as_first: bool
    forfeits_as_second: bool
    changed_its_argument: bool
    counterexample: Counterexample | None
    history_dependent: bool = False
    choice: str = "deterministic"
    accelerated: bool = False
    line_as_first: tuple[Move, ...] = ()
    line_as_second: tuple[Move, ...] = ()
    within: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One named fault or remark, with the smallest board that shows it.

    Attributes:
        slug: stable name; the heading to look up in ``docs/findings.md``.
        function: the function to look at, or ``""`` for the file as a whole.
        certain: whether the evidence leaves no other cause.
        title: what is observed, in one short sentence.
        evidence: the question, the answer and what was due, in words.
        advice: what to do next; never the solution.
        board: the smallest board that shows it, in ``reference.notation``, or ``""``.
        harmless: a remark that costs no points.
        candidates: the names of causes that would each explain what is observed.
        gain: what mending the function would bring, as far as the layers show it; 0 if unknown.
    """

    slug: str
    function: str
    certain: bool
    title: str
    evidence: str
    advice: str
    board: str = ""
    harmless: bool = False
    candidates: tuple[str, ...] = ()
    gain: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The replies of one function, position by position: what a diagnosis compares.

    Attributes:
        given_right: whether right helpers stood in for the submission's own.
        replies: position to reply; of a function that is asked of a board alone, the turn is the
            program's.
        role: the part in the game it was asked for, or ``""``: one function may play two.
    """

    function: str
    given_right: bool
    replies: Mapping[Position, Reply]
    role: str = ""


@dataclass(frozen=True, slots=True)
class Examination:
    """All that came of running the checks on one submission; what diagnosis starts from.

    Attributes:
        facts: short, named observations the checks made on the way, e.g. how loading went.
        sheets: the answer sheets of the functions that were asked board by board.
    """

    results: tuple[CheckResult, ...]
    proof: Proof | None
    facts: tuple[tuple[str, str], ...] = ()
    sheets: tuple[Sheet, ...] = ()
    output: str = ""
    sandbox: str = "limited"
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Graded:
    """Everything a report needs about one submission."""

    submission: Submission
    grade: Grade
    proof: Proof | None
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    output: str = ""
    sandbox: str = "limited"
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Ungraded:
    """A submission the grader could not judge: no grade, and a person must look."""

    submission: Submission
    reason: str


Outcome: TypeAlias = Graded | Ungraded | Missing
