"""Closing the doors, in order; every call to the kernel is made up, none is made."""

from __future__ import annotations

import ctypes
import errno
import io
import os
import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.sandbox.inside import kernel, landlock, lockdown, seccomp
from grader.sandbox.inside.lockdown import CONFINED, LIMITED, NO_OPEN, Wanted

LIBRARY = (["/lib/json"], ["/lib/os.py"], ["/lib"])


class Exited(BaseException):
    """Stands for the end of the process."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was asked of the kernel, in order."""
    calls: list[tuple[Any, ...]] = []

    def note(name: str) -> Callable[..., None]:
        return lambda *words, **more: calls.append((name, *words, *more.values()))

    def leave(code: int) -> None:
        calls.append(("exit", code))
        raise Exited

    fake = SimpleNamespace(
        setgroups=note("setgroups"),
        setresgid=note("setresgid"),
        setresuid=note("setresuid"),
        getppid=lambda: 77,
        _exit=leave,
    )
    monkeypatch.setattr(lockdown, "os", fake)
    monkeypatch.setattr(lockdown, "prctl", note("prctl"))
    monkeypatch.setattr(lockdown, "limit_resources", note("limits"))
    monkeypatch.setattr(landlock, "restrict", note("landlock"))
    monkeypatch.setattr(seccomp, "install", note("seccomp"))
    return calls


def wanted(level: str, uid: int | None = None) -> Wanted:
    return Wanted(level, 1 << 29, 600, uid)


ENDS_WITH_PARENT = ("prctl", 1, 9)
HIDDEN, NO_NEW = ("prctl", 4, 0), ("prctl", 38, 1)
LIMITS = ("limits", 1 << 29, 600)


def test_the_doors_are_closed_in_order(done: list[tuple[Any, ...]]) -> None:
    lockdown.lock_down(wanted(CONFINED, 5001), LIBRARY, 77)
    assert done == [
        ("setgroups", []),
        ("setresgid", 5001, 5001, 5001),
        ("setresuid", 5001, 5001, 5001),
        ENDS_WITH_PARENT,
        HIDDEN,
        NO_NEW,
        ("landlock", *LIBRARY),
        LIMITS,
        ("seccomp", True),
    ]


def test_without_landlock_no_file_can_be_opened(done: list[tuple[Any, ...]]) -> None:
    lockdown.lock_down(wanted(NO_OPEN), LIBRARY, 77)
    assert done == [ENDS_WITH_PARENT, HIDDEN, NO_NEW, LIMITS, ("seccomp", False)]


def test_limited_is_only_limited(done: list[tuple[Any, ...]]) -> None:
    lockdown.lock_down(wanted(LIMITED), LIBRARY, 77)
    assert done == [ENDS_WITH_PARENT, LIMITS]


def test_a_worker_whose_parent_is_gone_ends_before_it_is_anything(
    done: list[tuple[Any, ...]],
) -> None:
    with pytest.raises(Exited):
        lockdown.lock_down(wanted(CONFINED), LIBRARY, 78)
    assert done == [ENDS_WITH_PARENT, ("exit", 0)]


@pytest.mark.parametrize("error", [OSError, AttributeError])
def test_a_system_that_ends_no_orphans_is_none_to_stop_at(
    done: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(lockdown, "prctl", refuse)
    lockdown.lock_down(wanted(LIMITED), LIBRARY, 77)
    assert done == [LIMITS]


@pytest.mark.parametrize("layer", ["restrict", "install"])
def test_a_layer_that_cannot_be_had_is_not_left_out(
    done: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch, layer: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "refused")

    monkeypatch.setattr(landlock, "restrict", refuse)
    monkeypatch.setattr(seccomp, "install", refuse)
    level = CONFINED if layer == "restrict" else NO_OPEN
    with pytest.raises(OSError, match="refused"):
        lockdown.lock_down(wanted(level), LIBRARY, 77)
    assert ("exit", 0) not in done


# ---------------------------------------------------------------------------- a user of its own


def as_root(monkeypatch: pytest.MonkeyPatch, table: str | None) -> None:
    def look(path: str) -> io.StringIO:
        assert path == "/proc/self/uid_map"
        if table is None:
            raise FileNotFoundError
        return io.StringIO(table)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(lockdown, "open", look, raising=False)


def test_a_high_user_is_taken_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    as_root(monkeypatch, "         0          0 4294967295\n")
    assert lockdown.own_uid(1234) == 1_000_001_234


@pytest.mark.parametrize("table", ["0 100000 65536\n", "", None, "nonsense\n"])
def test_a_lower_one_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, table: str | None
) -> None:
    as_root(monkeypatch, table)
    assert lockdown.own_uid(1234) == 61_234
    assert lockdown.own_uid(4_000_001) == 60_001


def test_nobody_but_root_can_give_a_user_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert lockdown.own_uid(1234) is None
    monkeypatch.delattr(os, "geteuid")
    assert lockdown.own_uid(1234) is None


# ---------------------------------------------------------------------------- the kernel


class Library:
    """A C library that returns what it was made to."""

    def __init__(self, result: int) -> None:
        self._result = result
        self.asked: list[list[Any]] = []
        self.syscall = self._Call(self)

    class _Call:
        restype: Any = None

        def __init__(self, library: Library) -> None:
            self._library = library

        def __call__(self, *words: Any) -> int:
            return self._library.prctl(*words)

    def prctl(self, *words: Any) -> int:
        self.asked.append([word.value for word in words])
        if self._result < 0:
            ctypes.set_errno(errno.EPERM)
        return self._result


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Library]:
    def make(result: int) -> Library:
        found = Library(result)
        monkeypatch.setattr(kernel, "_libc", lambda: found)
        return found

    return make


def test_an_attribute_is_set_with_words_of_full_width(library: Callable[[int], Library]) -> None:
    made = library(0)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    assert made.asked == [[4, 0, 0, 0, 0]]


def test_a_system_call_returns_its_result(library: Callable[[int], Library]) -> None:
    made = library(5)
    assert kernel.syscall(444, ctypes.c_int(1)) == 5
    assert made.asked == [[444, 1]]
    assert made.syscall.restype is ctypes.c_long


def test_what_the_kernel_refuses_is_an_error(library: Callable[[int], Library]) -> None:
    library(-1)
    with pytest.raises(OSError, match="prctl 4: ") as caught:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    assert caught.value.errno == errno.EPERM
    with pytest.raises(OSError, match="system call 444: "):
        kernel.syscall(444)


def test_the_c_library_is_there() -> None:
    assert kernel.syscall(39 if kernel.MACHINE == "x86_64" else 172) == os.getpid()


# ---------------------------------------------------------------------------- Landlock


class Landlock:
    """A kernel with Landlock of this version."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.rulesets: list[tuple[int, ...]] = []
        self.rules: list[tuple[str, int]] = []
        self.restricted = 0
        self.descriptor = -1

    def __call__(self, number: int, *words: Any) -> int:
        if number == 444 and words[0] is None:
            if not self.version:
                raise OSError(errno.EOPNOTSUPP, "switched off")
            return self.version
        if number == 444:
            self.rulesets.append(struct.unpack(f"={len(words[0]) // 8}Q", words[0]))
            assert words[1].value == len(words[0])
            self.descriptor = os.open(os.devnull, os.O_RDONLY)
            return self.descriptor
        assert words[0].value == self.descriptor
        if number == 445:
            rule = words[2]._obj
            self.rules.append(
                (str(Path(f"/proc/self/fd/{rule.descriptor}").readlink()), rule.access)
            )
        else:
            assert number == 446
            self.restricted += 1
        return 0


@pytest.mark.parametrize(
    ("version", "attributes"),
    [
        (1, (0x1FFF,)),
        (2, (0x3FFF,)),
        (3, (0x7FFF,)),
        (4, (0x7FFF, 3)),
        (5, (0xFFFF, 3)),
        (6, (0xFFFF, 3, 3)),
        (9, (0xFFFF, 3, 3)),
    ],
)
def test_everything_that_the_kernel_knows_is_denied(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: int, attributes: tuple[int, ...]
) -> None:
    made = Landlock(version)
    monkeypatch.setattr(landlock, "syscall", made)
    (tmp_path / "tree").mkdir()
    (tmp_path / "file").write_text("x", encoding="utf-8")
    trees, files = [str(tmp_path / "tree"), str(tmp_path / "gone")], [str(tmp_path / "file")]
    assert landlock.restrict(trees, files, [str(tmp_path)]) == version
    assert made.rulesets == [attributes]
    read, listed = 1 << 2, 1 << 3
    assert made.rules == [
        (trees[0], read | listed),
        (files[0], read),
        (str(tmp_path), listed),
    ]
    assert made.restricted == 1
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(made.descriptor)


def test_a_kernel_without_landlock_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "syscall", Landlock(0))
    assert landlock.abi() == 0
    with pytest.raises(OSError, match="Landlock is not there"):
        landlock.restrict([], [], [])


def test_the_librarys_own_files_may_be_read_and_no_packages() -> None:
    trees, files, folders = landlock.standard_library()
    (root,) = folders
    assert root == str(Path(os.__file__).parent)
    assert f"{root}/json" in trees
    assert f"{root}/random.py" in files
    parts = {Path(path).name for path in trees}
    assert not parts & {"site-packages", "dist-packages", "test", "__pycache__"}
