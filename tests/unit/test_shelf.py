"""Outcomes that wait in a file: they come back as they were, and little is held meanwhile."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest

from grader.commands.shelf import Shelf
from grader.model import Graded
from grader.report.view import person
from tests.report_samples import sample_class

OUTCOMES = list(sample_class().outcomes)


def test_outcomes_come_back_as_they_were_by_name_whatever_order_they_came_in() -> None:
    by_name = sorted(OUTCOMES, key=lambda o: person(o).name.casefold())
    with Shelf() as shelf:
        for outcome in reversed(OUTCOMES):
            shelf.add(outcome)
        assert list(shelf) == by_name
        assert shelf[1:3] == by_name[1:3]
        assert shelf[-1] == by_name[-1]
        assert len(shelf) == len(by_name)


def test_more_can_be_put_on_after_some_were_looked_at() -> None:
    with Shelf() as shelf:
        shelf.add(OUTCOMES[1])
        assert list(shelf) == OUTCOMES[1:2]
        shelf.add(OUTCOMES[0])
        assert list(shelf) == OUTCOMES[:2]


def test_an_outcome_that_is_not_there_is_an_index_error() -> None:
    with Shelf() as shelf, pytest.raises(IndexError):
        shelf[0]


def test_what_an_outcome_holds_does_not_stay_in_memory() -> None:
    (one, *_) = (o for o in OUTCOMES if isinstance(o, Graded))
    tracemalloc.start()
    try:
        with Shelf() as shelf:
            for _ in range(500):
                shelf.add(replace(one, output="x" * 10_000))
            assert sum(1 for _ in shelf) == 500
            held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 500 * 10_000 / 5
