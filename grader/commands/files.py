"""Write the files of a report; each appears whole or not at all, and none is left half-written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from grader import __version__
from grader.assignment import Assignment
from grader.errors import UsageError
from grader.model import Graded, Outcome
from grader.report import gradebook, html, junit, results
from grader.report.view import ClassReport, RubricLine, person

LEVELS = ("confined", "confined-noopen", "limited", "plain")


def class_report(assignment: Assignment, outcomes: Sequence[Outcome]) -> ClassReport:
    """Return what the renderers need to know of a class."""
    levels = {outcome.sandbox for outcome in outcomes if isinstance(outcome, Graded)}
    weakest = next((level for level in reversed(LEVELS) if level in levels), LEVELS[0])
    return ClassReport(
        assignment=assignment.name,
        title=assignment.title,
        sandbox=weakest,
        max_score=assignment.max_score,
        layer_titles={layer.name: layer.title for layer in assignment.layers},
        outcomes=outcomes,
        generated=datetime.now(UTC).isoformat(timespec="seconds"),
        version=__version__,
        rubric=tuple(RubricLine(item.title, item.note) for item in assignment.rubric),
    )


def write_class(view: ClassReport, folder: Path) -> Path:
    """Write every file of a class report into ``folder`` and return the page to open.

    Raises:
        UsageError: if a file cannot be written; what was there before is still there.
    """
    for outcome in view.outcomes:
        name = f"{person(outcome).ident}.html"
        write(folder / "students" / name, html.student_page(view, outcome))
        write(folder / "teacher" / name, html.teacher_page(view, outcome))
    write_parts(folder / "results.json", results.parts(view))
    write(folder / "gradebook.csv", gradebook.render(view))
    write_parts(folder / "junit.xml", junit.parts(view, include_hidden=True))
    write(folder / "index.html", html.class_page(view))
    return folder / "index.html"


def write_student(view: ClassReport, folder: Path) -> Path:
    """Write the files of one student's own check into ``folder`` and return the page to open.

    Raises:
        UsageError: if a file cannot be written.
    """
    (outcome,) = view.outcomes
    page = folder / "students" / f"{person(outcome).ident}.html"
    write(page, html.student_page(view, outcome))
    write(folder / "results.json", results.render(view))
    write(folder / "junit.xml", junit.render(view, include_hidden=False))
    return page


def write(path: Path, text: str) -> None:
    """Put ``text`` at ``path``, in one step: a reader sees the old file or the new one.

    Raises:
        UsageError: if that is not possible.
    """
    write_parts(path, (text,))


def write_parts(path: Path, texts: Iterable[str]) -> None:
    """Put ``texts``, one after the other, at ``path``, as :func:`write` does.

    Raises:
        UsageError: if that is not possible.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(
                descriptor, "w", encoding="utf-8", errors="backslashreplace", newline=""
            ) as file:
                file.writelines(texts)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror})") from error
