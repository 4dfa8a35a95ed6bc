from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from grader.model import Graded
from grader.report import numbers
from grader.report.summary import summarise
from tests.report_samples import sample_class

VIEW = sample_class()
SUMMARY = summarise(VIEW)
GRADED = [outcome for outcome in VIEW.outcomes if isinstance(outcome, Graded)]


def test_most_common_findings_come_first_and_remarks_are_left_out() -> None:
    assert [(c.finding.slug, len(c.people)) for c in SUMMARY.common] == [
        ("both-sides-maximise", 3),
        ("empty-line-is-a-win", 3),
        ("draw-is-no-base-case", 2),
        ("diagonal-missed", 1),
        ("none-when-lost", 1),
    ]


def test_functions_not_started_are_in_the_order_of_the_course() -> None:
    assert [(u.function, len(u.people)) for u in SUMMARY.unstarted] == [
        ("factorial", 1),
        ("check_winner", 1),
        ("is_board_full", 1),
        ("minimax", 2),
        ("get_best_move", 3),
    ]


def test_the_missing_count_in_no_figure() -> None:
    assert summarise(replace(VIEW, outcomes=GRADED)).mean == SUMMARY.mean
    assert sum(SUMMARY.bins) == len(GRADED) == 13


def test_layers_of_bonus_have_no_percentage() -> None:
    extensions = SUMMARY.layers[-1]
    assert (extensions.percent, extensions.earned_bonus) == (None, 2)


def test_standard_is_mastered_as_its_layers_are() -> None:
    by_title = {item.title: item for item in SUMMARY.standards}
    assert by_title["3B-AP-10"].percent == SUMMARY.layers[1].percent
    assert "HS-PRO-PD-12" not in by_title


def test_students_are_sorted_by_name_whatever_its_case() -> None:
    names = [row.person.name for row in SUMMARY.rows]
    assert names == sorted(names, key=str.casefold)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(100), "100"),
        (Fraction(87, 2), "43.5"),
        (Fraction(1, 3), "0.33"),
        (Fraction(599, 10), "59.9"),
    ],
)
def test_points_have_at_most_two_decimals(value: Fraction, text: str) -> None:
    assert numbers.points(value) == text


def test_only_all_of_it_is_a_hundred_percent() -> None:
    assert numbers.percent(4519, 4520) == 99
    assert numbers.percent(1, 4520) == 1
    assert numbers.percent(4520, 4520) == 100
    assert numbers.percent(0, 0) == 0


def test_time_is_written_for_people_and_left_alone_if_it_is_none() -> None:
    assert VIEW.when == "1 December 2026, 14:05 UTC"
    assert replace(VIEW, generated="some day").when == "some day"
