"""``gradebook.csv``: one row per student, for a spreadsheet."""

from __future__ import annotations

import csv
import io

from grader.model import Graded, Missing, Outcome
from grader.report.hostile import cell
from grader.report.numbers import points
from grader.report.view import ClassReport, first_fault, person

NAME_LIMIT = 120


def render(view: ClassReport) -> str:
    """Return the gradebook as CSV: comma, quotes where needed, newline at each row's end.

    One column per layer holds its points, bonus among them; one per rubric line is left empty for
    the teacher. A student without a grade has an empty score, never a zero, and a reason.
    """
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(_header(view))
    writer.writerows(_row(view, outcome) for outcome in view.by_name)
    return sheet.getvalue()


def _header(view: ClassReport) -> list[str]:
    layers = [cell(name) for name in view.layer_titles]
    rubric = [cell(item.title) for item in view.rubric]
    known = ["student", "outcome", "score", "max_score", "bonus"]
    return [*known, *layers, *rubric, "first_finding", "reason"]


def _row(view: ClassReport, outcome: Outcome) -> list[str]:
    name = cell(person(outcome).name, NAME_LIMIT)
    by_hand = [""] * len(view.rubric)
    if not isinstance(outcome, Graded):
        kind = "missing" if isinstance(outcome, Missing) else "ungraded"
        no_points = ["", points(view.max_score), "", *("" for _ in view.layer_titles)]
        return [name, kind, *no_points, *by_hand, "", cell(outcome.reason)]
    grade = outcome.grade
    earned = {layer.name: points(layer.score + layer.bonus) for layer in grade.layers}
    layers = [earned.get(layer, "") for layer in view.layer_titles]
    totals = [points(grade.score), points(grade.max_score), points(grade.bonus)]
    fault = first_fault(outcome)
    return [name, "graded", *totals, *layers, *by_hand, cell(fault.title if fault else ""), ""]
