"""The demo class of each further assignment: some of its students, and what they must earn."""

import tomllib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from grader import discovery, pipeline
from grader.assignment import load
from grader.checks.pool import pool
from grader.checks.run import Conditions
from grader.model import Graded, Outcome, Submission
from grader.sandbox import levels
from tests.corpus.grading import unmeasured
from tests.corpus.known import ROOT

VERDICTS = ROOT / "tests" / "verdicts"


def due() -> Mapping[str, Mapping[str, Any]]:
    """Return what each known student must earn, by ``assignment/student``."""
    return {
        f"{path.parent.name}/{student}": row
        for path in sorted(VERDICTS.glob("*/class.toml"))
        for student, row in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }


@pytest.fixture(scope="module")
def classes() -> Mapping[str, Outcome]:
    """Those students graded, by ``assignment/student``."""
    with unmeasured(), pool() as runner, ThreadPoolExecutor(2) as threads:
        conditions = Conditions(sandbox=levels.strongest(), runner=runner)
        grade = partial(_grade, conditions=conditions)
        return dict(zip(due(), threads.map(grade, due()), strict=True))


def _grade(name: str, conditions: Conditions) -> Outcome:
    assignment, student = name.split("/")
    folder = ROOT / "submissions" / assignment / student
    made = load(ROOT / "assignments", assignment)
    found = discovery.single(folder, made.sources)
    assert isinstance(found, Submission)
    return pipeline.grade_one(made, replace(found, student=student), conditions)


@pytest.mark.parametrize("name", due())
def test_student_earns_what_is_due(classes: Mapping[str, Outcome], name: str) -> None:
    found, row = classes[name], due()[name]
    assert isinstance(found, Graded)
    assert (float(found.grade.score), float(found.grade.bonus)) == (
        row["points"], row.get("bonus", 0),
    )  # fmt: skip
    slugs = [finding.slug for finding in found.findings if not finding.harmless]
    assert slugs[:1] == [row["finding"]] if "finding" in row else not slugs
    if "kept" in row:
        assert found.proof is not None
        assert found.proof.optimal == row["kept"]


@pytest.mark.parametrize(
    "name", sorted({path.parent.name for path in VERDICTS.glob("*/class.toml")})
)
def test_an_assignment_is_whole_and_its_class_has_six_students(name: str) -> None:
    students = list((ROOT / "submissions" / name).iterdir())
    assert len(students) >= 6
    for part in ("spec.md", "starter", "solution", "tests/visible", "tests/hidden", "tests/proof"):
        assert (ROOT / "assignments" / name / part).exists()
