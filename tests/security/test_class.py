"""A class in which some are hostile, from hand-in to report, at the strongest level there is."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader import pipeline
from grader.assignment import Assignment
from grader.checks.run import Conditions
from grader.commands import files
from grader.model import Graded, Submission
from grader.sandbox import levels
from grader.sandbox.launch import CONFINED, NO_OPEN
from tests.security.harness import PROBES
from tests.security.runs import ATTACKS, ROOT

JOBS = 2
CONTROL = "good"
THIEF = "thief"  # looks for right functions where stand-ins come from
HOSTILE = (
    "dos_kill_parent",
    "dos_os_exit_import",
    "exfil_environ",
    "forge_results_file",
    "inject_csv_formula",
    "inject_surrogate",
    THIEF,
)
WARMUP = (ROOT / "assignments" / "csroom" / "solution" / "warmup_factorial.py").read_text()


@pytest.fixture(scope="module")
def csroom() -> Assignment:
    found = assignments.load(ROOT / "assignments", "csroom")
    limits = replace(found.limits, call_s=5.0, load_s=5.0, deaths=1)
    return replace(found, limits=limits, submission_s=60.0)


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("secret")
    (folder / "results.json").write_text("{}\n")
    return folder


@pytest.fixture(scope="module")
def outcomes(csroom: Assignment, canary: Path) -> Mapping[str, Graded]:
    """Each submission's outcome, all of them grades."""
    level = levels.strongest()
    if level not in levels.STRONG:
        pytest.skip(f"this machine only reaches {level}")
    submissions = [_submission(name, canary) for name in (CONTROL, *HOSTILE)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_FROM_CI", "CANARY-ci-token")
        found = list(pipeline.grade_all(csroom, submissions, JOBS, Conditions(sandbox=level)))
    graded = {one.submission.student: one for one in found if isinstance(one, Graded)}
    assert len(graded) == len(submissions), found
    return graded


def _submission(name: str, canary: Path) -> Submission:
    folder = PROBES if name == THIEF else ATTACKS
    text = (folder / f"{name}.py.txt").read_text().replace("@CANARY@", str(canary))
    return Submission(name, name, name, {"main.py": text, "warmup_factorial.py": WARMUP})


def test_the_honest_one_earns_full_marks(outcomes: Mapping[str, Graded]) -> None:
    grade = outcomes[CONTROL].grade
    lost = [c.ident for layer in grade.layers for c in layer.checks if c.score < c.max_score]
    assert (grade.score, lost) == (grade.max_score, [])


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_one_earns_nothing_but_its_warm_up(
    name: str, outcomes: Mapping[str, Graded]
) -> None:
    earned = {layer.name: layer.score for layer in outcomes[name].grade.layers if layer.score}
    assert set(earned) == {"warmup"}


@pytest.mark.parametrize("name", [CONTROL, *HOSTILE])
def test_each_was_confined(name: str, outcomes: Mapping[str, Graded]) -> None:
    assert outcomes[name].sandbox in {CONFINED, NO_OPEN}


def test_nothing_of_ours_was_changed_or_told(outcomes: Mapping[str, Graded], canary: Path) -> None:
    assert (canary / "results.json").read_text() == "{}\n"
    assert [path.name for path in canary.iterdir()] == ["results.json"]
    assert "CANARY" not in repr([replace(one, submission=None) for one in outcomes.values()])  # type: ignore[arg-type]


def test_the_whole_report_is_written(
    csroom: Assignment, outcomes: Mapping[str, Graded], tmp_path: Path
) -> None:
    ordered = [outcomes[name] for name in sorted(outcomes)]
    page = files.write_class(files.class_report(csroom, ordered), tmp_path)
    assert page.is_file()
    for name in outcomes:
        assert (tmp_path / "students" / f"{name}.html").is_file()
    raw = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert "CANARY" not in json.dumps(raw)
    rows = list(csv.reader(io.StringIO((tmp_path / "gradebook.csv").read_text(encoding="utf-8"))))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "\t"))]
