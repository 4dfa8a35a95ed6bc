"""The filter, run by a machine of our own: what each system call is answered, and why."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from grader.sandbox.inside import seccomp

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
PID = 4242
ALLOW, KILL, REFUSE = "allow", "kill", "refuse"


Judge = Callable[..., str | int]


def run(code: bytes, number: int, architecture: int, *arguments: int) -> str | int:
    """Run the filter ``code`` as the kernel does; an error is told by its number."""
    words = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("=IIQ6Q", number, architecture, 0, *words)
    steps = list(struct.iter_unpack("=HBBI", code))
    at = held = 0
    while True:
        kind, then, otherwise, value = steps[at]
        at += 1
        match kind:
            case 0x20:
                held = struct.unpack_from("=I", data, value)[0]
            case 0x15:
                at += then if held == value else otherwise
            case 0x35:
                at += then if held >= value else otherwise
            case 0x45:
                at += then if held & value else otherwise
            case 0x06:
                kinds = {0x7FFF0000: ALLOW, 0x80000000: KILL}
                return kinds.get(value) or (value & 0xFFFF if value >> 16 == 5 else f"?{value:x}")
            case _:
                pytest.fail(f"an instruction that no filter of ours has: {kind:x}")


def judge(monkeypatch: pytest.MonkeyPatch, machine: str, *, opens: bool) -> Judge:
    """Return what the filter of ``machine`` says of a call by name or number."""
    monkeypatch.setattr(seccomp, "MACHINE", machine)
    code = seccomp.build(opens=opens, own_pid=PID)

    def asked(call: str | int, *arguments: int) -> str | int:
        column = 0 if machine == "x86_64" else 1
        number = call if isinstance(call, int) else seccomp._NUMBERS[call][column]
        assert number is not None, f"{machine} has no {call}"
        return run(code, number, MACHINES[machine], *arguments)

    return asked


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[True, False], ids=["opens", "no opens"])
def opens(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, machine: str, opens: bool) -> Judge:  # noqa: FBT001 - a fixture
    return judge(monkeypatch, machine, opens=opens)


# ---------------------------------------------------------------------------- every call


def test_every_number_stands_for_one_call() -> None:
    for column in (0, 1):
        numbers = [n[column] for n in seccomp._NUMBERS.values() if n[column] is not None]
        assert len(numbers) == len(set(numbers))


def test_what_is_on_no_list_is_refused(asked: Judge, machine: str) -> None:
    column = 0 if machine == "x86_64" else 1
    listed = {numbers[column] for numbers in seccomp._NUMBERS.values()}
    for number in set(range(600)) - listed:
        assert asked(number) == errno.EPERM


@pytest.mark.parametrize(
    "number",
    [41, 42, 49, 59, 62, 82, 83, 87, 90, 101, 105, 155, 165, 200, 298, 310, 321, 322, 425, 434],
)
def test_nothing_that_reaches_others_is_on_a_list_of_x86_64(
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    opens: bool,  # noqa: FBT001 - a fixture
) -> None:
    """Sockets, exec, kill, rename, unlink, chmod, ptrace, setuid, mount, bpf, io_uring, ..."""
    assert judge(monkeypatch, "x86_64", opens=opens)(number) == errno.EPERM


def test_every_harmless_call_is_let_through(
    asked: Judge,
    machine: str,
    opens: bool,  # noqa: FBT001 - a fixture
) -> None:
    column = 0 if machine == "x86_64" else 1
    for name in seccomp._HARMLESS:
        if seccomp._NUMBERS[name][column] is None:
            continue
        closed = not opens and name in {*seccomp._BY_PATH, "newfstatat"}
        assert asked(name) == (errno.ENOENT if closed else ALLOW), name


def test_calls_of_another_machine_kill(
    monkeypatch: pytest.MonkeyPatch,
    machine: str,
    opens: bool,  # noqa: FBT001 - a fixture
) -> None:
    monkeypatch.setattr(seccomp, "MACHINE", machine)
    code = seccomp.build(opens=opens, own_pid=PID)
    others = {*MACHINES.values(), 0x40000003, 0x40000028, 0} - {MACHINES[machine]}
    assert {run(code, number, other) for number in range(450) for other in others} == {KILL}


def test_the_numbering_for_32_bit_pointers_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = judge(monkeypatch, "x86_64", opens=True)
    assert {asked(0x40000000 + number) for number in range(600)} == {errno.ENOSYS}
    assert asked(0xFFFFFFFF) == errno.ENOSYS


# ---------------------------------------------------------------------------- by argument


@pytest.mark.parametrize(
    ("flags", "reads"),
    [
        (os.O_RDONLY, True),
        (os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY, True),
        (os.O_WRONLY, False),
        (os.O_RDWR, False),
        (os.O_CREAT, False),
        (os.O_TRUNC, False),
        (os.O_APPEND, False),
        (getattr(os, "O_TMPFILE", 0x410000) | os.O_RDWR, False),
    ],
)
def test_a_file_is_opened_for_reading_or_not_at_all(
    asked: Judge,
    machine: str,
    opens: bool,  # noqa: FBT001 - a fixture
    flags: int,
    reads: bool,  # noqa: FBT001 - a case
) -> None:
    due = ALLOW if opens and reads else errno.EACCES
    assert asked("openat", 0xFFFFFF9C, 0, flags) == due
    if machine == "x86_64":
        assert asked("open", 0, flags) == due


def test_a_file_is_looked_at_by_descriptor_where_none_can_be_opened(
    asked: Judge,
    opens: bool,  # noqa: FBT001 - a fixture
) -> None:
    assert asked("newfstatat", 3, 0, 0, 0x1000) == ALLOW
    assert asked("newfstatat", 3, 0, 0, 0x100) == (ALLOW if opens else errno.ENOENT)


def test_a_thread_can_be_started_and_no_process(asked: Judge, machine: str) -> None:
    thread = 0x3D0F00
    assert thread & 0x10000
    assert asked("clone", thread) == ALLOW
    for flags in (0, 17, 0x01200011, 0x10000000):
        assert asked("clone", flags) == errno.EAGAIN
    assert asked("clone3") == errno.ENOSYS
    assert asked("openat2") == errno.ENOSYS
    if machine == "x86_64":
        assert asked("fork") == asked("vfork") == errno.EAGAIN


@pytest.mark.parametrize(
    ("call", "allowed", "refused", "code"),
    [
        ("fcntl", (0, 1, 2, 3, 4, 1030), (5, 6, 7, 8, 10, 1024, 1031, 1033), errno.EPERM),
        ("ioctl", (0x5401, 0x5413, 0x541B), (0x5412, 0x5402, 0x4004), errno.ENOTTY),
    ],
)
def test_of_these_calls_only_queries_are_let_through(
    asked: Judge, call: str, allowed: tuple[int, ...], refused: tuple[int, ...], code: int
) -> None:
    assert {asked(call, 0, what) for what in allowed} == {ALLOW}
    assert {asked(call, 0, what) for what in refused} == {code}


def test_only_its_own_threads_can_be_signalled(asked: Judge) -> None:
    assert asked("tgkill", PID, PID + 1, 6) == ALLOW
    assert asked("tgkill", PID + 1, PID, 9) == errno.EPERM
    assert asked("tgkill", 0, PID, 9) == errno.EPERM


@pytest.mark.parametrize("pointer", [1, 0xFFFFFFFF, 1 << 32, 1 << 63, 0x7FFF12345678])
def test_limits_can_be_read_and_not_set(asked: Judge, pointer: int) -> None:
    assert asked("prlimit64", 0, 7, 0, 0x7FFF12345678) == ALLOW
    assert asked("prlimit64", 0, 7, pointer, 0) == errno.EPERM


def test_only_the_low_half_of_a_flag_counts_as_the_kernel_takes_it(asked: Judge) -> None:
    assert asked("fcntl", 0, (1 << 32) | 4) == ALLOW  # the kernel's own command is 32 bits
    assert asked("clone", 1 << 48) == errno.EAGAIN


# ---------------------------------------------------------------------------- installing


class Library:
    """A C library that takes or refuses a filter."""

    def __init__(self, result: int) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self._result = result

    def prctl(self, *words: Any) -> int:
        self.asked.append(tuple(word.value for word in words))
        return self._result


def test_the_filter_goes_to_every_thread(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(seccomp, "MACHINE", machine)
    monkeypatch.setattr(seccomp, "syscall", lambda *words: calls.append(words))
    seccomp.install(opens=True)
    ((number, mode, flags, _),) = calls
    assert number == {"x86_64": 317, "aarch64": 277}[machine]
    assert (mode.value, flags.value) == (1, 5)


@pytest.mark.parametrize("result", [0, -1])
def test_an_older_kernel_is_asked_the_older_way(
    monkeypatch: pytest.MonkeyPatch, result: int
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EINVAL, "no such flag")

    library = Library(result)
    monkeypatch.setattr(seccomp, "MACHINE", "x86_64")
    monkeypatch.setattr(seccomp, "syscall", refuse)
    fake = SimpleNamespace(**{**vars(ctypes), "CDLL": lambda *_, **__: library})
    monkeypatch.setattr(seccomp, "ctypes", fake)
    if result < 0:
        with pytest.raises(OSError, match="seccomp is refused"):
            seccomp.install(opens=False)
    else:
        seccomp.install(opens=False)
    ((option, mode, address, *rest),) = library.asked
    assert (option, mode, rest) == (22, 2, [0, 0])
    assert address


def test_no_filter_is_made_up_for_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "MACHINE", "riscv64")
    assert not seccomp.supported()
    with pytest.raises(OSError, match="no filter is written for riscv64"):
        seccomp.install(opens=True)
