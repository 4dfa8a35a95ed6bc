"""Pages: the class for the teacher, one page per student, and the teacher's page on each.

Every text a template shows passes :func:`grader.report.hostile.plain` and is then escaped, both
by the environment and not by each template; pages fetch nothing and run no script.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from grader.model import Graded, Missing, Outcome
from grader.report import chart, hostile, numbers, svg, words
from grader.report.sheet import student_sheet, teacher_sheet
from grader.report.summary import summarise
from grader.report.view import ClassReport, person

NAME_LIMIT = 80
TITLE_LIMIT = 300
TEXT_LIMIT = 4000
OUTPUT_LIMIT = 20_000
MANY = 250  # rows in one table; a larger class has several, which browsers lay out as they are seen
LOOK_AT = 30  # a longer list of students without a grade is folded, not to hide the class


def class_page(view: ClassReport) -> str:
    """Return ``index.html``: the class, for the teacher."""
    return render("class.html.j2", view=view, summary=summarise(view), many=MANY, look_at=LOOK_AT)


def student_page(view: ClassReport, outcome: Outcome) -> str:
    """Return ``students/ID.html``: what that student may see.

    Hidden checks appear as totals of their layer; no title, message or board of theirs does.
    """
    if isinstance(outcome, Graded):
        return render("student.html.j2", view=view, sheet=student_sheet(outcome))
    missing = isinstance(outcome, Missing)
    reason = outcome.reason if missing else ""
    return render(
        "student_waiting.html.j2", view=view, person=person(outcome), missing=missing, reason=reason
    )


def teacher_page(view: ClassReport, outcome: Outcome) -> str:
    """Return ``teacher/ID.html``: everything there is on one submission."""
    who = person(outcome)
    if isinstance(outcome, Graded):
        return render("teacher.html.j2", view=view, sheet=teacher_sheet(outcome), graded=outcome)
    missing = isinstance(outcome, Missing)
    submission = None if isinstance(outcome, Missing) else outcome.submission
    return render(
        "teacher_waiting.html.j2",
        view=view,
        person=who,
        missing=missing,
        reason=outcome.reason,
        submission=submission,
    )


def render(template: str, **values: Any) -> str:
    """Return ``template`` filled with ``values``, every text in them made harmless."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("grader.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "name": lambda text: hostile.line(text, NAME_LIMIT) or "(no name)",
        "title_text": lambda text: hostile.line(text, TITLE_LIMIT),
        "body": lambda text: hostile.plain(text, TEXT_LIMIT),
        "output": lambda text: hostile.plain(text, OUTPUT_LIMIT),
        "file_url": lambda ident: quote(ident, safe="", errors="replace"),
        "points": numbers.points,
        "count": numbers.count,
        "share": numbers.percent,
        "verdict": words.verdict_words,
        "tone": words.tone,
        "move_text": words.move_words,
        "squares": words.squares_words,
    }
    environment.globals |= {
        "board": svg.board,
        "figure": svg.figure,
        "histogram": chart.histogram,
    }
    return environment


def _shown(value: object) -> object:
    """Return what a template writes for ``value``: text that is not yet markup is made plain."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return hostile.plain(value)
    return value
