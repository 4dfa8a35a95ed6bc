"""The bounds that the system keeps; here they are only written down, never set."""

from __future__ import annotations

import resource
import sys

import pytest

from grader.sandbox.inside.limits import limit_resources


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[int, tuple[int, int]]:
    wanted: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", wanted.__setitem__)
    return wanted


def test_every_bound_is_set_hard_and_soft(asked: dict[int, tuple[int, int]]) -> None:
    assert limit_resources(1 << 29, 600) == "limited"
    assert asked[resource.RLIMIT_AS] == (1 << 29, 1 << 29)
    assert asked[resource.RLIMIT_CPU] == (600, 600)
    assert asked[resource.RLIMIT_CORE] == (0, 0)
    assert asked[resource.RLIMIT_FSIZE] == (0, 0)
    assert asked[resource.RLIMIT_NOFILE][0] <= 64


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_a_bound_that_cannot_be_had_does_not_cost_the_others(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []

    def setrlimit(name: int, _: tuple[int, int]) -> None:
        if name == resource.RLIMIT_AS:
            raise error
        kept.append(name)

    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    assert limit_resources(1 << 29, 600) == "limited"
    assert resource.RLIMIT_CPU in kept


def test_a_system_without_a_bound_goes_on(
    asked: dict[int, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    cpu = resource.RLIMIT_CPU
    monkeypatch.delattr(resource, "RLIMIT_AS")
    assert limit_resources(1 << 29, 600) == "limited"
    assert cpu in asked


def test_a_system_without_bounds_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert limit_resources(1 << 29, 600) == "plain"
