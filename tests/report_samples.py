"""A class of sixteen, as the reports get it: values only, the same at every run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Any

from grader.model import (
    CheckResult,
    Counterexample,
    Example,
    Finding,
    Grade,
    Graded,
    Layer,
    Missing,
    Proof,
    Submission,
    Ungraded,
    Verdict,
    Visibility,
)
from grader.report.view import ClassReport, RubricLine

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "warmup": "Warm-up: factorial",
        "rules": "Rules of the game",
        "search": "Search: minimax",
        "move": "Choosing a move",
        "perfect_play": "Perfect play",
        "extensions": "Extensions (bonus)",
    }
)
STANDARDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "warmup": ("3B-AP-08", "HS-ALG-PS-02"),
        "rules": ("3B-AP-10", "3B-AP-14", "HS-ALG-PS-03"),
        "search": ("3B-AP-11", "3B-AP-13", "HS-ALG-PS-04"),
        "move": ("3B-AP-09", "HS-ALG-ML-06"),
        "perfect_play": ("3B-AP-21", "HS-PRO-TR-19"),
        "extensions": ("HS-PRO-PD-12",),
    }
)
V, H = Visibility.VISIBLE, Visibility.HIDDEN


@dataclass(frozen=True, slots=True)
class Planned:
    layer: str
    name: str
    title: str
    visibility: Visibility
    points: str
    function: str


PLAN = tuple(
    Planned(*row)
    for row in (
        ("warmup", "base", "0! is 1 and 1! is 1", V, "1", "factorial"),
        ("warmup", "small", "3! is 6 and 5! is 120", V, "1", "factorial"),
        ("warmup", "all", "every factorial up to 20", H, "3", "factorial"),
        ("rules", "rows", "three in a row win, in each of the rows", V, "0.5", "check_winner"),
        ("rules", "columns", "three in a column win", V, "0.5", "check_winner"),
        ("rules", "diagonals", "three on a diagonal win", V, "0.5", "check_winner"),
        ("rules", "empty", "three empty squares are no win", V, "0.5", "check_winner"),
        ("rules", "full", "a board without an empty square is full", V, "0.5", "is_board_full"),
        ("rules", "notfull", "a board with an empty square is not full", V, "0.5", "is_board_full"),
        ("rules", "every", "check_winner on all 8,533 boards", H, "14", "check_winner"),
        ("rules", "everyfull", "is_board_full on all 8,533 boards", H, "8", "is_board_full"),
        ("search", "won", "a won board is worth more than a drawn one", V, "0.5", "minimax"),
        ("search", "draw", "a draw is worth more than a loss", V, "0.5", "minimax"),
        ("search", "one", "looks one move ahead, for both sides", V, "0.5", "minimax"),
        ("search", "two", "sees that the opponent will block", V, "0.5", "minimax"),
        ("search", "finished", "finished boards, whoever is asked about", H, "12", "minimax"),
        ("search", "deep", "four to six empty squares", H, "21", "minimax"),
        ("move", "win", "takes a win that is there", V, "0.5", "get_best_move"),
        ("move", "block", "blocks a win that is threatened", V, "0.5", "get_best_move"),
        (
            "move",
            "keeps",
            "with six empty squares at most, keeps every win",
            H,
            "12",
            "get_best_move",
        ),
        (
            "perfect_play",
            "legal",
            "answers every one of the 4,520 boards with a legal move",
            V,
            "4",
            "get_best_move",
        ),
        ("perfect_play", "second", "cannot be beaten moving second", V, "5", "get_best_move"),
        ("perfect_play", "first", "cannot be beaten moving first", V, "3", "get_best_move"),
        (
            "perfect_play",
            "value",
            "keeps the result wherever it can be lost",
            V,
            "10",
            "get_best_move",
        ),
        (
            "extensions",
            "fast",
            "wins as fast and loses as late as possible",
            H,
            "0",
            "get_best_move",
        ),
    )
)
ORDER = ("factorial", "check_winner", "is_board_full", "minimax", "get_best_move")

DIAGONAL = Example(
    "check_winner",
    "X.O.X.O.X",
    'check_winner(["X", " ", "O", " ", "X", " ", "O", " ", "X"])',
    "None",
    '"X"',
)
BLOCK = Example(
    "get_best_move",
    "X.O.X....",
    'get_best_move(["X", " ", "O", " ", "X", " ", " ", " ", " "])',
    "1",
    "8",
    1,
    (8,),
)
LOSING = Counterexample(
    "X.O.X....", "O", 1, "", (8,), (0, 2, 4, 1, 8), "X", own_play=True, outcome="X wins"
)
LEADS_TO = Counterexample(
    "XO.......", "O", None, "None", (3, 4, 6), (0, 1), "X", own_play=False, outcome="illegal answer"
)
PERFECT = Proof(
    4520, 4520, 4520, 0, 0, 0, 0, 0, 0, 101, 59, 3191, 3191,
    beatable_as_first=False, beatable_as_second=False,
    forfeits_as_first=False, forfeits_as_second=False,
    changed_its_argument=False, counterexample=None,
)  # fmt: skip
BEATEN = replace(
    PERFECT, optimal=3839, loses_value=681, thrown_wins=212, thrown_draws=469, contested_kept=2510,
    beatable_as_first=True, beatable_as_second=True, counterexample=LOSING,
    line_as_first=(1, 4, 0, 2, 3, 6), line_as_second=LOSING.line,
)  # fmt: skip
SPEECHLESS = replace(
    PERFECT, optimal=3888, no_answer=598, errors=34, contested_kept=3150,
    forfeits_as_second=True, changed_its_argument=True, counterexample=LEADS_TO,
)  # fmt: skip


def _finding(slug: str, function: str, *words: str, likely: bool = False, **more: Any) -> Finding:
    title, evidence, advice, board = words
    return Finding(slug, function, not likely, title, evidence, advice, board, **more)


FINDINGS: Mapping[str, Finding] = MappingProxyType({
    finding.slug: finding
    for finding in (
        _finding(
            "empty-line-is-a-win", "check_winner", "Three empty squares count as a win",
            'On the empty board, check_winner returned " "; None was due.',
            "Before you compare three squares, ask whether the first of them holds a mark at all.",
            ".........",
        ),
        _finding(
            "diagonal-missed", "check_winner", "One diagonal is never seen",
            'X holds the squares 2, 4 and 6, and check_winner returned None; "X" was due.',
            "Write down the three squares of both diagonals and compare them with your list.",
            "OOX.X.X..",
        ),
        _finding(
            "draw-is-no-base-case", "minimax", "A full board without a winner has no value",
            "On a full board, minimax returned -inf; 0 was due.",
            "Which two ways can a game end? minimax has to stop at both of them.",
            "XOXXOOOXX",
        ),
        _finding(
            "both-sides-maximise", "minimax", "Both sides choose the largest value",
            "With the opponent to move, minimax returned the best value for your program.",
            "Trace a board with two empty squares by hand: who chooses at each level, and what "
            "does that player want?",
            "XX.OO.X..",
            likely=True,
        ),
        _finding(
            "none-when-lost", "get_best_move", "No square is chosen when every move loses",
            "On a lost board, get_best_move returned None; any free square would have done.",
            "What is your best value before the first square has been looked at?",
            "XO.OX.X..",
        ),
        _finding(
            "slow-win", "get_best_move", "A win is taken later than it could be",
            "Square 2 wins at once; square 0 was chosen and wins, too.",
            "If you like: let a win count for more, the sooner it comes.",
            "...X.OXXO",
            harmless=True,
        ),
    )
})  # fmt: skip

SOURCE = """EMPTY, PLAYER_X, PLAYER_O = " ", "X", "O"


def check_winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c]:
            return board[a]
    return None
"""


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    done: int = 5  # how many functions, in the course's order, are written
    failing: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    proof: Proof | None = PERFECT
    bonus: str = "0"
    output: str = ""
    notes: tuple[str, ...] = ()


EMPTY_LINE = ("rules/empty", "rules/every")
SIGNS = (
    "search/one",
    "search/two",
    "search/deep",
    "move/block",
    "move/keeps",
    "perfect_play/value",
)
BOTH = (*SIGNS, "perfect_play/second", "perfect_play/first")
PROFILES = (
    Profile("Ada Lindqvist", bonus="3"),
    Profile("Benedikt Okafor", failing=EMPTY_LINE, findings=("empty-line-is-a-win", "slow-win")),
    Profile("Chloé Dubois", failing=("rules/diagonals", "rules/every", *BOTH), proof=BEATEN,
            findings=("diagonal-missed", "both-sides-maximise", "slow-win"),
            output="Welcome to tic-tac-toe!\nYou are X, the computer is O.\n",
            notes=("main.py asked for input when it was loaded; it was loaded without it.",)),
    Profile("Dmitri Petrov", done=3, proof=None),
    Profile("Elif Demir", failing=BOTH, findings=("both-sides-maximise",), proof=BEATEN),
    Profile("Farid Haidari", failing=("perfect_play/legal",), findings=("none-when-lost",),
            proof=SPEECHLESS),
    Profile("Grace Nakamura"),
    Profile("Hồ Minh Anh", failing=(*EMPTY_LINE, "search/draw", "search/finished", *BOTH),
            findings=("empty-line-is-a-win", "draw-is-no-base-case"), proof=BEATEN),
    Profile("Imani Wright", done=0, proof=None),
    Profile("Jonas Köhler", failing=("search/draw", "search/finished", *BOTH),
            findings=("draw-is-no-base-case",), proof=BEATEN),
    Profile("Katarzyna Wiśniewska-Brzęczyszczykiewicz", failing=EMPTY_LINE,
            findings=("empty-line-is-a-win",), bonus="2"),
    Profile("Liam O'Connor", done=4, proof=None, failing=BOTH, findings=("both-sides-maximise",)),
    Profile("Maya Cohen", findings=("slow-win",)),
)  # fmt: skip
UNSEEN = (
    Ungraded(
        Submission("Noor van Dijk", "noor-van-dijk", "noor/main.py", {"main.py": SOURCE}),
        "The worker could not be started: no memory was left on this machine.",
    ),
    Missing("Oskar Lund", "oskar-lund", "oskar", "There is no main.py; there is main.docx."),
    Missing("Priya Raman", "priya-raman", "priya", "The folder is empty."),
)


def sample_class() -> ClassReport:
    return ClassReport(
        "csroom", "Tic-tac-toe with minimax", "confined", Fraction(100), TITLES,
        (*(graded(profile) for profile in PROFILES), *UNSEEN),
        "2026-12-01T14:05:00+00:00", "0.1.0",
        (
            RubricLine("Readability", "Names say what things are; functions are short; comments "
                       "say why, not what."),
            RubricLine("Explanation", "Explains in one sentence how minimax chooses, and traces "
                       "one small board by hand."),
        ),
    )  # fmt: skip


def graded(profile: Profile) -> Graded:
    ident = profile.name.split()[0].lower().encode("ascii", "ignore").decode()
    results = [_result(planned, profile) for planned in PLAN]
    layers = tuple(_layer(name, list(group)) for name, group in groupby(results, lambda r: r.layer))
    grade = Grade(
        sum((layer.score for layer in layers), Fraction(0)),
        sum((layer.max_score for layer in layers), Fraction(0)),
        sum((layer.bonus for layer in layers), Fraction(0)),
        layers,
    )
    files = {"main.py": SOURCE, "warmup_factorial.py": "def factorial(n):\n    ...\n"}
    return Graded(
        Submission(profile.name, ident, f"{ident}/main.py", files),
        grade,
        profile.proof,
        tuple(FINDINGS[slug] for slug in profile.findings),
        profile.notes,
        profile.output,
        "confined",
        3.207,
    )


def _result(planned: Planned, profile: Profile) -> CheckResult:
    ident = f"{planned.layer}/{planned.name}"
    started = planned.function in ORDER[: profile.done]
    verdict, message = Verdict.ACCEPTED, ""
    examples: tuple[Example, ...] = ()
    if planned.layer in {"perfect_play", "extensions"} and profile.done < len(ORDER):
        verdict = Verdict.SKIPPED
    elif not started:
        verdict, message = Verdict.NOT_STARTED, f"{planned.function} is not written yet."
    elif ident in profile.failing:
        verdict, message = Verdict.WRONG_ANSWER, "Another answer was due here."
        examples = (DIAGONAL if planned.function == "check_winner" else BLOCK,)
    earned = Fraction(planned.points) if verdict is Verdict.ACCEPTED else Fraction(0)
    bonus = Fraction(profile.bonus) if planned.layer == "extensions" else Fraction(0)
    if planned.layer == "extensions" and not bonus and verdict is Verdict.ACCEPTED:
        verdict = Verdict.NOT_STARTED
    return CheckResult(
        ident,
        planned.layer,
        planned.title,
        planned.visibility,
        verdict,
        earned,
        Fraction(planned.points),
        bonus,
        message,
        blocked_by="get_best_move" if verdict is Verdict.SKIPPED else "",
        functions=(planned.function,),
        examples=examples,
    )


def _layer(name: str, checks: list[CheckResult]) -> Layer:
    return Layer(
        name,
        TITLES[name],
        V,
        sum((check.score for check in checks), Fraction(0)),
        sum((check.max_score for check in checks), Fraction(0)),
        sum((check.bonus for check in checks), Fraction(0)),
        tuple(checks),
        STANDARDS[name],
    )
