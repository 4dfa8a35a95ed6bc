"""Whole outputs against tests/golden/; ``pytest --update-golden`` rewrites those files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from grader.report import gradebook, html, junit, results
from grader.report.view import person
from tests.report_samples import sample_class

Compare = Callable[[str, str], None]
WHOLE = sample_class()
FEW = replace(WHOLE, outcomes=(WHOLE.outcomes[2], WHOLE.outcomes[3], *WHOLE.outcomes[-3:]))


def test_student_page_is_as_expected(golden: Compare) -> None:
    chloe = next(o for o in WHOLE.outcomes if person(o).ident == "chlo")
    golden("student.html", html.student_page(WHOLE, chloe))


def test_gradebook_is_as_expected(golden: Compare) -> None:
    golden("gradebook.csv", gradebook.render(WHOLE))


def test_junit_is_as_expected(golden: Compare) -> None:
    golden("junit.xml", junit.render(FEW, include_hidden=True))


def test_results_are_as_expected(golden: Compare) -> None:
    golden("results.json", results.render(FEW))


def test_a_changed_output_fails_with_a_diff(golden: Compare, pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--update-golden"):
        pytest.skip("it would rewrite the file")
    with pytest.raises(pytest.fail.Exception, match=r"\+something else"):
        golden("gradebook.csv", "something else")
