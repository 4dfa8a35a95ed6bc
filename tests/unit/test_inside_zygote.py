"""The warm interpreter, in this process: nothing is forked and nobody is killed."""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from grader.sandbox.inside import zygote
from grader.sandbox.inside.zygote import Zygote

WANTED = {"level": "confined", "memory_bytes": 1, "cpu_s": 2, "uid": None}


class Exited(BaseException):
    """Stands for the end of a process."""


class System:
    """What was asked of the system, and what it says."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.pid = 100
        self.status = 9
        self.gone = False

    def note(self, name: str, result: Any = None) -> Callable[..., Any]:
        def call(*words: Any) -> Any:
            self.calls.append((name, *words))
            return result

        return call

    def fork(self) -> int:
        self.calls.append(("fork",))
        return self.pid

    def leave(self, code: int) -> None:
        self.calls.append(("exit", code))
        raise Exited

    def strike(self, name: str) -> Callable[..., None]:
        def call(*words: Any) -> None:
            self.calls.append((name, *words))
            if self.gone:
                raise ProcessLookupError

        return call

    def wait4(self, pid: int, _: int) -> tuple[int, int, Any]:
        self.calls.append(("wait", pid))
        return pid, self.status, SimpleNamespace(ru_utime=1.0, ru_stime=0.5, ru_maxrss=7)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    made = System()
    fake = SimpleNamespace(
        fork=made.fork,
        getpid=lambda: 55,
        close=made.note("close"),
        setsid=made.note("setsid"),
        dup2=made.note("dup2"),
        closerange=made.note("closerange"),
        write=made.note("write"),
        killpg=made.strike("killpg"),
        kill=made.strike("kill"),
        wait4=made.wait4,
        waitpid=made.note("waitpid"),
        waitstatus_to_exitcode=os.waitstatus_to_exitcode,
        _exit=made.leave,
    )
    monkeypatch.setattr(zygote, "os", fake)
    monkeypatch.setattr(zygote, "lock_down", made.note("lock_down"))
    monkeypatch.setattr(zygote, "serve", made.note("serve"))
    monkeypatch.setattr(zygote, "become", made.note("become"))
    monkeypatch.setattr(
        zygote, "resource", SimpleNamespace(RLIMIT_NPROC=6, setrlimit=made.note("limit"))
    )
    return made


@pytest.fixture
def control() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        yield ours, theirs


def told(ours: socket.socket) -> Any:
    return json.loads(ours.recv(4096))


def served(control: tuple[socket.socket, socket.socket], *requests: Any) -> list[Any]:
    """Return what the zygote answers to ``requests``, after which the other side closes."""
    ours, theirs = control
    for request in requests:
        descriptors = [ours.fileno()] if "spawn" in request else []
        socket.send_fds(ours, [json.dumps(request).encode()], descriptors)
    ours.shutdown(socket.SHUT_WR)
    Zygote(theirs).serve()
    return [told(ours) for _ in range(len(requests) + 1)]


def test_it_says_that_it_is_ready_and_ends_with_the_other_side(
    control: tuple[socket.socket, socket.socket],
) -> None:
    assert served(control) == [{"ready": True}]


def test_a_worker_is_forked_and_its_end_of_the_channel_let_go(
    control: tuple[socket.socket, socket.socket], system: System
) -> None:
    assert served(control, {"spawn": WANTED}) == [{"ready": True}, {"pid": 100}]
    names = [name for name, *_ in system.calls]
    assert names == ["fork", "close"]
    os.close(system.calls[1][1])


def test_a_worker_is_killed_with_its_group_and_its_end_is_told(
    control: tuple[socket.socket, socket.socket], system: System
) -> None:
    (_, reply) = served(control, {"kill": 100, "uid": None})
    assert reply == {"code": -9, "cpu_s": 1.5, "memory_kb": 7}
    kill = signal.SIGKILL
    assert system.calls == [("killpg", 100, kill), ("kill", 100, kill), ("wait", 100)]


def test_one_that_is_gone_already_is_told_of_all_the_same(
    control: tuple[socket.socket, socket.socket], system: System
) -> None:
    system.gone, system.status = True, 3 << 8
    assert served(control, {"kill": 100, "uid": None})[1]["code"] == 3


def test_the_last_worker_of_a_user_takes_all_of_that_user_with_it(
    control: tuple[socket.socket, socket.socket], system: System
) -> None:
    one = Zygote(control[1])
    one._alive = {100, 101}
    one._kill({"kill": 100, "uid": 5001})
    assert ("fork",) not in system.calls
    one._kill({"kill": 101, "uid": 5001})
    assert system.calls[-2:] == [("fork",), ("waitpid", 100, 0)]


def test_the_sweep_is_done_by_that_user_who_can_start_nothing_more(system: System) -> None:
    system.pid = 0
    with pytest.raises(Exited):
        zygote._sweep(5001)
    assert system.calls == [
        ("fork",),
        ("limit", 6, (0, 0)),
        ("become", 5001),
        ("kill", -1, signal.SIGKILL),
        ("exit", 0),
    ]


def test_a_sweep_that_may_not_become_the_user_kills_nobody(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise PermissionError

    system.pid = 0
    monkeypatch.setattr(zygote, "become", refuse)
    with pytest.raises(Exited):
        zygote._sweep(5001)
    assert "kill" not in [name for name, *_ in system.calls]
    assert system.calls[-1] == ("exit", 0)


def test_a_fork_becomes_a_worker_before_it_serves(
    control: tuple[socket.socket, socket.socket], system: System
) -> None:
    system.pid = 0
    with pytest.raises(Exited):
        served(control, {"spawn": WANTED})
    names = [name for name, *_ in system.calls]
    assert names == ["fork", "setsid", "dup2", "closerange", "lock_down", "serve", "exit"]
    assert system.calls[3] == ("closerange", 4, 256)
    lock = system.calls[4]
    assert (lock[1]._asdict(), lock[3]) == (WANTED, 55)
    assert system.calls[5:] == [("serve", 3, 3, "confined"), ("exit", 1)]
    os.close(system.calls[2][1])


@pytest.mark.parametrize("error", [OSError(1, "no landlock"), KeyboardInterrupt()])
def test_a_worker_that_cannot_be_confined_says_so_and_ends(
    control: tuple[socket.socket, socket.socket],
    system: System,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
) -> None:
    def refuse(*_: object) -> None:
        raise error

    system.pid = 0
    monkeypatch.setattr(zygote, "lock_down", refuse)
    with pytest.raises(Exited):
        served(control, {"spawn": WANTED})
    (write,) = [call for call in system.calls if call[0] == "write"]
    body = write[2][4:]
    assert int.from_bytes(write[2][:4], "big") == len(body)
    assert json.loads(body)["refused"].startswith(type(error).__name__)
    assert write[1] == 3
    assert system.calls[-1] == ("exit", 1)
    assert "serve" not in [name for name, *_ in system.calls]
    os.close(system.calls[2][1])


@pytest.mark.parametrize("everything", [0, 1])
def test_it_loads_what_programs_import_before_it_serves(
    control: tuple[socket.socket, socket.socket],
    monkeypatch: pytest.MonkeyPatch,
    everything: int,
) -> None:
    loaded: list[str] = []
    asked: list[tuple[int, int]] = []

    def load(name: str) -> None:
        loaded.append(name)
        raise ImportError

    def serve(self: Zygote) -> None:
        with self._control:
            served_by(self)

    served_by = Zygote.serve
    ours, theirs = control
    monkeypatch.setattr(Zygote, "serve", serve)
    monkeypatch.setattr(zygote, "importlib", SimpleNamespace(import_module=load))
    monkeypatch.setattr(zygote, "prctl", lambda *pair: asked.append(pair))
    monkeypatch.setattr(zygote, "gc", SimpleNamespace(collect=lambda: 0, freeze=lambda: None))
    ours.shutdown(socket.SHUT_WR)
    zygote.main(str(theirs.detach()), str(everything))
    assert told(ours) == {"ready": True}
    assert set(zygote.PRELOADED) <= set(loaded)
    assert ("urllib.request" in loaded) is bool(everything)
    assert not {"this", "antigravity", "test", "idlelib"} & set(loaded)
    assert asked == [(1, signal.SIGKILL), (4, 0)]
    assert gc.isenabled()
    assert importlib.import_module("json") is json
    assert resource.getrlimit(resource.RLIMIT_NPROC) != (0, 0)
