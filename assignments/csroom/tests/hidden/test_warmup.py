"""Hidden: the warm-up beyond its samples."""

from math import factorial

import pytest


@pytest.mark.points(3)
@pytest.mark.about("factorial")
def test_factorial_up_to_twenty(warmup):
    """Is right for every number from 0 to 20."""
    for n in range(21):
        value = warmup.factorial(n)
        assert type(value) is int, f"factorial({n}) should be a whole number, not {value!r:.60}"
        assert value == factorial(n), f"factorial({n}) returned {value}; {factorial(n)} was due"
