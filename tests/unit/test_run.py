"""pytest in a process of its own: what is not certain is no grade."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.checks import run
from grader.checks.judgement import EngineError, value_of, verdict_of
from grader.checks.record import write_check
from grader.checks.run import Conditions, run_checks
from grader.checks.runner import spoken
from grader.errors import ConfigError, JudgeError
from grader.model import CheckResult, Raised, Reply, Submission, Verdict, Visibility
from grader.sandbox.inside.server import describe

ADA = Submission("ada", "ada", "ada", {"main.py": "def double(n): return 2 * n\n"})
NAMES = {"main.py": "main.py"}
CHECK = CheckResult(
    ident="first/a",
    layer="first",
    title="Doubles",
    visibility=Visibility.VISIBLE,
    verdict=Verdict.ACCEPTED,
    score=Fraction(4),
    max_score=Fraction(4),
)
PASSES = """
import pytest
@pytest.mark.points(4)
@pytest.mark.about("double")
def test_doubles(engine):
    \"\"\"Doubles a number.\"\"\"
    assert engine.double(2) == 4
"""


@pytest.fixture
def made(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Assignment:
    return assignment_at(tmp_path, {"tests/visible/test_first.py": PASSES})


def reported(outcome: str, check: CheckResult | None) -> dict[str, Any]:
    metadata = {} if check is None else {"metadata": {"check": write_check(check)}}
    return {"nodeid": "test_first.py::test_a", "outcome": outcome, **metadata}


def python(code: str, on_progress: Callable[[int, int], None] = lambda *_: None) -> str:
    return spoken([sys.executable, "-c", code], on_progress)


# ---------------------------------------------------------------------------- one verdict


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        ("passed", Verdict.ACCEPTED),
        ("failed", Verdict.WRONG_ANSWER),
        ("error", Verdict.NOT_STARTED),
        ("skipped", Verdict.SKIPPED),
    ],
)
def test_a_verdict_that_pytest_agrees_with_stands(outcome: str, verdict: Verdict) -> None:
    check = replace(CHECK, verdict=verdict)
    assert run._check_result(reported(outcome, check)) == check


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        ("failed", Verdict.ACCEPTED),
        ("error", Verdict.ACCEPTED),
        ("skipped", Verdict.ACCEPTED),
        ("xpassed", Verdict.ACCEPTED),
        ("passed", Verdict.WRONG_ANSWER),
        ("passed", Verdict.SKIPPED),
    ],
)
def test_a_verdict_that_pytest_disagrees_with_is_a_fault_of_ours(
    outcome: str, verdict: Verdict
) -> None:
    with pytest.raises(JudgeError, match=f"pytest says {outcome}, we say {verdict.value}"):
        run._check_result(reported(outcome, replace(CHECK, verdict=verdict)))


def test_a_check_without_a_verdict_is_a_fault_of_ours() -> None:
    with pytest.raises(JudgeError, match=r"test_a: no verdict was recorded \(passed\)"):
        run._check_result(reported("passed", None))


# ---------------------------------------------------------------------------- the process


@pytest.mark.parametrize("code", [0, 1])
def test_passed_and_failed_are_both_an_end(code: int) -> None:
    assert "hello" in python(f"print('hello'); raise SystemExit({code})")


@pytest.mark.parametrize("code", [2, 3, 4, 5])
def test_any_other_end_is_a_fault_of_ours(code: int) -> None:
    with pytest.raises(JudgeError, match=f"pytest ended with code {code}: hello"):
        python(f"print('hello'); raise SystemExit({code})")


def test_a_judge_that_is_killed_is_a_fault_of_ours() -> None:
    with pytest.raises(JudgeError, match="pytest ended with code -9"):
        python("import os; os.kill(os.getpid(), 9)")


def test_progress_is_passed_on_and_the_rest_is_kept() -> None:
    told: list[tuple[int, int]] = []
    lines = "progress 1 9\\nprogress x 9\\nprogress 1\\nhello\\nprogress 9 9\\n"
    code = f"import sys; sys.stderr.write('{lines}')"
    said = python(code, lambda done, of: told.append((done, of)))
    assert told == [(1, 9), (9, 9)]
    assert said == "progress x 9\nprogress 1\nhello\n"


def test_progress_of_the_real_checks_arrives(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    text = "import pytest\n@pytest.mark.about('pick')\ndef test_b(play): play.must_keep(0)\n"
    made = assignment_at(tmp_path, {"tests/proof/test_first.py": text})
    slow = "def pick(b): return sum(range(20_000)) and b.index(' ')\n"
    told: list[tuple[int, int]] = []
    conditions = Conditions(("proof",), on_progress=lambda done, of: told.append((done, of)))
    found = run_checks(made, replace(ADA, files={"main.py": slow}), NAMES, conditions)
    assert found.results[0].verdict is Verdict.ACCEPTED
    assert told
    assert told == sorted(told)
    assert len({of for _, of in told}) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PYTHONIOENCODING", "latin-1"),
        ("PYTHONIOENCODING", "ascii:strict"),
        ("PYTEST_PLUGINS", "nobody_has_this_plugin"),
        ("PYTEST_ADDOPTS", "--collect-only"),
    ],
)
def test_the_surroundings_do_no_harm(
    tmp_path: Path,
    assignment_at: Callable[..., Assignment],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str,
) -> None:
    check = PASSES.replace("== 4", '== 5, "fünf"').replace("Doubles a", "Doubles → a")
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": check})
    monkeypatch.setenv(name, text)
    (result,) = run_checks(made, ADA, NAMES).results
    assert (result.verdict, result.message) == (Verdict.WRONG_ANSWER, "fünf")
    assert result.title == "Doubles → a number."


def described(statement: str) -> Reply:
    """Return the reply of a submission whose function does ``statement``."""
    try:
        exec(statement, {"__name__": "made_up"})  # noqa: S102 - our own
    except BaseException as error:  # noqa: BLE001 - whatever it is
        told = describe(error, {})
        return Raised(told["type"], told["message"])
    raise AssertionError


@pytest.mark.parametrize(
    "raised",
    [
        "b'\\xff'.decode()",
        "'é'.encode('ascii')",
        "raise ExceptionGroup('two', [ValueError(1), KeyError(2)])",
        "raise BaseExceptionGroup('two', [KeyboardInterrupt()])",
        "next(iter(()))",
        "raise StopAsyncIteration",
        "raise GeneratorExit",
        "raise KeyboardInterrupt",
        "raise SystemExit(0)",
        "compile('1 +', 'x', 'eval')",
        "raise OSError(2, 'gone', 'a.txt')",
        "raise AssertionError('mine')",
        "raise type('Skipped', (Exception,), {})('mine')",
    ],
)
def test_whatever_a_submission_raises_is_its_own_fault(raised: str) -> None:
    with pytest.raises(EngineError) as caught:
        value_of(described(raised))
    assert verdict_of(caught.value) is Verdict.RUNTIME_ERROR


def test_odd_exceptions_of_a_submission_break_no_check(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    raised = (
        "b'\\xff'.decode()",
        "raise ExceptionGroup('two', [ValueError(1)])",
        "next(iter(()))",
        "raise StopIteration",
    )
    marks = '@pytest.mark.points(1)\n@pytest.mark.about("double")\n'
    checks = "".join(
        f"{marks}def test_raises_{n}(engine): assert engine.double({n}) == 4\n"
        f"{marks}def test_yields_{n}(engine): assert list(map(engine.double, [{n}])) == [4]\n"
        f"{marks}def test_comprehends_{n}(engine):\n"
        f"    assert list(engine.double(n) for n in [{n}]) == [4]\n"
        f"{marks}def test_asks_{n}(ask, game):\n"
        f"    ask('double', game.boards[:3], lambda case: {n}).must_equal(lambda case: 4)\n"
        for n in range(len(raised))
    )
    rows = "".join(f"    if n == {n}: {text}\n" for n, text in enumerate(raised))
    made = assignment_at(tmp_path, {"tests/hidden/test_first.py": f"import pytest\n{checks}"})
    submission = replace(ADA, files={"main.py": f"def double(n):\n{rows}"})
    results = run_checks(made, submission, NAMES).results
    assert len(results) == 4 * len(raised)
    assert {check.verdict for check in results} == {Verdict.RUNTIME_ERROR}


def test_options_of_the_surroundings_do_not_reach_the_checks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    said = python("import os; print(os.environ.get('PYTEST_ADDOPTS'), os.environ['PYTHONPATH'])")
    assert said.split() == ["None", str(Path(run.__file__).parents[2])]


# ---------------------------------------------------------------------------- the whole


def test_a_submission_is_examined(made: Assignment) -> None:
    found = run_checks(made, ADA, NAMES, Conditions(("visible", "hidden")))
    (result,) = found.results
    assert (result.ident, result.title) == ("first/doubles", "Doubles a number.")
    assert (result.verdict, result.score) == (Verdict.ACCEPTED, Fraction(4))
    assert (found.proof, found.facts, found.output) == (None, (), "")
    assert found.sandbox == "limited"
    assert found.seconds > 0


def test_only_the_folders_that_are_there_are_run(made: Assignment, tmp_path: Path) -> None:
    command = run._arguments(made, tmp_path / "job", tmp_path / "report", ("visible", "proof"))
    folders = [part for part in command if part.startswith(str(made.folder / "tests"))]
    assert folders == [str(made.folder / "tests" / "visible")]
    assert "--timeout=120" in command


@pytest.mark.parametrize("lost", ["report.json", "job.json.found"])
def test_a_report_that_is_not_there_is_a_fault_of_ours(made: Assignment, lost: str) -> None:
    class Forgetful:
        def run(self, arguments: Sequence[str], on_progress: object) -> str:
            del on_progress
            job = Path(arguments[list(arguments).index("--grader-job") + 1])
            for name in {"report.json", "job.json.found"} - {lost}:
                job.with_name(name).write_text('{"tests": []}')
            return "what pytest said"

    with pytest.raises(JudgeError, match="did not run to their end: what pytest said"):
        run_checks(made, ADA, NAMES, Conditions(runner=Forgetful()))


def test_a_submission_that_kills_its_judge_is_a_fault_of_ours(made: Assignment) -> None:
    text = "import os, signal\ndef double(n): os.kill(os.getppid(), signal.SIGKILL)\n"
    murderer = replace(ADA, files={"main.py": text})
    with pytest.raises(JudgeError, match="pytest ended with code -9"):
        run_checks(made, murderer, NAMES)


@pytest.mark.parametrize("suites", [("visible", "proof"), ("hidden",)])
def test_an_assignment_without_tests_is_a_broken_one(
    tmp_path: Path, assignment_at: Callable[..., Assignment], suites: tuple[str, ...]
) -> None:
    bare = assignment_at(tmp_path, name="bare")
    with pytest.raises(ConfigError, match=f"bare: there are no tests in tests/{suites[0]}"):
        run_checks(bare, ADA, NAMES, Conditions(suites))


def test_the_judge_is_started_with_nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}
    popen = subprocess.Popen

    def spy(*args: Any, **options: Any) -> Any:
        seen.update(options)
        return popen(*args, **options)

    monkeypatch.setattr(subprocess, "Popen", spy)
    python("pass")
    assert seen["stdin"] == subprocess.DEVNULL
    assert seen["env"]["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] == "1"
