"""From what an examination found to what a student should do next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

import pytest

from grader.assignment import Assignment
from grader.diagnosis import diagnose
from grader.guide import Guide
from grader.model import (
    CheckResult,
    Examination,
    Example,
    Finding,
    Proof,
    Raised,
    Reply,
    Returned,
    Sheet,
    Verdict,
    Visibility,
)
from reference.board import Position, after, empty_squares, is_full, is_terminal, winner
from reference.minimax import search
from reference.tablebase import boards, decisions, running, tablebase

ADVICE = {"minimax": "Draw the tree."}
EXAMPLE = Example("minimax", "X........", "minimax(…)", "1", "0")
WON = CheckResult(
    ident="search/a",
    layer="search",
    title="Scores a draw.",
    visibility=Visibility.VISIBLE,
    verdict=Verdict.ACCEPTED,
    score=Fraction(1),
    max_score=Fraction(1),
    functions=("minimax",),
)
LOST = replace(
    WON, verdict=Verdict.WRONG_ANSWER, score=Fraction(0), message="10 is not 0", examples=(EXAMPLE,)
)
PERFECT = Proof(
    positions=4520,
    asked=4520,
    optimal=4520,
    illegal=0,
    errors=0,
    no_answer=0,
    loses_value=0,
    thrown_wins=0,
    thrown_draws=0,
    slow_wins=400,
    hasty_losses=0,
    contested=3191,
    contested_kept=3191,
    beatable_as_first=False,
    beatable_as_second=False,
    forfeits_as_first=False,
    forfeits_as_second=False,
    changed_its_argument=False,
    counterexample=None,
)


def found(
    *results: CheckResult, proof: Proof | None = None, facts: tuple[tuple[str, str], ...] = ()
) -> tuple[Finding, ...]:
    return diagnose(Examination(results, proof, facts), ADVICE)


def test_all_checks_passed_leave_nothing_to_say() -> None:
    assert found(WON) == ()


def test_the_first_check_lost_is_the_place_to_look() -> None:
    later = replace(LOST, title="Later", examples=())
    (finding,) = found(WON, LOST, later)
    assert finding == Finding(
        slug="wrong-answer",
        function="minimax",
        certain=True,
        title="minimax gives a wrong answer",
        evidence="Scores a draw: 10 is not 0",
        advice="Draw the tree.",
        board="X........",
        gain=Fraction(2),
    )


@pytest.mark.parametrize(
    ("verdict", "slug"),
    [
        (Verdict.WRONG_ANSWER, "wrong-answer"),
        (Verdict.RUNTIME_ERROR, "raises-an-error"),
        (Verdict.TIME_LIMIT, "too-slow"),
        (Verdict.MEMORY_LIMIT, "too-much-memory"),
        (Verdict.OUTPUT_LIMIT, "too-much-output"),
        (Verdict.NOT_STARTED, "not-started"),
    ],
)
def test_each_verdict_that_costs_points_has_its_finding(verdict: Verdict, slug: str) -> None:
    (finding,) = found(replace(LOST, verdict=verdict, examples=()))
    assert (finding.slug, finding.function, finding.board) == (slug, "minimax", "")


@pytest.mark.parametrize("verdict", [Verdict.SKIPPED, Verdict.ACCEPTED])
def test_what_costs_nothing_is_passed_over(verdict: Verdict) -> None:
    assert found(replace(LOST, verdict=verdict)) == ()
    assert found(replace(LOST, max_score=Fraction(0))) == ()


def test_the_example_says_which_function_is_to_blame() -> None:
    blamed = replace(LOST, examples=(replace(EXAMPLE, function="check_winner"),))
    (finding,) = found(blamed)
    assert finding.function == "check_winner"
    assert finding.advice == "Try the board shown by hand, and follow what happens."


def test_a_function_that_is_not_there_is_not_found() -> None:
    text = "there is no function minimax in main.py"
    (finding,) = found(replace(LOST, verdict=Verdict.NOT_STARTED, message=text))
    assert (finding.slug, finding.title) == ("function-missing", "minimax was not found")


def test_a_file_that_does_not_load_comes_alone() -> None:
    facts = (("load-problem", "main.py: SyntaxError: invalid syntax (main.py, line 3)"),)
    (finding,) = found(LOST, facts=facts)
    assert (finding.slug, finding.title) == ("does-not-load", "main.py does not load")
    assert finding.evidence == facts[0][1]
    assert not finding.harmless


@pytest.mark.parametrize(
    "facts",
    [
        (("load-problem", "main.py: EOFError"), ("all-functions-there", "main.py")),
        (("loaded-without-its-top-level", "main.py"),),
    ],
)
def test_a_game_that_starts_on_import_is_only_a_remark(facts: tuple[tuple[str, str], ...]) -> None:
    remark, fault = found(LOST, facts=facts)
    assert (remark.slug, remark.harmless) == ("game-starts-on-import", True)
    assert fault.slug == "wrong-answer"


def test_slow_wins_are_remarked_on_where_play_is_perfect() -> None:
    (finding,) = found(WON, proof=PERFECT)
    assert (finding.slug, finding.harmless) == ("slow-wins", True)
    assert "400" in finding.evidence
    assert found(WON, proof=replace(PERFECT, optimal=4519, loses_value=1)) == ()
    assert found(WON, proof=replace(PERFECT, slow_wins=0)) == ()


# ---------------------------------------------------------------------------- faults by name

BOARDS = [Position(board, "O") for board in boards()]
SEARCHED = [p for p in running() if p.board.count(None) <= 3]
SEARCHED += [p for p in BOARDS if is_terminal(p.board)]
SEARCHED += [Position(p.board, "X") for p in BOARDS if is_terminal(p.board)]


def sheet(
    function: str,
    positions: Iterable[Position],
    answer: Callable[[Position], object],
    *,
    given_right: bool = False,
) -> Sheet:
    replies: dict[Position, Reply] = {}
    for position in positions:
        value = answer(position)
        replies[position] = value if isinstance(value, Raised) else Returned(value)
    return Sheet(function, given_right, replies)


def score(position: Position) -> int:
    """Return what a right minimax says."""
    return -10 * search(position).value


def right_move(position: Position) -> int:
    return int(tablebase()[position].optimal[0])


RIGHT = {
    "check_winner": sheet("check_winner", BOARDS, lambda p: winner(p.board)),
    "is_board_full": sheet("is_board_full", BOARDS, lambda p: is_full(p.board)),
    "is_game_over": sheet("is_game_over", BOARDS, lambda p: is_terminal(p.board)),
    "get_valid_moves": sheet("get_valid_moves", running(), lambda p: list(empty_squares(p.board))),
    "minimax": sheet("minimax", SEARCHED, score),
    "get_best_move": sheet("get_best_move", decisions("O"), right_move),
}


def named(
    csroom: Assignment, *sheets: Sheet, results: tuple[CheckResult, ...] = ()
) -> tuple[Finding, ...]:
    own = {sheet.function: sheet for sheet in sheets if not sheet.given_right}
    given = [sheet for sheet in sheets if sheet.given_right]
    found = (*{**RIGHT, **own}.values(), *given)
    return diagnose(Examination(results, None, sheets=found), csroom.advice)


def test_right_sheets_have_no_fault(csroom: Assignment) -> None:
    assert named(csroom) == ()


def test_a_named_fault_takes_the_place_of_the_check_lost(csroom: Assignment) -> None:
    lost = replace(LOST, functions=("check_winner",), examples=())
    blind = sheet("check_winner", BOARDS, lambda _: None)
    (finding,) = named(csroom, blind, results=(lost,))
    assert finding.slug == "returns-nothing"
    assert finding.certain
    assert finding.board == "....OOXXX"
    assert finding.evidence.startswith(
        "check_winner([' ', ' ', ' ', ' ', 'O', 'O', 'X', 'X', 'X'])"
    )
    assert "returned None; 'X' was due" in finding.evidence
    assert finding.gain == 1


def test_a_check_lost_about_another_part_stays_in_front(csroom: Assignment) -> None:
    lost = replace(LOST, functions=("factorial",), examples=())
    blind = sheet("check_winner", BOARDS, lambda _: None)
    slugs = [finding.slug for finding in named(csroom, blind, results=(lost,))]
    assert slugs == ["wrong-answer", "returns-nothing"]


def test_a_function_is_not_blamed_for_what_it_calls(csroom: Assignment) -> None:
    """Wrong as written and right given right helpers: the helper alone is at fault."""
    blind = sheet("check_winner", BOARDS, lambda _: None)
    over = sheet("is_game_over", BOARDS, lambda p: is_full(p.board))
    nothing = sheet("minimax", SEARCHED, lambda _: 0)
    right = replace(RIGHT["minimax"], given_right=True)
    found = named(csroom, blind, over, nothing, right)
    assert [finding.function for finding in found] == ["check_winner"]


def test_a_function_wrong_given_right_helpers_is_blamed_after_them(csroom: Assignment) -> None:
    blind = sheet("check_winner", BOARDS, lambda _: None)
    reversed_ = sheet("minimax", SEARCHED, lambda p: -score(p) if is_terminal(p.board) else 0)
    worst = replace(reversed_, given_right=True)
    found = named(csroom, blind, reversed_, worst)
    assert [finding.function for finding in found] == ["check_winner", "minimax"]


def test_words_are_written_as_the_assignment_writes_them(csroom: Assignment) -> None:
    only_x = sheet("check_winner", BOARDS, lambda p: "X" if winner(p.board) == "X" else None)
    (finding,) = named(csroom, only_x)
    assert finding.title == "check_winner only ever finds a line of 'X'"
    short = sheet(
        "get_valid_moves", running(), lambda p: [s for s in empty_squares(p.board) if s < 7]
    )
    (finding,) = named(csroom, short)
    assert finding.title == "get_valid_moves never lists these squares: 7, 8"


def test_a_choice_is_judged_once_the_search_is_right(csroom: Assignment) -> None:
    first = sheet("get_best_move", decisions("O"), lambda p: empty_squares(p.board)[0])
    (finding,) = named(csroom, first)
    assert finding.slug == "takes-the-first-free-square"
    assert "returned 0; 4 was due" in finding.evidence


def test_what_was_said_and_what_was_due_is_in_words(csroom: Assignment) -> None:
    def made(position: Position) -> object:
        return csroom.codec.encode_board(after(position, empty_squares(position.board)[-1]).board)

    replies: dict[Position, Reply] = {p: Returned(made(p), ()) for p in running()}
    (finding,) = named(csroom, Sheet("make_move", given_right=False, replies=replies))
    assert finding.slug == "move-changes-the-board"
    assert "and changed its board; a new board [" in finding.evidence
    assert "and the board left as it was, was due" in finding.evidence
    error = Raised("ValueError", "max() arg is an empty sequence")
    drawn = sheet("minimax", SEARCHED, lambda p: error if is_full(p.board) else score(p))
    full = {p: Returned(score(p)) for p in drawn.replies if winner(p.board)}
    above = {p: r if is_terminal(p.board) else error for p, r in {**drawn.replies, **full}.items()}
    (finding, *_) = named(csroom, replace(drawn, replies=above))
    assert finding.slug == "draw-gives-no-score"
    assert "ended in ValueError: max() arg" in finding.evidence


def test_lines_are_told_by_their_squares(csroom: Assignment) -> None:
    def rows_only(position: Position) -> str | None:
        rows = (position.board[n : n + 3] for n in (0, 3, 6))
        return next((row[0] for row in rows if row[0] and len(set(row)) == 1), None)

    (finding,) = named(csroom, sheet("check_winner", BOARDS, rows_only))
    assert finding.title.startswith("check_winner never sees the lines 0-3-6 and 1-4-7")


def test_errors_alone_and_unwritten_functions_have_no_name(csroom: Assignment) -> None:
    for name in ("TypeError", "NotImplementedError"):
        failing = sheet("get_best_move", decisions("O"), lambda _, name=name: Raised(name))  # type: ignore[misc] # bound now
        assert named(csroom, failing) == ()


def test_an_unusual_scale_is_a_remark(csroom: Assignment) -> None:
    shifted = sheet("minimax", SEARCHED, lambda p: 50 + 5 * score(p))
    (finding,) = named(csroom, shifted)
    assert (finding.slug, finding.harmless) == ("unusual-scale", True)
    assert "100 for a win, 50 for a draw, 0 for a defeat" in finding.title


def test_a_choice_that_varies_is_told_as_a_likelihood(csroom: Assignment) -> None:
    proof = replace(PERFECT, slow_wins=0, loses_value=9, optimal=4511, history_dependent=True)
    sheets = tuple(RIGHT.values())
    (finding,) = diagnose(Examination((), proof, sheets=sheets), csroom.advice)
    assert (finding.slug, finding.certain) == ("answers-vary", False)


def test_a_guide_types_a_question_as_the_assignment_does(csroom: Assignment) -> None:
    position = Position((None,) * 9, "X")
    empty = [" "] * 9
    assert csroom.advice.call("play", position) == f"make_move({empty}, 8, 'X')"
    assert csroom.advice.call("value", position) == f"minimax({empty}, False)"


def test_a_guide_is_its_advice() -> None:
    guide = Guide({"f": "Try."})
    assert dict(guide) == {"f": "Try."}
    assert len(guide) == 1
