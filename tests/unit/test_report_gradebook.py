from __future__ import annotations

import csv
import io

from grader.report import gradebook
from tests.report_samples import sample_class


def rows() -> dict[str, dict[str, str]]:
    reader = csv.DictReader(io.StringIO(gradebook.render(sample_class())))
    return {row["student"]: row for row in reader}


def test_every_student_has_a_row() -> None:
    assert len(rows()) == 16


def test_student_without_a_grade_has_an_empty_score_and_a_reason() -> None:
    row = rows()["Priya Raman"]
    assert (row["outcome"], row["score"], row["max_score"]) == ("missing", "", "100")
    assert row["reason"] == "The folder is empty."


def test_points_of_layers_add_up_to_score_and_bonus() -> None:
    row = rows()["Ada Lindqvist"]
    layers = ("warmup", "rules", "search", "move", "perfect_play", "extensions")
    assert sum(float(row[layer]) for layer in layers) == float(row["score"]) + float(row["bonus"])


def test_rubric_columns_are_left_to_the_teacher() -> None:
    assert {(row["Readability"], row["Explanation"]) for row in rows().values()} == {("", "")}


def test_first_finding_is_no_mere_remark() -> None:
    assert rows()["Maya Cohen"]["first_finding"] == ""
    assert rows()["Benedikt Okafor"]["first_finding"] == "Three empty squares count as a win"
