"""How workers come to be, with real ones: deadlines, the zygote and its end, orphans."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from grader.errors import JudgeError
from grader.sandbox import launch, levels
from grader.sandbox.inside import kernel, lockdown
from grader.sandbox.launch import CONFINED, LIMITED, NO_OPEN, PLAIN, Launcher, Plain, Zygote
from grader.sandbox.process import ClosedError, DeadlineError, Limits, Process

ROOT = Path(__file__).resolve().parents[2]
LARGE = b"x" * (8 << 20)  # more than any pipe or socket holds


def soon(seconds: float = 30.0) -> float:
    return time.monotonic() + seconds


@pytest.fixture(scope="session")
def strong() -> str:
    """The strongest level here; what needs a zygote is left out where there is none."""
    level = levels.strongest()
    if level not in levels.STRONG:
        pytest.skip(f"this machine only reaches {level}")
    return level


@pytest.fixture
def zygote(strong: str) -> Iterator[Zygote]:
    made = Zygote(strong)
    yield made
    made.close()


def alive(pid: int) -> bool:
    """Return whether ``pid`` runs: a zombie waits for a parent, it does nothing."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def gone(pid: int, within_s: float = 10.0) -> bool:
    end = soon(within_s)
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    if alive(pid):
        os.kill(pid, signal.SIGKILL)
        return False
    return True


def load(text: str, number: int = 1) -> bytes:
    request = {"op": "load", "id": number, "files": {"main.py": text}, "entry": "main.py"}
    more = {"functions": ["f"], "standin": "", "replaced": [], "strip": False}
    return json.dumps(request | more).encode()


@pytest.mark.parametrize(
    ("level", "kind"), [(CONFINED, Zygote), (NO_OPEN, Zygote), (LIMITED, Plain), (PLAIN, Plain)]
)
def test_the_level_says_where_workers_come_from(level: str, kind: type[Launcher]) -> None:
    source = launch.launcher(level)
    assert type(source) is kind
    source.close()


# ---------------------------------------------------------------------------- deadlines


def test_a_plain_worker_that_never_reads_holds_nobody_beyond_the_deadline() -> None:
    with Plain().start(Limits()) as worker:
        worker.receive(soon())
        worker.send(load("while True: pass\n"), soon())
        start = time.monotonic()
        with pytest.raises(ClosedError):
            worker.send(LARGE, soon(0.3))
        assert time.monotonic() - start < 5


def test_a_confined_worker_that_never_reads_holds_nobody_beyond_the_deadline(
    zygote: Zygote,
) -> None:
    with zygote.start(Limits()) as worker:
        worker.receive(soon())
        worker.send(load("while True: pass\n"), soon())
        start = time.monotonic()
        with pytest.raises(ClosedError):
            worker.send(LARGE, soon(0.3))
        assert time.monotonic() - start < 5


def test_a_deadline_that_is_long_over_is_over_though_something_is_there() -> None:
    with Plain().start(Limits()) as worker:
        worker.receive(soon())
        with pytest.raises(DeadlineError):
            worker.receive(soon(-60))
        with pytest.raises(ClosedError):
            worker.send(LARGE, soon(-60))


def test_what_is_sent_in_time_arrives() -> None:
    with Plain().start(Limits()) as worker:
        worker.receive(soon())
        worker.send(load("x = 1\n"), soon(5))
        time.sleep(0.05)
        assert json.loads(worker.receive(soon()))["loaded"]


# ---------------------------------------------------------------------------- the zygote


def test_workers_are_forked_confined_and_told_apart(zygote: Zygote, strong: str) -> None:
    with zygote.start(Limits()) as one, zygote.start(Limits()) as two:
        for worker in (one, two):
            assert json.loads(worker.receive(soon())) == {"id": 0, "ready": strong}
        one.send(load("def f(): return 1\n"), soon())
        assert json.loads(one.receive(soon()))["functions"] == [["f", False]]
        with pytest.raises(DeadlineError):
            two.receive(soon(0.05))
    assert one._child._pid != two._child._pid  # type: ignore[attr-defined] # forked


def test_a_forked_worker_tells_how_it_ended(zygote: Zygote) -> None:
    worker = zygote.start(Limits())
    worker.receive(soon())
    assert worker.kill() in {0, -signal.SIGKILL}  # it may see its channel close first
    with pytest.raises(ClosedError):
        worker.send(b"hello", soon())


def test_a_forked_worker_may_end_itself(zygote: Zygote) -> None:
    worker = zygote.start(Limits())
    worker.receive(soon())
    worker.send(load("import os\nos._exit(3)\n"), soon())
    with pytest.raises(ClosedError):
        worker.receive(soon())
    assert worker.kill() == 3


def test_its_workers_end_with_the_zygote(zygote: Zygote) -> None:
    worker = zygote.start(Limits())
    worker.receive(soon())
    pid = worker._child._pid  # type: ignore[attr-defined] # forked
    assert alive(pid)
    zygote.close()
    assert gone(pid)
    with pytest.raises(ClosedError):
        worker.receive(soon())
    worker._child._channel.close()  # type: ignore[attr-defined]
    zygote.close()


def test_a_zygote_that_is_gone_is_a_fault_of_ours(zygote: Zygote) -> None:
    worker = zygote.start(Limits())
    assert zygote._popen is not None
    zygote._popen.kill()
    zygote._popen.wait()
    with pytest.raises(JudgeError, match="the process that starts workers is gone"):
        zygote.start(Limits())
    with pytest.raises(JudgeError, match="the process that starts workers is gone"):
        worker.kill()


def test_a_zygote_that_cannot_be_reached_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(launch, "_START", Path("/nowhere/start.py"))
    broken = Zygote(CONFINED)
    with pytest.raises(JudgeError, match="the process that starts workers is gone"):
        broken.start(Limits())
    broken.close()


@pytest.mark.parametrize(
    ("level", "uid", "readable", "everything"),
    [
        (NO_OPEN, None, True, "1"),
        (NO_OPEN, 5001, True, "1"),
        (CONFINED, None, False, "0"),
        (CONFINED, 5001, True, "0"),
        (CONFINED, 5001, False, "1"),
    ],
)
def test_the_whole_library_is_loaded_only_where_it_cannot_be_read_later(
    monkeypatch: pytest.MonkeyPatch,
    level: str,
    uid: int | None,
    readable: bool,  # noqa: FBT001 - a case
    everything: str,
) -> None:
    monkeypatch.setattr(launch, "_others_may_read", lambda _: readable)
    monkeypatch.setattr(lockdown, "own_uid", lambda _: uid)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert Zygote(level)._numbers(theirs) == (str(theirs.fileno()), everything)


def test_a_file_is_only_for_others_if_every_folder_above_lets_them_in(tmp_path: Path) -> None:
    path = tmp_path / "home" / "python" / "os.py"
    path.parent.mkdir(parents=True)
    path.write_text("x", encoding="utf-8")
    for folder in (path, *path.parents):
        with suppress(PermissionError):
            if Path(tempfile.gettempdir()) in folder.parents:
                folder.chmod(0o755)
    assert launch._others_may_read(path)
    (tmp_path / "home").chmod(0o700)
    assert not launch._others_may_read(path)
    (tmp_path / "home").chmod(0o755)
    path.chmod(0o600)
    assert not launch._others_may_read(path)


def test_a_process_that_cannot_be_hidden_is_used_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, int]] = []

    def refuse(*pair: int) -> None:
        asked.append((pair[0], pair[1]))
        raise OSError

    monkeypatch.setattr(kernel, "prctl", refuse)
    launch._hide_this_process()
    monkeypatch.setattr(sys, "platform", "win32")
    launch._hide_this_process()
    assert asked == [(4, 0)]


def test_no_variable_of_ours_reaches_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setenv("SYSTEMROOT", "C:\\Windows")
    assert set(launch._environment()) == {"PYTHONHASHSEED", "LC_ALL", "SYSTEMROOT"}


# ---------------------------------------------------------------------------- orphans

ORPHANS = """
import os, sys, time
from grader.sandbox.launch import launcher
from grader.sandbox.process import Limits
source = launcher(sys.argv[1])
workers = [source.start(Limits()) for _ in range(2)]
for worker in workers:
    worker.receive(time.monotonic() + 30)
busy = __import__("json").dumps({"op": "load", "id": 1, "files": {"m.py": "while True: pass"},
    "entry": "m.py", "functions": [], "standin": "", "replaced": [], "strip": False}).encode()
for worker in workers:
    worker.send(busy, time.monotonic() + 5)
pids = [getattr(w._child, "_pid", None) or w._child._popen.pid for w in workers]
print(*pids, flush=True)
time.sleep(60)
"""


def orphaned(level: str) -> list[int]:
    """Return the workers of a judge that was killed while they were at work."""
    judge = subprocess.Popen(  # noqa: S603 - our own command line
        [sys.executable, "-c", ORPHANS, level],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with judge:
        assert judge.stdout is not None
        pids = list(map(int, judge.stdout.readline().split()))
        assert len(pids) == 2
        assert all(map(alive, pids))
        judge.kill()
    return pids


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system ends no orphans")
def test_no_worker_at_work_stays_behind_when_its_judge_is_killed() -> None:
    assert [gone(pid) for pid in orphaned(LIMITED)] == [True, True]


def test_no_confined_worker_at_work_stays_behind_when_its_judge_is_killed(strong: str) -> None:
    assert [gone(pid) for pid in orphaned(strong)] == [True, True]


def test_a_worker_that_waits_for_room_in_our_queue_can_be_ended() -> None:
    flood = """
import os
while True:
    for number in range(3, 9):
        try: os.write(number, b"A" * 65536)
        except OSError: pass
"""
    worker: Process = Plain().start(Limits())
    worker.receive(soon())
    worker.send(load(flood), soon())
    time.sleep(0.3)
    assert worker.kill() == -signal.SIGKILL
