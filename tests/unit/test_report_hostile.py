"""Text that students control, through every renderer."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model import (
    CheckResult,
    Counterexample,
    Example,
    Finding,
    Grade,
    Graded,
    Layer,
    Missing,
    Submission,
    Ungraded,
    Verdict,
    Visibility,
)
from grader.report import gradebook, hostile, html, junit, results, svg
from grader.report.view import ClassReport, person
from tests.report_samples import BEATEN, sample_class

FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "{{ 7 * 7 }}{% raw %}",
    "</style><script>alert(1)</script>",
    "<!-- ]]> --> &amp; &#0;",
    '=HYPERLINK("https://evil.example","x")',
    "+1", "-1", "@SUM(A1)", "\t=1", "\r=1",
    "\x1b[31mred\x1b[0m\x1b]0;title\x07 \x9b2J",
    "safe\u202egpj.exe\u2066x\u2069",
    "nul\x00 half \ud83d pair \udc80 \ufffe\uffff",
    'a,b;"c"\r\nd\re\u2028f',
    "x" * 100_000,
    "ab" * 10_000 + "\n" * 500,
    "",
    "   ",
)  # fmt: skip


def class_of(text: str) -> ClassReport:
    """Return a class in which every text a student may control is ``text``."""
    example = Example("f", text, text, text, text, 1, (8,))
    checks = tuple(
        CheckResult(
            f"rules/{verdict.value}", "rules", text, Visibility.VISIBLE, verdict, Fraction(0),
            Fraction(1), message=text, note=text, blocked_by=text, functions=(text,),
            examples=(example, replace(example, board="X.O.X....")),
        )
        for verdict in Verdict
    )  # fmt: skip
    layer = Layer(
        "rules", "Rules", Visibility.VISIBLE, Fraction(0), Fraction(9), Fraction(0), checks
    )
    submission = Submission(text, "s1", text, {text: text}, (text,), {text: text})
    line = Counterexample(text, "O", None, text, (8,), (0, 2), "X", own_play=True, outcome=text)
    found = Finding(text or "slug", text, certain=False, title=text, evidence=text, advice=text,
                    board=text)  # fmt: skip
    return replace(
        sample_class(),
        outcomes=(
            Graded(
                submission, Grade(Fraction(0), Fraction(9), Fraction(0), (layer,)),
                replace(BEATEN, counterexample=line),
                (found, replace(found, board="X.O.X...."), replace(found, harmless=True)),
                (text,), text, "confined", 0.1,
            ),
            Ungraded(submission, text),
            Missing(text, text, text, text),
        ),
    )  # fmt: skip


def pages(view: ClassReport) -> list[str]:
    each = [page(view, o) for page in (html.student_page, html.teacher_page) for o in view.outcomes]
    return [html.class_page(view), *each]


class Tags(HTMLParser):
    """What a browser would see: tags and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def check_page(page: str) -> None:
    page.encode()
    assert FORBIDDEN.search(page) is None
    seen = Tags()
    seen.feed(page)
    assert not seen.tags & {"script", "img", "iframe", "object", "form", "base"}
    assert not [name for name in seen.attributes if name.startswith("on")]
    assert page.count("</style>") == 1


def check_csv(text: str) -> None:
    text.encode()
    assert FORBIDDEN.search(text) is None
    rows = list(csv.reader(io.StringIO(text)))
    assert len({len(row) for row in rows}) == 1
    for row in rows:
        for cell in row:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def check_json(text: str, student: str) -> None:
    assert text.isascii()
    assert FORBIDDEN.search(text) is None
    names = {submission["student"] for submission in json.loads(text)["submissions"]}
    assert names == {hostile.encodable(student)}
    next(iter(names)).encode()


def check_everything(text: str) -> None:
    view = class_of(text)
    for page in pages(view):
        check_page(page)
    check_csv(gradebook.render(view))
    check_json(results.render(view), text)
    for include_hidden in (True, False):
        xml = junit.render(view, include_hidden=include_hidden)
        assert FORBIDDEN.search(xml) is None
        assert len(ET.fromstring(xml.encode())) == 3  # noqa: S314


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text)[:24])
def test_hostile_text_stays_text_in_every_file(text: str) -> None:
    check_everything(text)


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)


@settings(max_examples=60, deadline=None)
@given(ANY_TEXT)
def test_any_text_stays_text_in_every_file(text: str) -> None:
    check_everything(text)


@given(ANY_TEXT, st.integers(1, 30))
def test_plain_text_is_short_and_shows_no_control(text: str, limit: int) -> None:
    shown = hostile.plain(text, limit)
    assert len(shown) <= limit
    assert FORBIDDEN.search(shown) is None
    assert hostile.plain(shown, limit) == shown


@given(ANY_TEXT)
def test_a_cell_is_one_line_and_no_formula(text: str) -> None:
    shown = hostile.cell(text)
    assert "\n" not in shown
    assert not shown.startswith(("=", "+", "-", "@", "\t", "\r"))


@given(ANY_TEXT)
def test_a_label_cannot_leave_its_attribute(label: str) -> None:
    ET.fromstring(hostile.xml(svg.board("X.O.X....", label=label)))  # noqa: S314


def test_plain_text_is_left_alone() -> None:
    assert hostile.plain("Zoë 李雷 \t✓\nمريم") == "Zoë 李雷 \t✓\nمريم"


def test_colour_goes_and_what_it_coloured_stays() -> None:
    assert hostile.plain("\x1b[1;31mred\x1b[0m") == "red"


def test_lone_surrogate_is_spelled_out() -> None:
    assert hostile.plain("a\udc80b") == r"a\udc80b"


def test_every_line_end_is_a_newline() -> None:
    assert hostile.plain("a\r\nb\rc\u2028d") == "a\nb\nc\nd"


def test_long_text_ends_in_an_ellipsis() -> None:
    assert hostile.plain("abcdef", 4) == "abc…"


def test_our_own_numbers_are_no_formulas() -> None:
    assert "'" not in gradebook.render(sample_class()).replace("O'Connor", "")


def test_a_name_that_is_a_path_stays_in_its_folder() -> None:
    view = class_of("../../etc/passwd")
    assert person(view.outcomes[-1]).ident == "../../etc/passwd"
    assert 'href="teacher/..%2F..%2Fetc%2Fpasswd.html"' in html.class_page(view)
