"""Taking a process over; here with every descriptor and the server made up."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.sandbox.inside import worker

START = Path(worker.__file__).with_name("start.py")


class Seen:
    """What the worker did to its process."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []
        self.exits: list[int] = []
        self.chances: list[int] = []
        self.printed = ""
        self.asked = ""
        self.moved: list[tuple[int, int]] = []


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    found = Seen()

    class Server:
        def __init__(self, requests: int, replies: int, sink: Any, stream: Any, *_: Any) -> None:
            assert (requests, replies) == (10, 11)
            self.sink, self.stream = sink, stream

        def _send(self, reply: dict[str, Any]) -> None:
            found.said.append(reply)

        def serve(self) -> None:
            print("hello")  # noqa: T201 - as a submission does
            self.stream.flush()
            found.printed, found.asked = self.sink.take(), sys.stdin.read()

    calls = {
        "dup": lambda number: number + 10,
        "open": lambda *_: 9,
        "dup2": lambda *pair: found.moved.append(pair),
        "_exit": found.exits.append,
    }
    fake = SimpleNamespace(**calls, devnull=os.devnull, O_RDWR=os.O_RDWR)
    monkeypatch.setattr(worker, "os", fake)
    monkeypatch.setattr(worker, "Server", Server)
    taken = SimpleNamespace(install=lambda: found.chances.append(1))
    monkeypatch.setattr(worker, "Chance", lambda: taken)
    monkeypatch.setattr(worker, "limit_resources", lambda *numbers: f"limited to {numbers}")
    for name in ("stdout", "stderr", "stdin", "__stdout__", "__stderr__", "__stdin__", "argv"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    return found


def test_a_worker_moves_its_pipes_away_says_how_far_it_is_confined_and_serves(seen: Seen) -> None:
    worker.main(str(1 << 29), "600")
    assert seen.moved == [(9, 0), (9, 1), (9, 2)]
    assert seen.said == [{"id": 0, "ready": "limited to (536870912, 600)"}]
    assert seen.exits == [0]


def test_prints_are_kept_and_there_is_nobody_to_ask(seen: Seen) -> None:
    worker.main("1", "1")
    assert seen.printed == "hello\n"
    assert seen.asked == ""


def test_chance_is_taken_over(seen: Seen) -> None:
    worker.main("1", "1")
    assert seen.chances == [1]


def test_the_way_in_is_found_by_folder_and_closed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, ...]] = []
    made_up = SimpleNamespace(main=lambda *numbers: calls.append((*numbers, len(sys.path))))
    monkeypatch.setitem(sys.modules, "inside", SimpleNamespace(__path__=[]))
    monkeypatch.setitem(sys.modules, "inside.worker", made_up)
    monkeypatch.setattr(sys, "argv", [str(START), "worker", "7", "8"])
    path = sys.path[:]
    runpy.run_path(str(START))
    assert calls == [("7", "8", len(path))]
    assert sys.path == path
