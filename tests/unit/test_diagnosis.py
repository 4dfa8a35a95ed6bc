"""From what an examination found to what a student should do next."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from grader.diagnosis import diagnose
from grader.model import (
    CheckResult,
    Examination,
    Example,
    Finding,
    Proof,
    Verdict,
    Visibility,
)

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
