"""How far this machine goes, with trial workers that say what they were made to say."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import pytest

from grader.errors import JudgeError
from grader.sandbox import levels
from grader.sandbox.inside import landlock, lockdown, seccomp
from grader.sandbox.launch import CONFINED, LIMITED, NO_OPEN, PLAIN
from grader.sandbox.process import HEADER_BYTES, DeadlineError, Limits, Process


class Said:
    """A child that says one thing."""

    def __init__(self, body: bytes | None) -> None:
        self._frames = [] if body is None else [len(body).to_bytes(HEADER_BYTES, "big") + body]

    def write(self, data: bytes, deadline: float) -> None:
        del data, deadline
        raise AssertionError("a trial worker is asked nothing")

    def read(self, deadline: float) -> bytes:
        del deadline
        return self._frames.pop() if self._frames else b""

    def end(self) -> int:
        return -9


class Source:
    """Where trial workers come from."""

    def __init__(self, level: str, reaches: str, closed: list[str]) -> None:
        self._level, self._reaches, self._closed = level, reaches, closed

    def start(self, limits: Limits) -> Process:
        del limits
        if self._reaches == "judge":
            raise JudgeError("the process that starts workers is gone")
        if self._reaches == "silent":
            raise DeadlineError
        told = {
            "dead": None,
            "nonsense": b"AAAA",
            "refused": b'{"id": 0, "refused": "OSError: Landlock is not there"}',
        }
        ready = json.dumps({"id": 0, "ready": self._reaches}).encode()
        return Process(Said(told.get(self._reaches, ready)))

    def close(self) -> None:
        self._closed.append(self._level)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Make a machine whose workers reach these levels when asked for them."""

    def make(platform: str = "linux", **reaches: str) -> list[str]:
        closed: list[str] = []
        monkeypatch.setattr(sys, "platform", platform)
        named = {CONFINED: "confined", NO_OPEN: "no_open", LIMITED: "limited"}
        monkeypatch.setattr(
            levels,
            "launcher",
            lambda level: Source(level, reaches.get(named[level]) or level, closed),
        )
        monkeypatch.setattr(landlock, "abi", lambda: 3)
        return closed

    return make


def test_the_strongest_level_is_the_first_that_is_reached(
    machine: Callable[..., list[str]],
) -> None:
    closed = machine()
    assert levels.strongest() == CONFINED
    assert closed == [CONFINED]
    machine(confined="refused")
    assert levels.strongest() == NO_OPEN
    machine(confined="refused", no_open="refused")
    assert levels.strongest() == LIMITED
    closed = machine(confined="judge", no_open="dead", limited=PLAIN)
    assert levels.strongest() == PLAIN
    assert closed == [CONFINED, NO_OPEN, LIMITED]


def test_only_linux_is_asked_for_the_strong_levels(machine: Callable[..., list[str]]) -> None:
    closed = machine("darwin")
    assert levels.strongest() == LIMITED
    assert levels.reached(CONFINED) == "confined needs Linux"
    assert closed == [LIMITED]


@pytest.mark.parametrize(
    ("reaches", "told"),
    [
        ("refused", "OSError: Landlock is not there"),
        ("judge", "JudgeError: the process that starts workers is gone"),
        ("silent", "DeadlineError: "),
        ("dead", "ClosedError: "),
        ("nonsense", "ProtocolError: a reply that is no JSON"),
    ],
)
def test_why_a_level_is_not_reached_is_told(
    machine: Callable[..., list[str]], reaches: str, told: str
) -> None:
    closed = machine(confined=reaches)
    assert levels.reached(CONFINED) == told
    assert closed == [CONFINED]


def test_every_layer_is_told_of_with_its_reason(
    machine: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine()
    monkeypatch.setattr(lockdown, "own_uid", lambda _: 61_000)
    parts = {part.name: part for part in levels.parts()}
    assert list(parts) == [
        "process of its own",
        "resource limits",
        "seccomp",
        "Landlock",
        "user of its own",
    ]
    assert all(part.present for part in parts.values())
    assert parts["Landlock"].why == "ABI 3; a trial worker said: confined"
    assert parts["user of its own"].why == "workers become user 61000"


def test_a_layer_that_is_not_there_has_a_remedy(
    machine: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(confined="refused", no_open="refused", limited=PLAIN)
    monkeypatch.setattr(lockdown, "own_uid", lambda _: None)
    monkeypatch.setattr(seccomp, "supported", lambda: False)
    missing = [part for part in levels.parts() if not part.present]
    assert len(missing) == 4
    assert all(part.remedy for part in missing)
    (one,) = [part for part in missing if part.name == "seccomp"]
    assert one.why.endswith("(no filter for this CPU)")


def test_elsewhere_the_kernel_is_not_asked(
    machine: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> int:
        raise AssertionError

    machine("win32")
    monkeypatch.setattr(landlock, "abi", fail)
    why = {part.name: part.why for part in levels.parts()}
    assert why["Landlock"] == "ABI 0; a trial worker said: confined needs Linux"
    assert why["seccomp"] == "a trial worker said: confined-noopen needs Linux"


def test_a_real_worker_reaches_limited_here() -> None:
    assert levels.reached(LIMITED) == LIMITED
