"""``junit.xml``: every check as a test case, for CI systems; the shape is pytest's ``xunit2``.

Only our own judgements are in it: what a submission printed is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

from grader.model import CheckResult, Graded, Missing, Outcome, Verdict, Visibility
from grader.report.hostile import line, xml
from grader.report.view import ClassReport, person
from grader.report.words import verdict_words

NAME_LIMIT = 120
TITLE_LIMIT = 300


def render(view: ClassReport, *, include_hidden: bool) -> str:
    """Return JUnit XML: one suite per student, named for the student.

    ``include_hidden`` decides whether hidden checks are in it. A student without a grade is one
    test case with an error. What is not started is a failure, unless it could only have earned
    bonus: then it is skipped, as is a check that waits for another function.
    """
    return "".join(parts(view, include_hidden=include_hidden))


def parts(view: ClassReport, *, include_hidden: bool) -> Iterator[str]:
    """Yield what :func:`render` returns piece by piece, a suite at a time."""
    root = ET.Element("testsuites", {"name": _attribute(view.assignment)})
    whole = ET.tostring(root, encoding="unicode", short_empty_elements=False)
    head, _, tail = whole.partition("</")
    yield f'<?xml version="1.0" encoding="utf-8"?>\n{head}'
    for outcome in view.by_name:
        suite = _suite(view, outcome, include_hidden)
        ET.indent(suite, level=1)
        yield f"\n  {ET.tostring(suite, encoding='unicode')}"
    yield f"\n</{tail}\n"


def _suite(view: ClassReport, outcome: Outcome, include_hidden: bool) -> ET.Element:  # noqa: FBT001
    cases = list(_cases(view, outcome, include_hidden))
    seconds = outcome.seconds if isinstance(outcome, Graded) else 0.0
    attributes = {
        "name": _attribute(person(outcome).name, NAME_LIMIT),
        "tests": str(len(cases)),
        "failures": _tally(cases, "failure"),
        "errors": _tally(cases, "error"),
        "skipped": _tally(cases, "skipped"),
        "time": f"{seconds:.3f}",
        "timestamp": _attribute(view.generated),
    }
    suite = ET.Element("testsuite", attributes)
    suite.extend(cases)
    return suite


def _cases(view: ClassReport, outcome: Outcome, include_hidden: bool) -> Iterable[ET.Element]:  # noqa: FBT001
    if not isinstance(outcome, Graded):
        kind = "missing" if isinstance(outcome, Missing) else "ungraded"
        case = _case(view.assignment, f"not graded: {kind}")
        _add(case, "error", "a person must look", outcome.reason)
        yield case
        return
    for layer in outcome.grade.layers:
        for check in layer.checks:
            if include_hidden or check.visibility is Visibility.VISIBLE:
                yield _checked(f"{view.assignment}.{layer.name}", check)


def _checked(classname: str, check: CheckResult) -> ET.Element:
    case = _case(classname, check.title)
    if tag := _tag(check):
        _add(case, tag, verdict_words(check), _body(check))
    return case


def _tag(check: CheckResult) -> str:
    """Return the element that says how ``check`` went; ``""`` if it was accepted."""
    match check.verdict:
        case Verdict.ACCEPTED:
            return ""
        case Verdict.SKIPPED:
            return "skipped"
        case Verdict.JUDGE_ERROR:
            return "error"
        case _ if check.max_score == 0:  # shown, or bonus: neither can fail a build
            return "skipped"
        case _:
            return "failure"


def _body(check: CheckResult) -> str:
    asked = [f"{e.asked}\n  got: {e.got}\n  due: {e.due}" for e in check.examples if e.asked]
    return "\n".join(filter(None, [check.message, *asked]))


def _case(classname: str, name: str) -> ET.Element:
    attributes = {"classname": _attribute(classname), "name": _attribute(name), "time": "0.000"}
    return ET.Element("testcase", attributes)


def _add(case: ET.Element, tag: str, message: str, body: str) -> None:
    part = ET.SubElement(case, tag, {"message": _attribute(message)})
    part.text = xml(body) or None


def _attribute(text: str, limit: int = TITLE_LIMIT) -> str:
    return xml(line(text, limit))


def _tally(cases: Iterable[ET.Element], tag: str) -> str:
    return str(sum(case.find(tag) is not None for case in cases))
