from __future__ import annotations

import itertools
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from grader.model import Example, Grade, Graded, Missing, Outcome, Ungraded, Verdict, Visibility
from grader.report import html
from grader.report.view import ClassReport, person
from tests.report_samples import PERFECT, sample_class

VOID = {"meta", "link", "br", "hr", "img", "input"}
VIEW = sample_class()


def outcome(ident: str) -> Outcome:
    return next(o for o in VIEW.outcomes if person(o).ident == ident)


def graded(ident: str) -> Graded:
    found = outcome(ident)
    assert isinstance(found, Graded)
    return found


def all_pages() -> dict[str, str]:
    found = {"class": html.class_page(VIEW)}
    for each in VIEW.outcomes:
        found[f"student {person(each).ident}"] = html.student_page(VIEW, each)
        found[f"teacher {person(each).ident}"] = html.teacher_page(VIEW, each)
    return found


PAGES = all_pages()
every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


class WellFormed(HTMLParser):
    """Fails on a tag that is closed out of turn; collects what the tests ask about."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        assert len(attrs) == len(dict(attrs)), f"an attribute twice in <{tag}>"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.seen if name in attrs]


@every_page
def test_page_is_well_formed_with_one_heading_and_a_language(page: str) -> None:
    parsed = WellFormed(page)
    tags = [tag for tag, _ in parsed.seen]
    for once in ("h1", "main", "header", "footer", "html", "title"):
        expected = once if once != "title" else "head"
        assert tags.count(expected) == 1, expected
    assert ("html", {"lang": "en"}) in parsed.seen


@every_page
def test_page_fetches_nothing_and_runs_nothing(page: str) -> None:
    parsed = WellFormed(page)
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page
    assert not [tag for tag, _ in parsed.seen if tag in {"script", "img", "iframe"}]
    assert not re.search(r"(https?:)?//\w", page)
    assert not re.search(r"@import|url\(", page)


@every_page
def test_ids_are_unique_and_what_refers_to_them_finds_them(page: str) -> None:
    parsed = WellFormed(page)
    ids = parsed.values("id")
    assert len(ids) == len(set(ids))
    assert set(parsed.values("aria-labelledby")) <= set(ids)
    anchors = {href[1:] for href in parsed.values("href") if href.startswith("#")}
    assert "main" in anchors
    assert anchors <= set(ids)


@every_page
def test_headings_skip_no_level(page: str) -> None:
    levels = [int(tag[1]) for tag, _ in WellFormed(page).seen if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels))


@every_page
def test_tables_have_captions_and_scopes(page: str) -> None:
    parsed = WellFormed(page)
    assert page.count("<table") == page.count("<caption")
    assert all("scope" in attrs for tag, attrs in parsed.seen if tag == "th")


@every_page
def test_no_value_is_left_unrendered(page: str) -> None:
    for leak in ("None.", "Fraction(", "{{", "{%", "Verdict.", "<bound method"):
        assert leak not in page.replace("returned None.", "").replace("returned None;", "")


def with_secrets(verdict: Verdict) -> Graded:
    """Return a submission whose hidden checks carry words that must not get out."""
    source = graded("chlo")
    example = Example("secret-f", "XXOOOXX..", "secret-asked", "secret-got", "secret-due", 7, (8,))
    layers = tuple(
        replace(
            layer,
            checks=tuple(
                replace(
                    check, title="secret-title", message="secret-message", note="secret-note",
                    blocked_by="secret-function", functions=("secret-f",), examples=(example,),
                    verdict=verdict,
                )
                if check.visibility is Visibility.HIDDEN
                else check
                for check in layer.checks
            ),
        )
        for layer in source.grade.layers
    )  # fmt: skip
    return replace(source, grade=replace(source.grade, layers=layers), findings=())


@pytest.mark.parametrize("verdict", list(Verdict))
def test_student_page_tells_nothing_of_a_hidden_check_but_its_layers_total(
    verdict: Verdict,
) -> None:
    page = html.student_page(VIEW, with_secrets(verdict))
    assert "secret" not in page
    assert "row 1: X, X, O; row 2: O, O, X" not in page
    assert "2 hidden checks" in page
    assert "secret-message" in html.teacher_page(VIEW, with_secrets(Verdict.WRONG_ANSWER))


def test_student_page_tells_of_visible_checks_only_even_when_only_hidden_ones_fail() -> None:
    source = with_secrets(Verdict.WRONG_ANSWER)
    layers = tuple(
        replace(
            layer,
            checks=tuple(
                replace(c, verdict=Verdict.ACCEPTED) if c.visibility is Visibility.VISIBLE else c
                for c in layer.checks
            ),
        )
        for layer in source.grade.layers
    )
    page = html.student_page(VIEW, replace(source, grade=replace(source.grade, layers=layers)))
    assert "secret" not in page
    assert "Look beyond the examples" in page


def test_student_page_leads_nowhere_but_into_itself() -> None:
    links = WellFormed(PAGES["student chlo"]).values("href")
    assert all(link.startswith(("#", "data:")) for link in links)


def test_student_page_begins_with_the_first_finding() -> None:
    page = PAGES["student chlo"]
    assert page.index("Do this next") < page.index("One diagonal is never seen")
    assert page.index("One diagonal is never seen") < page.index("Your points")
    assert "the likeliest cause" in PAGES["student elif"]


def test_remark_is_never_the_next_step() -> None:
    page = PAGES["student maya"]
    assert "All done" in page
    assert page.index("Notes that cost no points") < page.index("A win is taken later")


def test_what_is_not_started_reads_as_help() -> None:
    page = PAGES["student imani"]
    assert "Write <code>factorial</code>" in page
    assert "not started yet" in page
    assert "wrong answer" not in page


def test_failing_check_without_a_finding_is_the_next_step() -> None:
    page = html.student_page(VIEW, replace(graded("jonas"), findings=()))
    head = page[page.index("Do this next") : page.index("Your points")]
    assert "a draw is worth more than a loss" in head
    assert "<code>minimax</code>" in head


def test_perfect_play_is_called_proved() -> None:
    words = "Proved: it never loses, from any reachable position that can be held."
    assert words in PAGES["student ada"]
    assert "Proved" not in PAGES["student chlo"]


def test_refutation_is_played_move_by_move() -> None:
    page = PAGES["student chlo"]
    assert "Of the <b>4,520</b> boards your program can be asked about" in page
    game = page[page.index("The game that beats it, move by move") : page.index("It ends:")]
    assert game.count('aria-label="After move ') == 5
    assert "the mistake" in page
    assert "Every move of your program in this game is its own reply" in page


def test_game_lost_on_the_other_side_is_shown_too_and_none_twice() -> None:
    page = PAGES["student chlo"]
    game = page[page.index("A game that beats it when it moves first") :]
    assert game.count('aria-label="After move ') == 6
    assert "when it moves second" not in page


def test_line_that_only_leads_there_is_not_called_the_programs_own_play() -> None:
    page = PAGES["student farid"]
    assert "One way to reach that board by the rules" in page
    assert "is its own reply" not in page


def test_proof_that_was_cut_short_says_so_and_proves_nothing() -> None:
    short = replace(PERFECT, asked=3000, optimal=3000)
    page = html.student_page(VIEW, replace(graded("ada"), proof=short))
    assert "It was asked about 3,000 of them" in page
    assert "Proved" not in page


def test_ungraded_student_is_told_that_it_is_not_their_fault() -> None:
    page = PAGES["student noor-van-dijk"]
    assert "the grader's fault and not yours".replace("'", "&#39;") in page.replace("'", "&#39;")
    assert "no memory was left" not in page
    assert "no memory was left" in PAGES["teacher noor-van-dijk"]


def test_teacher_page_has_empty_boxes_for_the_rubric_and_links_back() -> None:
    page = PAGES["teacher chlo"]
    assert page.count('<span class="blank">') == 2
    assert {"../index.html", "../students/chlo.html"} <= set(WellFormed(page).values("href"))
    assert "check_winner on all 8,533 boards" in page


def test_class_page_links_every_student() -> None:
    links = set(WellFormed(PAGES["class"]).values("href"))
    assert {f"teacher/{person(o).ident}.html" for o in VIEW.outcomes} <= links
    assert {
        f"students/{person(o).ident}.html" for o in VIEW.outcomes if isinstance(o, Graded)
    } <= links


def test_class_page_puts_those_without_a_grade_first() -> None:
    page = PAGES["class"]
    assert page.index("A person must look") < page.index("What to teach again")
    unseen = [o for o in VIEW.outcomes if isinstance(o, Ungraded | Missing)]
    assert all(o.reason in page for o in unseen)


def test_class_page_shows_mean_and_median_of_the_graded() -> None:
    assert "59.69 <small>of 100</small>" in PAGES["class"]
    assert "47.5 <small>of 100</small>" in PAGES["class"]


def test_class_without_a_grade_still_has_a_page() -> None:
    empty = replace(VIEW, outcomes=())
    WellFormed(html.class_page(empty))
    assert "There is no graded submission yet." in html.class_page(empty)
    unseen = replace(VIEW, outcomes=[o for o in VIEW.outcomes if not isinstance(o, Graded)])
    assert "A person must look" in html.class_page(unseen)


def test_grade_without_layers_or_proof_still_has_pages() -> None:
    bare = Grade(Fraction(0), Fraction(0), Fraction(0), ())
    lone = replace(graded("ada"), grade=bare, proof=None)
    view: ClassReport = replace(VIEW, outcomes=(lone,))
    for page in (html.class_page(view), html.student_page(view, lone)):
        WellFormed(page)


def large(students: int) -> str:
    """Return the page of a class of ``students`` with a grade and as many without one."""
    one = next(o for o in VIEW.outcomes if isinstance(o, Graded))
    names = [f"student {n:05}" for n in range(students)]
    graded = [replace(one, submission=replace(one.submission, student=n, ident=n)) for n in names]
    missing = [Missing(f"gone {n}", f"gone {n}", "", "empty") for n in names]
    return html.class_page(replace(VIEW, outcomes=(*graded, *missing)))


def test_a_large_class_has_tables_that_are_laid_out_as_they_are_seen_and_a_way_to_each() -> None:
    page = WellFormed(large(html.MANY * 2 + 1))
    tables = [attributes for tag, attributes in page.seen if tag == "table"]
    assert len(tables) == 3
    assert {f"#roll-{n}" for n in (1, 2, 3)} <= set(page.values("href"))
    assert {f"roll-{n}" for n in (1, 2, 3)} <= set(page.values("id"))
    assert f"teacher/student%20{html.MANY * 2:05}.html" in page.values("href")


def test_a_class_that_is_not_large_has_one_table() -> None:
    page = large(html.MANY)
    assert page.count("<table") == 1
    assert "roll-1" not in page


def test_a_row_of_a_large_class_is_light() -> None:
    few, many = len(large(html.MANY * 2)), len(large(html.MANY * 4))
    assert (many - few) / (html.MANY * 2) < 800  # bytes of a row, and of a line on one missing


def test_a_long_list_of_those_without_a_grade_is_folded() -> None:
    assert "<details><summary>All 31</summary>" in large(html.LOOK_AT + 1)
    assert "<details><summary>All" not in large(html.LOOK_AT)
