"""Bounds on what chance may do, against figures known from tables of the binomial distribution."""

from math import comb, isclose

import pytest

from grader.checks.rates import bounds, distribution


def test_equal_chances_are_binomial() -> None:
    found = distribution([0.3] * 10)
    assert all(
        isclose(part, comb(10, n) * 0.3**n * 0.7 ** (10 - n)) for n, part in enumerate(found)
    )


def test_unequal_chances_are_counted_one_by_one() -> None:
    found = distribution([0.5, 0.1])
    assert all(isclose(a, b) for a, b in zip(found, [0.45, 0.5, 0.05], strict=True))


@pytest.mark.parametrize(
    ("trials", "chance", "alarm", "within"),
    [
        (10, 0.5, 0.05, (2, 8)),
        (20, 0.5, 0.05, (6, 14)), (20, 0.25, 0.05, (2, 9)), (5, 0, 0.1, (0, 0))],
)  # fmt: skip
def test_a_fair_program_stays_within_the_two_sided_bounds(
    trials: int, chance: float, alarm: float, within: tuple[int, int]
) -> None:
    assert bounds([chance] * trials, [chance] * trials, alarm) == within


def test_no_more_than_the_stated_part_of_right_programs_is_outside() -> None:
    chances = [0.8 * (k - 1) / k for k in (2, 4, 6) for _ in range(100)]
    fewest, most = bounds(chances, chances, 0.0005)
    likely = distribution(chances)
    assert sum(likely[:fewest]) + sum(likely[most + 1 :]) <= 0.0005


def test_two_readings_of_a_rate_are_both_within() -> None:
    low, high = [0.6] * 100, [0.8] * 100
    fewest, most = bounds(low, high, 0.001)
    assert fewest == bounds(low, low, 0.001)[0]
    assert most == bounds(high, high, 0.001)[1]
