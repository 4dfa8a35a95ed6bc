"""What a confined worker has: four descriptors, no environment, a cap on memory, no way to stay."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from grader.errors import JudgeError
from grader.model import Raised, Reply, Returned, TimedOut
from grader.sandbox import launch, levels, wire
from grader.sandbox.inside import seccomp
from grader.sandbox.inside.kernel import MACHINE
from grader.sandbox.launch import CONFINED, NO_OPEN
from grader.sandbox.process import DeadlineError, Limits
from grader.sandbox.session import Call, Program, Session, only
from tests.security.runs import ATTACKS, why_not

LIMITS = Limits(deaths=2)
BUDGET_S = 60.0
PR_GET_DUMPABLE = 3
PROBE = """
import importlib, os, threading, time

def descriptors():
    found = []
    for number in range(1024):
        try:
            os.fstat(number)
            found.append(number)
        except OSError:
            pass
    return found

def environment():
    return dict(os.environ)

def pid():
    return os.getpid()

def hoard():
    return len(bytearray(600 << 20))

def threads():
    for _ in range(5):
        threading.Thread(target=time.sleep, args=(60,)).start()
    return threading.active_count()

def hang():
    while True:
        pass

def listed(path):
    return len(os.listdir(path))

def read(path):
    return open(path).read(100)

def load(name):
    return importlib.import_module(name).__name__

def raw(number, arguments):
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    words = [ctypes.c_ulong(argument) for argument in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    return ctypes.get_errno() if result == -1 else 0

def users():
    return [os.getuid(), os.geteuid(), os.getgid(), os.getegid(), *os.getgroups()]
"""

Open = Callable[..., Session]


@pytest.fixture(scope="module", params=[CONFINED, NO_OPEN])
def zygote(request: pytest.FixtureRequest) -> Iterator[launch.Zygote]:
    """The source of workers of each strong level that this machine reaches."""
    if reason := why_not():
        pytest.skip(reason)
    if (said := levels.reached(request.param)) != request.param:
        pytest.skip(f"{request.param} cannot be reached here: {said}")
    source = launch.Zygote(request.param)
    yield source
    source.close()


@pytest.fixture
def opened(zygote: launch.Zygote) -> Iterator[Open]:
    """Open sessions with a program of this text; they are closed at the end."""
    with ExitStack() as stack:

        def make(text: str = PROBE) -> Session:
            program = Program({"main.py": text}, "main.py")
            session = Session(program, LIMITS, time.monotonic() + BUDGET_S, zygote)
            stack.callback(session.close)
            return session

        yield make


def ask(session: Session, function: str, *arguments: object, limit_s: float | None = None) -> Reply:
    (reply,) = session.ask(Call(function, [wire.write(arguments)]), limit_s)
    return reply


def value(session: Session, function: str, *arguments: object) -> Any:
    reply = ask(session, function, *arguments)
    assert isinstance(reply, Returned), reply
    return reply.value


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# ---------------------------------------------------------------------------- the worker


def test_no_descriptor_but_its_own_is_open(opened: Open) -> None:
    assert value(opened(), "descriptors") == [0, 1, 2, 3]


def test_the_environment_is_empty_but_for_two_settings(opened: Open) -> None:
    assert value(opened(), "environment") == {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}


def test_the_zygote_was_started_with_no_more(zygote: launch.Zygote, opened: Open) -> None:
    value(opened(), "pid")
    assert zygote._popen is not None
    try:
        raw = Path(f"/proc/{zygote._popen.pid}/environ").read_bytes()
    except PermissionError:
        pytest.skip("only root may look: the zygote is hidden from its own user")
    assert {word.partition(b"=")[0] for word in raw.split(b"\0") if word} == {
        b"PYTHONHASHSEED",
        b"LC_ALL",
    }


def test_too_much_memory_is_a_memory_error_and_nothing_else(opened: Open) -> None:
    session = opened()
    reply = ask(session, "hoard")
    assert isinstance(reply, Raised)
    assert reply.type_name == "MemoryError"
    assert value(session, "pid") > 1, "it goes on"


def test_threads_end_with_their_worker(opened: Open) -> None:
    session = opened()
    assert value(session, "threads") == 6
    pid = value(session, "pid")
    assert is_running(pid)
    session.close()
    assert not is_running(pid)


def test_a_hung_worker_is_gone_and_its_siblings_are_not(opened: Open) -> None:
    """Settings of one submission share a user: ending one worker must spare the others."""
    hung, sibling = opened(), opened()
    pid, other = value(hung, "pid"), value(sibling, "pid")
    assert isinstance(ask(hung, "hang", limit_s=0.2), TimedOut)
    assert not is_running(pid)
    assert is_running(other)
    assert value(sibling, "pid") == other


@pytest.mark.parametrize("path", ["/", "/proc", "/proc/self", "/tmp", "/etc", "/dev", "/home"])  # noqa: S108
def test_no_folder_is_listed(path: str, opened: Open) -> None:
    reply = ask(opened(), "listed", path)
    assert isinstance(reply, Raised)
    assert reply.type_name == "PermissionError"


@pytest.mark.parametrize(
    "path", ["/proc/self/status", "/proc/self/environ", "/proc/1/cmdline", "/etc/passwd", __file__]
)
def test_no_file_is_read(path: str, opened: Open) -> None:
    reply = ask(opened(), "read", path)
    assert isinstance(reply, Raised)
    assert reply.type_name == "PermissionError"


def test_as_root_it_is_a_user_that_owns_nothing(zygote: launch.Zygote, opened: Open) -> None:
    if zygote._uid is None:
        pytest.skip("the tests do not run as root")
    assert value(opened(), "users") == [zygote._uid] * 4


# ---------------------------------------------------------------------------- system calls

CALLS = {name: pair[0 if MACHINE == "x86_64" else 1] for name, pair in seccomp._NUMBERS.items()}
HIGHEST_CALL = 512
SIGNAL_OF_A_CHILD = 17
# uretprobe and uprobe, which newer kernels let through every filter: outside a probe that root has
# set they do nothing but end their caller or fail
NEVER_FILTERED = {335, 336} if MACHINE == "x86_64" else set()
LOOKED_AT: Sequence[tuple[str, Sequence[int], int]] = (
    ("fork", (), errno.EAGAIN),
    ("vfork", (), errno.EAGAIN),
    ("clone", (SIGNAL_OF_A_CHILD, 0, 0, 0, 0), errno.EAGAIN),
    ("clone3", (0, 0), errno.ENOSYS),
    ("openat2", (0, 0, 0, 0), errno.ENOSYS),
    ("openat", (0, 0, os.O_WRONLY), errno.EACCES),
    ("openat", (0, 0, os.O_RDONLY | os.O_TRUNC), errno.EACCES),
    ("openat", (0, 0, os.O_TMPFILE | os.O_RDWR), errno.EACCES),
    ("fcntl", (3, fcntl.F_SETLK, 0), errno.EPERM),
    ("fcntl", (3, fcntl.F_SETOWN, 1), errno.EPERM),
    ("fcntl", (3, fcntl.F_NOTIFY, 0), errno.EPERM),
    ("ioctl", (0, termios.TIOCSTI, 0), errno.ENOTTY),
    ("tgkill", (1, 1, 0), errno.EPERM),
    ("prlimit64", (0, 7, 1 << 32, 0), errno.EPERM),
    ("prlimit64", (0, 7, 8, 0), errno.EPERM),
)


@pytest.mark.skipif(not seccomp.supported(), reason="there is no filter for this machine")
def test_every_system_call_that_is_on_no_list_is_refused(opened: Open) -> None:
    session = opened()
    others = [n for n in range(HIGHEST_CALL) if n not in {*CALLS.values(), *NEVER_FILTERED}]
    questions = [wire.write([number, [0] * 6]) for number in others]
    replies = session.ask(Call("raw", questions))
    found = dict(zip(others, replies, strict=True))
    refused = {n for n, r in found.items() if isinstance(r, Returned) and r.value == errno.EPERM}
    assert {n: found[n] for n in others if n not in refused} == {}


@pytest.mark.skipif(not seccomp.supported(), reason="there is no filter for this machine")
@pytest.mark.parametrize(("name", "arguments", "code"), LOOKED_AT)
def test_what_reaches_others_is_refused_by_its_arguments(
    name: str, arguments: Sequence[int], code: int, opened: Open
) -> None:
    if CALLS[name] is None:
        pytest.skip(f"{MACHINE} has no {name}")
    assert value(opened(), "raw", CALLS[name], [*arguments]) == code


@pytest.mark.skipif(MACHINE != "x86_64", reason="x32 is for x86_64")
def test_the_second_numbering_of_calls_is_closed(opened: Open) -> None:
    assert value(opened(), "raw", 39 | 0x40000000, []) == errno.ENOSYS


# ---------------------------------------------------------------------------- modules


@pytest.mark.parametrize("name", ["csv", "asyncio", "sqlite3", "concurrent.futures", "queue"])
def test_the_library_can_be_imported_whatever_is_closed(name: str, opened: Open) -> None:
    assert value(opened(), "load", name) == name


@pytest.mark.parametrize("name", ["numpy", "pytest", "grader", "reference", "nowhere"])
def test_what_is_no_part_of_the_library_is_missing_by_name(name: str, opened: Open) -> None:
    reply = ask(opened(), "load", name)
    assert isinstance(reply, Raised)
    assert (reply.type_name, reply.message) == ("ModuleNotFoundError", f"No module named '{name}'")


# ---------------------------------------------------------------------------- the judge


def test_the_judge_is_hidden_and_can_still_start_programs(opened: Open) -> None:
    value(opened(), "pid")
    assert ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0
    done = subprocess.run([sys.executable, "-c", ""], check=False, timeout=60)
    assert done.returncode == 0


def test_a_zygote_that_is_gone_is_a_fault_of_ours(zygote: launch.Zygote) -> None:
    other = launch.Zygote(zygote._level)
    worker = other.start(LIMITS)
    assert other._popen is not None
    other._popen.kill()
    with pytest.raises(JudgeError):
        other.start(LIMITS)
    with pytest.raises(JudgeError):
        worker.kill()
    other.close()


def test_a_zygote_that_never_comes_up_is_a_fault_of_ours(
    zygote: launch.Zygote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "_START", ATTACKS / "nowhere.py")
    other = launch.Zygote(zygote._level)
    with pytest.raises(JudgeError):
        other.start(LIMITS)
    other.close()


def test_an_answer_that_trickles_in_does_not_outlast_its_time() -> None:
    """There is always one more byte in the channel, and the deadline holds all the same."""
    ours, theirs = socket.socketpair()
    child = launch._Forked(launch.Zygote(CONFINED), 0, ours)
    with ours, theirs:
        theirs.send(bytes(100))
        assert child.read(time.monotonic()) == bytes(100), "what is there may be read"
        theirs.send(bytes(100))
        with pytest.raises(DeadlineError):
            child.read(time.monotonic() - 2 * launch.GRACE_S)


def test_what_stands_in_for_a_part_leads_to_no_more() -> None:
    """A submission can follow a stand-in to all that is defined with it."""
    text = "A = 1\ndef leaf(): return A\ndef branch(): return leaf()\ndef root(): return branch()"
    names: dict[str, object] = {}
    exec(only(text, ["branch"]), names)  # noqa: S102 - our own text
    assert {"A", "leaf", "branch"} <= set(names)
    assert "root" not in names
    assert only("", []) == ""


def test_chance_falls_the_same_at_each_run(opened: Open) -> None:
    text = (ATTACKS / "odd_random_answers.py.txt").read_text()
    boards = [[mark] * 3 + [" "] * 6 for mark in "XO "] * 5
    questions = [wire.write([board]) for board in boards]
    runs = []
    for _ in range(2):
        session = opened(text)
        replies = [
            list(session.ask(Call(function, questions)))
            for function in ("check_winner", "is_board_full", "get_best_move")
        ]
        runs.append([[r.value for r in many if isinstance(r, Returned)] for many in replies])
    assert runs[0] == runs[1]
    assert [len(many) for many in runs[0]] == [15, 15, 15]
