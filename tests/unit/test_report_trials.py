"""The table of a selftest: one page, whatever its texts are."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from grader.model import Verdict
from grader.report.trials import Row, TrialTable, page

VERDICTS = list(Verdict)
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "</title></style></table><h1>mine</h1>",
    "<!-- ]]> --> &amp; &#0;",
    "\x1b[31mred\x1b[0m\x07 \x9b2J",
    "safe\u202egpj.exe\u2066x\u2069",
    "nul\x00 half \ud83d pair \udc80 \ufffe\uffff",
    "x" * 100_000,
    "",
    "   ",
)


def table(text: str = "rows", problems: tuple[str, ...] = ()) -> TrialTable:
    return TrialTable(
        assignment=text,
        title=text,
        checks=(("rules/rows", text), (text, text)),
        rows=(
            Row("solution", {"rules/rows": Verdict.ACCEPTED, text: Verdict.SKIPPED}),
            Row(text, {"rules/rows": Verdict.WRONG_ANSWER}),
        ),
        problems=problems,
        generated="2026-12-01T10:00:00+00:00",
        version="0",
    )


class Tags(HTMLParser):
    """Counts the tags of a page and keeps its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def cells(text: str) -> list[str]:
    return re.findall(r"<td class=\"(\w+)\">", text)


def test_a_sound_table_says_so() -> None:
    text = page(table())
    assert "The checks are sound" in text
    assert "problems" not in text.partition("<h2")[2].partition("</h2>")[0].partition(">")[2]
    assert cells(text) == ["good", "open", "bad", "open"]


def test_every_problem_is_listed() -> None:
    text = page(table(problems=("layer first says 4 points", "<b>bold</b> loses no points")))
    assert "2 problems" in text
    assert "<li>layer first says 4 points</li>" in text
    assert "<li>&lt;b&gt;bold&lt;/b&gt; loses no points</li>" in text
    assert "The checks are sound" not in text


@pytest.mark.parametrize("verdict", VERDICTS)
def test_every_verdict_has_a_sign_and_a_word(verdict: Verdict) -> None:
    made = table()
    text = page(
        TrialTable(
            "a", "a", (("rules/rows", "r"),), (Row("one", {"rules/rows": verdict}),), (),
            made.generated, "0",
        )
    )  # fmt: skip
    kind = {"accepted": "good", "skipped": "open", "not_started": "open"}
    assert cells(text) == [kind.get(verdict.value, "bad")]
    assert f" {verdict.value.replace('_', ' ')}</span>" in text


def test_a_table_of_nothing_is_a_page() -> None:
    text = page(TrialTable("a", "a", (), (), (), "2026-12-01T10:00:00+00:00", "0"))
    assert Tags(text).tags.count("h1") == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_harmless(text: str) -> None:
    plain, hostile = Tags(page(table(problems=("p",)))), Tags(page(table(text, (text,))))
    assert hostile.tags == plain.tags
    assert hostile.attributes == plain.attributes
    assert hostile.tags.count("h1") == 1
    assert not FORBIDDEN.search(page(table(text, (text,))))


def test_the_page_asks_nothing_of_anybody() -> None:
    text = page(table())
    assert "://" not in text
    assert "<script" not in text
    assert Tags(text).tags.count("main") == 1
