from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from grader.model import Graded, Verdict, Visibility
from grader.report import junit
from grader.report.view import ClassReport
from tests.report_samples import sample_class


def read(view: ClassReport, *, include_hidden: bool = True) -> ET.Element:
    return ET.fromstring(junit.render(view, include_hidden=include_hidden).encode())  # noqa: S314


def one_check(verdict: Verdict, max_score: int = 1) -> ClassReport:
    view = sample_class()
    first = view.outcomes[0]
    assert isinstance(first, Graded)
    layer = first.grade.layers[0]
    check = replace(layer.checks[0], verdict=verdict, max_score=Fraction(max_score))
    grade = replace(first.grade, layers=(replace(layer, checks=(check,)),))
    return replace(view, outcomes=(replace(first, grade=grade),))


@pytest.mark.parametrize(
    ("verdict", "max_score", "tag"),
    [
        (Verdict.WRONG_ANSWER, 1, "failure"),
        (Verdict.RUNTIME_ERROR, 1, "failure"),
        (Verdict.TIME_LIMIT, 1, "failure"),
        (Verdict.NOT_STARTED, 1, "failure"),
        (Verdict.NOT_STARTED, 0, "skipped"),
        (Verdict.SKIPPED, 1, "skipped"),
        (Verdict.JUDGE_ERROR, 1, "error"),
    ],
)
def test_verdict_becomes_the_element_ci_knows(verdict: Verdict, max_score: int, tag: str) -> None:
    (case,) = read(one_check(verdict, max_score)).iter("testcase")
    assert [part.tag for part in case] == [tag]


def test_accepted_check_is_an_empty_test_case() -> None:
    (case,) = read(one_check(Verdict.ACCEPTED)).iter("testcase")
    assert len(case) == 0


def test_counts_of_a_suite_are_those_of_its_cases() -> None:
    for suite in read(sample_class()):
        assert int(suite.attrib["tests"]) == len(suite)
        tags = [part.tag for case in suite for part in case]
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.attrib[name]) == tags.count(tag)


def test_student_without_a_grade_is_one_error() -> None:
    suite = next(s for s in read(sample_class()) if s.attrib["name"] == "Priya Raman")
    assert [[part.tag for part in case] for case in suite] == [["error"]]


def test_hidden_checks_are_left_out_when_asked() -> None:
    text = junit.render(sample_class(), include_hidden=False)
    first = sample_class().outcomes[0]
    assert isinstance(first, Graded)
    checks = [check for layer in first.grade.layers for check in layer.checks]
    for check in checks:
        assert (check.title in text) is (check.visibility is Visibility.VISIBLE)


def test_it_is_the_same_text_in_pieces_of_a_suite_each() -> None:
    view = sample_class()
    assert len(list(junit.parts(view, include_hidden=True))) == len(view.outcomes) + 2
    text = junit.render(view, include_hidden=True)
    root = ET.fromstring(text)  # noqa: S314 - our own
    ET.indent(root)
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    assert text == f"{head}{ET.tostring(root, encoding='unicode')}\n"
