"""Visible tests of the warm-up: does factorial(n) multiply the numbers from 1 to n?"""

import pytest


def shown(value):
    """Return value as short text; any object at all can be shown."""
    if type(value) is int and value.bit_length() > 100:
        return "a number of more than 30 digits"
    if value is None or type(value) in (bool, int, float):
        return repr(value)
    if type(value) is str and len(value) <= 20:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def assert_factorial(warmup, n, right):
    """Check that factorial(n) is the whole number right."""
    answer = warmup.factorial(n)
    call = f"factorial({n}) should be {right}, but returned {shown(answer)}"
    assert answer is not None, f"{call}: is a return missing?"
    assert type(answer) is int, f"{call}, which is not a whole number (an int)"
    assert answer == right, call


@pytest.mark.points(0.4)
@pytest.mark.about("factorial")
def test_zero_ends_the_recursion(warmup):
    """0! is 1, and counting up from it gives 3!."""
    assert_factorial(warmup, 0, 1)
    assert_factorial(warmup, 3, 6)


@pytest.mark.points(0.4)
@pytest.mark.about("factorial")
def test_one(warmup):
    """1! is 1, and 6! is more than that."""
    assert_factorial(warmup, 1, 1)
    assert_factorial(warmup, 6, 720)


@pytest.mark.points(0.4)
@pytest.mark.about("factorial")
def test_neighbours(warmup):
    """5! is five times 4!."""
    assert_factorial(warmup, 4, 24)
    assert_factorial(warmup, 5, 120)


@pytest.mark.points(0.4)
@pytest.mark.about("factorial")
def test_millions(warmup):
    """7! and 10! are right: several steps of the recursion, one inside the other."""
    assert_factorial(warmup, 7, 5040)
    assert_factorial(warmup, 10, 3_628_800)


@pytest.mark.points(0.4)
@pytest.mark.about("factorial")
def test_many_digits(warmup):
    """13! and 20! are exact to the last digit."""
    assert_factorial(warmup, 13, 6_227_020_800)
    assert_factorial(warmup, 20, 2_432_902_008_176_640_000)
