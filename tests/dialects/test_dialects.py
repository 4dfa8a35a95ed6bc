"""One program in every dialect earns the same verdicts and the same findings."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from grader import discovery, pipeline
from grader.assignment import load, names
from grader.checks.pool import pool
from grader.checks.run import Conditions
from grader.model import Graded, Outcome, Submission
from grader.sandbox import levels
from reference.tictactoe import TicTacToe
from tests.corpus.grading import unmeasured

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DIALECTS = sorted(path.name for path in HERE.iterdir() if (path / "sound").is_dir())
PROGRAMS = sorted(f"{path.parent.name}/{path.name}" for path in HERE.glob("*/*/") if path.is_dir())
FINDINGS = {
    "sound": [],
    "empty_line": ["empty-line-wins"],
    "reversed_signs": ["score-signs-reversed"],
}


@pytest.fixture(scope="module")
def outcomes() -> Mapping[str, Outcome]:
    """Every program graded, by ``dialect/kind``."""
    with unmeasured(), pool() as runner, ThreadPoolExecutor(2) as threads:
        conditions = Conditions(sandbox=levels.strongest(), runner=runner)
        grade = partial(_grade, conditions=conditions)
        return dict(zip(PROGRAMS, threads.map(grade, PROGRAMS), strict=True))


def _grade(name: str, conditions: Conditions) -> Outcome:
    made = load(ROOT / "assignments", name.partition("/")[0])
    found = discovery.single(HERE / name, made.sources)
    assert isinstance(found, Submission)
    return pipeline.grade_one(made, replace(found, student=name), conditions)


def graded(outcomes: Mapping[str, Outcome], name: str) -> Graded:
    found = outcomes[name]
    assert isinstance(found, Graded)
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_findings_are_those_of_every_dialect(
    outcomes: Mapping[str, Outcome], name: str
) -> None:
    faults = [one.slug for one in graded(outcomes, name).findings if not one.harmless]
    assert faults == FINDINGS[name.partition("/")[2]]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_sound_program_is_proved_perfect(outcomes: Mapping[str, Outcome], dialect: str) -> None:
    found = graded(outcomes, f"{dialect}/sound")
    assert found.grade.score == found.grade.max_score == 100
    assert found.proof is not None
    assert found.proof.optimal == found.proof.positions
    assert not found.proof.beatable_as_first
    assert not found.proof.beatable_as_second


@pytest.mark.parametrize("dialect", DIALECTS)
def test_reversed_signs_lose_games_on_both_sides(
    outcomes: Mapping[str, Outcome], dialect: str
) -> None:
    found = graded(outcomes, f"{dialect}/reversed_signs")
    assert found.grade.score < found.grade.max_score
    assert found.proof is not None
    match = load(ROOT / "assignments", dialect).match
    opens = bool(set(match.plays) & set(match.openers))
    assert found.proof.beatable_as_first is opens  # where it never opens, it cannot be beaten so
    assert found.proof.beatable_as_second


def test_there_is_a_program_for_every_assignment() -> None:
    root = ROOT / "assignments"
    assert set(DIALECTS) == {n for n in names(root) if load(root, n).match.game == TicTacToe()}
