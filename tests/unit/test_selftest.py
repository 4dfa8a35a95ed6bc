"""Judging the judge: each way in which checks can be wrong is named, on made-up trials."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader import selftest
from grader.assignment import Assignment
from grader.catalogue.engines import known
from grader.checks.run import Conditions
from grader.errors import JudgeError
from grader.model import CheckResult, Examination, Submission, Verdict, Visibility
from grader.selftest import CONSTANTS, EMPTY, SOLUTION, Trial, problems

Make = Callable[..., Assignment]
WRONG, RIGHT, SKIPPED = Verdict.WRONG_ANSWER, Verdict.ACCEPTED, Verdict.SKIPPED


def check(ident: str, points: int, verdict: Verdict = RIGHT, *about: str) -> CheckResult:
    return CheckResult(
        ident=ident,
        layer=ident.partition("/")[0],
        title=ident,
        visibility=Visibility.HIDDEN,
        verdict=verdict,
        score=Fraction(points if verdict is RIGHT else 0),
        max_score=Fraction(points),
        message="" if verdict is RIGHT else "not so",
        functions=about or ("double",),
    )


def results(first: Verdict, second: Verdict) -> tuple[CheckResult, ...]:
    """Return a layer of four points about ``double`` and one of two about ``pick``."""
    return (check("first/a", 4, first, "double"), check("second/b", 2, second, "pick"))


SOUND = Trial(SOLUTION, "", results(RIGHT, RIGHT))
DRESSED = Trial("right/textbook", "", results(RIGHT, RIGHT))
CAUGHT = Trial("value/missing-return", "double", results(WRONG, RIGHT))
CAUGHT_TOO = Trial("decide/takes-the-worst", "pick", results(RIGHT, WRONG))
NOTHING = Trial(EMPTY, "", results(WRONG, SKIPPED))
CONSTANT = Trial("constant/None", "", results(WRONG, WRONG))
ALL = (SOUND, DRESSED, CAUGHT, CAUGHT_TOO, NOTHING, CONSTANT)


@pytest.fixture
def made(tmp_path: Path, assignment_at: Make) -> Assignment:
    return assignment_at(tmp_path)


def told(made: Assignment, *instead: Trial) -> list[str]:
    """Return the problems where these trials stand in for those of the same name."""
    by_name = {trial.name: trial for trial in (*ALL, *instead)}
    return problems(made, list(by_name.values()))


def test_sound_checks_have_no_problem(made: Assignment) -> None:
    assert told(made) == []


def test_points_that_do_not_add_up(made: Assignment) -> None:
    first = replace(SOUND, results=(check("first/a", 3), check("second/b", 2, RIGHT, "pick")))
    assert "layer first says 4 points; its checks come to 3" in told(made, first)


def test_a_sound_program_that_is_refused(made: Assignment) -> None:
    (problem,) = told(made, replace(DRESSED, results=results(RIGHT, WRONG)))
    assert problem == "second/b refuses the sound program right/textbook: not so"


def test_a_solution_that_is_refused(made: Assignment) -> None:
    (problem,) = told(made, replace(SOUND, results=results(WRONG, RIGHT)))
    assert problem == "first/a refuses the sound program solution: not so"


def test_a_faulty_program_that_loses_nothing(made: Assignment) -> None:
    escaped = Trial("value/averages", "double", results(RIGHT, RIGHT))
    assert told(made, escaped) == ["the faulty program value/averages loses no points"]


def test_a_faulty_program_that_is_caught_in_the_wrong_layer(made: Assignment) -> None:
    late = Trial("value/averages", "double", results(RIGHT, WRONG))
    (problem,) = told(made, late)
    assert problem == "value/averages is wrong in double, and second/b is lost first"


def test_a_check_that_accepts_a_constant_or_an_empty_file(made: Assignment) -> None:
    given = replace(CONSTANT, results=results(RIGHT, WRONG))
    assert told(made, given) == ["first/a accepts the program constant/None"]
    empty = replace(NOTHING, results=results(WRONG, RIGHT))
    assert told(made, empty) == ["second/b accepts the program empty"]


def test_a_check_that_nothing_fails(made: Assignment) -> None:
    more = check("second/c", 0, RIGHT, "pick")
    counted = replace(more, max_score=Fraction(1), score=Fraction(1))
    two = replace(check("second/b", 1, RIGHT, "pick"))
    first = check("first/a", 4)
    sound = replace(SOUND, results=(first, two, counted, more))
    assert told(made, sound) == ["no faulty program fails second/c"]


def test_of_what_no_program_is_faulty_in_a_constant_must_fail_it(made: Assignment) -> None:
    warmup = check("second/b", 2, RIGHT, "factorial")
    sound = replace(SOUND, results=(check("first/a", 4), warmup))
    others = [replace(one, results=sound.results) for one in (DRESSED,)]
    lost = replace(CONSTANT, results=(check("first/a", 4, WRONG), check("second/b", 2, WRONG)))
    kept = replace(lost, results=(check("first/a", 4, WRONG), check("second/x", 2, WRONG)))
    assert problems(made, [sound, *others, CAUGHT, lost]) == []
    assert problems(made, [sound, *others, CAUGHT, kept]) == ["no faulty program fails second/b"]


def test_trials_that_broke_are_all_there_is_to_say(made: Assignment) -> None:
    broken = replace(CAUGHT, results=(), broken="pytest ended with code 4")
    assert told(made, broken) == ["value/missing-return: pytest ended with code 4"]


def test_a_bonus_is_lost_where_it_is_not_accepted() -> None:
    bonus = check("first/bonus", 0, WRONG)
    skipped = check("first/extra", 0, SKIPPED)
    assert Trial("x", "", (bonus, skipped, check("first/a", 1))).lost == (bonus,)
    assert (SOUND.sound, DRESSED.sound, CAUGHT.sound) == (True, True, False)


# ---------------------------------------------------------------------------- trials


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Submission, Conditions]]:
    """The examinations that were asked for; each finds one check of each layer accepted."""
    asked: list[tuple[Submission, Conditions]] = []

    def run_checks(
        _: Assignment, submission: Submission, names: object, conditions: Conditions
    ) -> Examination:
        assert names == {"main.py": "main.py"}
        asked.append((submission, conditions))
        if submission.ident == "constant/True":
            raise JudgeError("pytest ended with code 4")
        verdict = Verdict.JUDGE_ERROR if submission.ident == "constant/0" else RIGHT
        return Examination((check("first/a", 4, verdict),), None)

    monkeypatch.setattr(selftest, "run_checks", run_checks)
    return asked


def test_without_roles_there_are_no_puppets(
    made: Assignment, ran: list[tuple[Submission, Conditions]]
) -> None:
    tried = list(selftest.trials(made, 1, "plain"))
    names = [SOLUTION, EMPTY, *(f"constant/{value}" for value in CONSTANTS)]
    assert [trial.name for trial in tried] == names
    assert selftest.count(made) == len(names)
    assert {conditions.sandbox for _, conditions in ran} == {"plain"}
    assert {trial.function for trial in tried} == {""}


def test_what_breaks_is_kept_as_such(
    made: Assignment, ran: list[tuple[Submission, Conditions]]
) -> None:
    tried = {trial.name: trial for trial in selftest.trials(made, 2, "plain")}
    assert tried["constant/True"].broken == "pytest ended with code 4"
    assert tried["constant/0"].broken == "first/a breaks: not so"
    assert tried[SOLUTION].broken == ""
    assert len(ran) == len(tried)


def test_every_program_an_assignment_has_a_function_for_is_tried(
    tmp_path: Path, assignment_at: Make, toml: str, ran: list[tuple[Submission, Conditions]]
) -> None:
    roles = '[roles]\ndecide = "pick(board)"\n\n[advice]'
    solution = {"solution/main.py": "def pick(board): return 0\n"}
    made = assignment_at(tmp_path, solution, toml.replace("[advice]", roles))
    tried = list(selftest.trials(made, 1, "plain"))
    assert len(tried) == selftest.count(made)
    functions = {trial.name: trial.function for trial in tried}
    assert functions["right/textbook"] == functions["right/fastest"] == ""
    assert functions["decide/takes-the-worst"] == "pick"
    assert not [name for name in functions if name.startswith(("value/", "winner/"))]
    puppets = {submission.ident: conditions.puppet for submission, conditions in ran}
    assert puppets["decide/takes-the-worst"] == "decide/takes-the-worst"
    assert puppets[SOLUTION] == puppets[EMPTY] == ""
    texts = {submission.ident: submission.files["main.py"] for submission, _ in ran}
    assert texts[SOLUTION] == texts["right/textbook"] == solution["solution/main.py"]
    assert texts[EMPTY] == ""
    assert "def pick(*arguments):\n    return None" in texts["constant/None"]


# ---------------------------------------------------------------------------- a real one


def test_a_real_check_that_accepts_everything_is_named(
    csroom: Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(csroom.folder, tmp_path / "csroom")
    path = tmp_path / "csroom/tests/hidden/test_rules.py"
    head, mark, body = path.read_text(encoding="utf-8").partition("def test_check_winner_rows(")
    doc = '    """Finds every complete row, and none where there is none."""\n'
    few_checks = body.partition("\n\n\n@pytest.mark.points(3)")[0] + "\n"  # for the sake of time
    weak = few_checks.replace(doc, f"{doc}    return\n", 1)
    assert mark
    assert weak not in {body, few_checks}
    path.write_text(head + mark + weak, encoding="utf-8")
    for folder in ("proof", "visible"):
        shutil.rmtree(tmp_path / "csroom/tests" / folder)
    for name in ("test_search.py", "test_move.py", "test_extensions.py", "test_warmup.py"):
        (tmp_path / "csroom/tests/hidden" / name).unlink()
    weakened = assignments.load(tmp_path, "csroom")
    few = ["right/textbook", "winner/row-missed"]
    monkeypatch.setattr(selftest, "_puppets", lambda _: [known(("O",), "O")[name] for name in few])
    monkeypatch.setattr(selftest, "CONSTANTS", ("None",))
    tried = list(selftest.trials(weakened, 2, "limited"))
    found = problems(weakened, tried)
    ident = "rules/check_winner_rows"
    assert [trial.broken for trial in tried] == [""] * 5
    assert f"no faulty program fails {ident}" in found
    assert f"{ident} accepts the program constant/None" in found
    assert not [text for text in found if "right/textbook" in text]
