"""Run pytest on one submission, in a process of its own, and read what it found."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.assignment import Assignment
from grader.checks import job
from grader.checks.conditions import PROOF, SUITES, Conditions
from grader.checks.record import read_check, read_proof, read_sheet
from grader.errors import ConfigError, JudgeError
from grader.model import CheckResult, Examination, Submission, Verdict

__all__ = ["PROOF", "SUITES", "Conditions", "run_checks"]

MARGIN_S = 60  # what our own side may take beyond the submission's own time
PLUGINS = ("pytest_metadata.plugin", "pytest_jsonreport.plugin", "pytest_timeout")


def run_checks(
    assignment: Assignment,
    submission: Submission,
    names: Mapping[str, str],
    conditions: Conditions = Conditions(),  # noqa: B008 - frozen
) -> Examination:
    """Return the verdict on every check, in the order they ran.

    Args:
        assignment: what is asked.
        submission: who is asked.
        names: the assignment's file names, and those the files were handed in under.
        conditions: which tests, and how far confined.

    Raises:
        ConfigError: if the assignment has none of these tests.
        JudgeError: if pytest did not finish, or disagrees with our plugin about a check.
    """
    start = time.monotonic()
    job.modules_for(assignment, submission.files)  # what is missing is said once, and plainly
    with tempfile.TemporaryDirectory(prefix="grader-") as scratch:
        path, report = Path(scratch, "job.json"), Path(scratch, "report.json")
        path.write_text(
            job.describe(assignment, submission, names, conditions),
            encoding="utf-8",
        )
        command = _arguments(assignment, path, report, conditions.suites)
        said = conditions.runner.run(command, conditions.on_progress)
        try:
            tests = json.loads(report.read_text(encoding="utf-8"))["tests"]
            found = json.loads(Path(f"{path}{job.FOUND_SUFFIX}").read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError) as error:
            raise JudgeError(f"the checks did not run to their end: {said[-2000:]}") from error
    return Examination(
        results=tuple(map(_check_result, tests)),
        proof=read_proof(found["proof"]),
        sheets=tuple(map(read_sheet, found["sheets"])),
        facts=tuple((name, text) for name, text in found["facts"]),
        output=found["output"],
        sandbox=found["sandbox"],
        seconds=round(time.monotonic() - start, 2),
    )


def _arguments(
    assignment: Assignment, path: Path, report: Path, suites: tuple[str, ...]
) -> list[str]:
    folders = [assignment.folder / "tests" / suite for suite in suites]
    found = [str(folder) for folder in folders if folder.is_dir()]
    if not found:  # pytest would collect whatever lies around
        raise ConfigError(f"{assignment.folder}: there are no tests in tests/{suites[0]}")
    timeout_s = int(assignment.submission_s) + MARGIN_S
    return [
        *found,
        *("-c", str(Path(__file__).with_name("pytest.ini")), "--rootdir", str(assignment.folder)),
        *("-p", "no:cacheprovider", "-q", "--no-header", "--tb=line", "--capture=sys"),
        f"--timeout={timeout_s}",
        *(option for plugin in PLUGINS for option in ("-p", plugin)),
        *("-p", "grader.checks.plugin", "--grader-job", str(path)),
        *("--json-report", f"--json-report-file={report}"),
    ]


def _check_result(test: dict[str, Any]) -> CheckResult:
    """Return the result of one test; fail closed where pytest and our plugin disagree."""
    raw = test.get("metadata", {}).get("check")
    if raw is None:
        raise JudgeError(f"{test['nodeid']}: no verdict was recorded ({test['outcome']})")
    check = read_check(raw)
    if (check.verdict is Verdict.ACCEPTED) != (test["outcome"] == "passed"):
        text = f"pytest says {test['outcome']}, we say {check.verdict.value}"
        raise JudgeError(f"{test['nodeid']}: {text}")
    return check
