"""The checks of made-up assignments, run for real: order, gates, points and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.checks import run
from grader.checks.run import run_checks
from grader.errors import JudgeError
from grader.model import CheckResult, Examination, Example, Submission, Verdict, Visibility

Make = Callable[..., Assignment]
HEAD = "import pytest\n"
ABOUT = '@pytest.mark.about("double")\n'
VISIBLE = (
    HEAD
    + '''
@pytest.mark.points(1)
@pytest.mark.about("double")
def test_doubles(engine):
    """Doubles a number.

    And more.
    """
    assert engine.double(2) == 4


@pytest.mark.points(0.5)
@pytest.mark.about("double")
def test_triples(engine):
    """Triples, which nobody asked for."""
    assert engine.double(2) == 6, "6 was due\\nand more"


@pytest.mark.points(1)
@pytest.mark.about("double")
def test_breaks_by_itself(engine):
    """Is broken: a fault of ours."""
    return None + 1


@pytest.mark.points(1)
@pytest.mark.about("double")
def test_expects_an_error(engine):
    """Refuses a negative number."""
    with pytest.raises(ValueError):
        engine.double(-1)


@pytest.mark.points(1)
@pytest.mark.about("double")
def test_long_message(engine):
    """Says much."""
    raise AssertionError("x" * 2000)


@pytest.mark.points(0)
@pytest.mark.about("pick")
def test_draws_a_board(engine):
    """Draws a board."""
    assert engine.double(1) == 0, "pick of XO./.../..X is wrong, as of XO./.../..X; not 12/./XX"


@pytest.mark.points(1)
@pytest.mark.about("double")
def test_skips(engine):
    """Is not for everybody."""
    pytest.skip("not today")


@pytest.mark.points(1)
@pytest.mark.about("pick")
def test_raises(engine):
    """Picks."""
    engine.pick(1)


@pytest.mark.bonus(3)
@pytest.mark.about("double")
def test_bonus(engine):
    """Doubles a large number."""
    assert engine.double(10**6) == 2 * 10**6


@pytest.mark.bonus(2)
@pytest.mark.about("extra")
def test_extension(engine):
    """Is an extension."""
    engine.extra()
'''
)
HIDDEN = (
    HEAD
    + '''
@pytest.mark.points(2)
@pytest.mark.about("helper")
def test_helper(engine):
    """Helps."""
    assert engine.helper() == 1


@pytest.mark.points(2)
@pytest.mark.about("double")
def test_leans_on_the_helper(engine):
    """Doubles with help."""
    assert engine.double(None) == 1


@pytest.mark.points(2)
@pytest.mark.about("double")
def test_leans_on_more(ask, game):
    """Doubles many with help."""
    ask("double", game.boards[:3], lambda case: None).must_equal(lambda case: 1)
'''
)
SECOND = (
    HEAD
    + """
@pytest.mark.about("double")
def test_same(engine):
    pass
"""
)
TEXT = """
def helper(): return 0
def double(n):
    if n is None: return helper()
    if n < 0: raise ValueError("negative")
    return 2 * n
def pick(board): return {}[board]
"""
STANDIN = "def helper(): return 1\n"
NAMES = {"main.py": "main.py"}
NONE, ONE = Fraction(0), Fraction(1)


def ada(text: str = TEXT) -> Submission:
    return Submission("ada", "ada", "ada", {"main.py": text})


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, assignment_at: Make) -> Examination:
    files = {
        "tests/visible/test_first.py": VISIBLE,
        "tests/hidden/test_first.py": HIDDEN,
        "tests/visible/test_second.py": SECOND,
        "standins/main.py": STANDIN,
    }
    made = assignment_at(tmp_path_factory.mktemp("plugin"), files)
    return run_checks(made, ada(), NAMES)


@pytest.fixture(scope="module")
def checks(found: Examination) -> Mapping[str, CheckResult]:
    return {check.ident: check for check in found.results}


def test_layers_run_in_their_order_and_visible_checks_before_hidden(found: Examination) -> None:
    order = [(check.layer, check.visibility) for check in found.results]
    visible, hidden = Visibility.VISIBLE, Visibility.HIDDEN
    assert order == [("first", visible)] * 10 + [("first", hidden)] * 3 + [("second", visible)]


def test_a_check_that_passes_earns_its_points(checks: Mapping[str, CheckResult]) -> None:
    check = checks["first/doubles"]
    assert (check.verdict, check.score, check.max_score) == (Verdict.ACCEPTED, ONE, ONE)
    assert (check.title, check.message, check.note) == ("Doubles a number.", "", "")
    assert check.functions == ("double",)


def test_a_check_that_fails_says_why_in_one_line(checks: Mapping[str, CheckResult]) -> None:
    check = checks["first/triples"]
    assert (check.verdict, check.score, check.max_score) == (
        Verdict.WRONG_ANSWER,
        NONE,
        Fraction(1, 2),
    )
    assert check.message == "6 was due"


def test_a_long_message_is_cut(checks: Mapping[str, CheckResult]) -> None:
    message = checks["first/long_message"].message
    assert len(message) == 601
    assert message.endswith("…")


def test_a_check_that_breaks_by_itself_is_a_fault_of_ours(
    checks: Mapping[str, CheckResult],
) -> None:
    check = checks["first/breaks_by_itself"]
    assert check.verdict is Verdict.JUDGE_ERROR
    assert check.message.startswith("TypeError: unsupported operand")


def test_a_check_that_hangs_by_itself_is_a_fault_of_ours(
    tmp_path: Path, assignment_at: Make, toml: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = "import time\n" + HEAD + ABOUT + "def test_a(engine): time.sleep(60)\n"
    text = toml.replace("submission_s = 60", "submission_s = 1")
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": hangs}, text)
    monkeypatch.setattr(run, "MARGIN_S", 0)
    (check,) = run_checks(made, ada(), NAMES).results
    assert check.verdict is Verdict.JUDGE_ERROR
    assert "Timeout" in check.message


def test_a_board_that_a_message_draws_is_its_example(checks: Mapping[str, CheckResult]) -> None:
    assert checks["first/draws_a_board"].examples == (Example("pick", "XO......X", "", "", ""),)


def test_a_check_may_expect_an_error(checks: Mapping[str, CheckResult]) -> None:
    assert checks["first/expects_an_error"].verdict is Verdict.ACCEPTED


def test_an_error_of_the_submission_is_its_own(checks: Mapping[str, CheckResult]) -> None:
    check = checks["first/raises"]
    assert check.verdict is Verdict.RUNTIME_ERROR
    assert "KeyError" in check.message
    assert "line 7" in check.message


def test_a_check_may_skip_itself(checks: Mapping[str, CheckResult]) -> None:
    assert checks["first/skips"].verdict is Verdict.SKIPPED


def test_a_bonus_comes_on_top(checks: Mapping[str, CheckResult]) -> None:
    check = checks["first/bonus"]
    assert (check.score, check.max_score, check.bonus) == (NONE, NONE, Fraction(3))


def test_an_extension_that_is_not_there_costs_nothing(checks: Mapping[str, CheckResult]) -> None:
    check = checks["first/extension"]
    assert (check.verdict, check.bonus, check.max_score) == (Verdict.SKIPPED, NONE, NONE)


def test_a_function_is_judged_with_a_right_helper_and_the_note_says_so(
    checks: Mapping[str, CheckResult],
) -> None:
    assert checks["first/helper"].verdict is Verdict.WRONG_ANSWER
    for ident in ("first/leans_on_the_helper", "first/leans_on_more"):
        assert (checks[ident].verdict, checks[ident].score) == (Verdict.ACCEPTED, Fraction(2))
        assert checks[ident].note == "right, given a right helper"


def test_a_check_without_points_or_words_has_none(checks: Mapping[str, CheckResult]) -> None:
    check = checks["second/same"]
    assert (check.verdict, check.max_score, check.title) == (Verdict.ACCEPTED, NONE, "test_same")


# ---------------------------------------------------------------------------- gates


def test_nothing_is_made_for_a_function_that_is_not_written(
    tmp_path: Path, assignment_at: Make
) -> None:
    files = {
        "tests/visible/test_first.py": HEAD + ABOUT + "def test_a(engine): engine.double(1)\n",
        "tests/visible/test_second.py": SECOND,
        "tests/proof/test_second.py": HEAD + ABOUT + "def test_b(play): play.must_keep(50)\n",
    }
    made = assignment_at(tmp_path, files)
    found = run_checks(made, ada("def double(n): pass\n"), NAMES)
    verdicts = [(check.verdict, check.blocked_by) for check in found.results]
    assert verdicts == [(Verdict.NOT_STARTED, "")] + [(Verdict.SKIPPED, "double")] * 2
    assert found.results[1].message == "skipped because double is not started"
    assert found.proof is None


def test_how_a_file_loads_is_kept_as_facts(tmp_path: Path, assignment_at: Make) -> None:
    made = assignment_at(tmp_path, {"tests/visible/test_second.py": SECOND})
    sound = "print('hi')\ndef double(n): return n\ndef pick(b): return 0\n"
    found = run_checks(made, ada(sound + "1 / 0\n"), NAMES)
    problem = "main.py: ZeroDivisionError: division by zero (main.py, line 4)"
    assert found.facts == (("load-problem", problem), ("all-functions-there", "main.py"))
    assert found.output == "hi\n"
    stripped = run_checks(made, ada("raise SystemExit\n" + sound), NAMES)
    assert stripped.facts == (("loaded-without-its-top-level", "main.py"),)
    gone = Submission("ada", "ada", "ada", {}, (), {"main.py": "NUL bytes"})
    assert run_checks(made, gone, NAMES).facts == (("load-problem", "main.py: NUL bytes"),)


def test_the_proof_is_kept(tmp_path: Path, assignment_at: Make) -> None:
    text = HEAD + ABOUT.replace("double", "pick") + "def test_b(play): play.must_keep(100)\n"
    made = assignment_at(tmp_path, {"tests/proof/test_first.py": text})
    found = run_checks(made, ada("def pick(b): return b.index(' ')\n"), NAMES)
    assert [check.verdict for check in found.results] == [Verdict.WRONG_ANSWER]
    assert found.proof is not None
    assert found.proof.asked == 4_520
    assert found.proof.beatable_as_second


# ---------------------------------------------------------------------------- broken assignments


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (
            {"visible/test_first.py": SECOND, "hidden/test_first.py": SECOND},
            "two checks are called first/same",
        ),
        ({"visible/test_first.py": "def test_a(engine): pass\n"}, "does not say what it is about"),
        ({"visible/test_third.py": SECOND}, "no [[layers]] of assignment.toml is called 'third'"),
        ({"visible/test_first.py": "import nothing\n"}, "visible/test_first.py"),
        ({"visible/test_first.py": SECOND.replace("about", "abuot")}, "visible/test_first.py"),
    ],
    ids=["two with one id", "no about", "no layer", "import error", "misspelt marker"],
)
def test_a_broken_assignment_is_a_fault_of_ours_and_says_what(
    tmp_path: Path, assignment_at: Make, files: dict[str, str], told: str
) -> None:
    made = assignment_at(tmp_path, {f"tests/{name}": text for name, text in files.items()})
    with pytest.raises(JudgeError) as caught:
        run_checks(made, ada(), NAMES)
    assert told in str(caught.value)


def test_a_check_about_a_function_nobody_knows_is_a_fault_of_ours(
    tmp_path: Path, assignment_at: Make
) -> None:
    text = SECOND.replace('"double"', '"twice"')
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": text})
    (check,) = run_checks(made, ada(), NAMES).results
    assert check.verdict is Verdict.JUDGE_ERROR
    assert "about('twice')" in check.message
