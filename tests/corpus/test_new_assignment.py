"""What ``grade.py new`` makes grades as it should: a right program, and a mere start."""

from __future__ import annotations

import json
from pathlib import Path

from grader.cli import main

FLAGS = """
--shape nested --empty None --x 1 --o -1 --program both --opener X --move pair --first 1
--winner who_won --full no_room --value worth --decide choose --file game.py
"""


def test_a_new_dialect_grades_its_two_examples(tmp_path: Path) -> None:
    root = ("--root", str(tmp_path))
    assert main([*root, "new", "made", "--yes", *FLAGS.split()]) == 0
    assert main([*root, "batch", "made", "--sandbox", "best-effort"]) == 0
    report = tmp_path / "reports" / "made" / "results.json"
    results = json.loads(report.read_text(encoding="utf-8"))["submissions"]
    right, started = sorted(results, key=lambda student: -student["score"])
    assert (right["student"], right["score"]) == ("example-right", 100)
    assert right["proof"]["optimal"] == right["proof"]["positions"] == 4_520
    assert (started["student"], started["score"]) == ("example-not-started", 0)
    verdicts = {check["verdict"] for layer in started["layers"] for check in layer["checks"]}
    assert verdicts == {"not_started", "skipped"}
