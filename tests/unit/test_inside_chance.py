"""Chance under control: every course of it, one after the other."""

# ruff: noqa: S311 - chance as such is what is tested

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grader.sandbox.inside.chance import MAX_RUNS, SAMPLED_RUNS, Chance


@pytest.fixture
def chance() -> Iterator[Chance]:
    """Take over chance in this process, and give it back."""
    kinds = (random.Random, random.SystemRandom)
    kept = [(kind, name, vars(kind).get(name)) for kind in kinds for name in _REPLACED]
    state, fraction = random.getstate(), random.random
    taken = Chance()
    taken.install()
    yield taken
    for kind, name, value in kept:
        if value is None:
            delattr(kind, name)
        else:
            setattr(kind, name, value)
    random.random = fraction
    random.setstate(state)


_REPLACED = ("_randbelow", "random")


def test_every_choice_is_tried_once(chance: Chance) -> None:
    assert chance.every(lambda: random.choice("abc"), 5) == (["a", "b", "c"], True)


def test_choices_that_follow_each_other_are_tried_in_all_ways(chance: Chance) -> None:
    def run() -> str:
        first = random.choice("ab")
        return first + (random.choice("xyz") if first == "a" else "")

    assert chance.every(run, 5) == (["ax", "ay", "az", "b"], True)


def test_a_shuffle_has_all_its_orders(chance: Chance) -> None:
    def run() -> str:
        cards = list("abc")
        random.shuffle(cards)
        return "".join(cards)

    results, complete = chance.every(run, 5)
    assert complete
    assert sorted(results) == ["abc", "acb", "bac", "bca", "cab", "cba"]


def test_what_needs_no_chance_is_run_once(chance: Chance) -> None:
    assert chance.every(lambda: 7, 5) == ([7], True)


def test_too_many_ways_are_only_begun(chance: Chance) -> None:
    results, complete = chance.every(lambda: random.randrange(1000), 5)
    assert results == list(range(MAX_RUNS))
    assert not complete


def test_fractions_cannot_be_tried_in_all_ways(chance: Chance) -> None:
    results, complete = chance.every(random.random, 5)
    assert not complete
    assert len(set(results)) == len(results) == SAMPLED_RUNS


def test_when_the_time_is_up_nothing_more_is_run(chance: Chance) -> None:
    assert chance.every(lambda: random.choice("abc"), 0) == ([], False)


@pytest.mark.parametrize("source", [random.Random(1), random.SystemRandom()])
def test_every_draw_of_every_source_is_counted(chance: Chance, source: random.Random) -> None:
    source.choice("abc")
    source.random()
    assert chance.draws == 2


def test_the_shared_source_starts_the_same_each_time(chance: Chance) -> None:
    chance.install()
    first = random.choice(range(1000))
    chance.install()
    assert random.choice(range(1000)) == first


def test_a_choice_among_none_is_the_error_it_always_was(chance: Chance) -> None:
    with pytest.raises(IndexError):
        chance.every(lambda: random.choice([]), 5)
