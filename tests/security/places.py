"""What an attack would like to reach: files, sockets, processes; and whether it did."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

PR_SET_CHILD_SUBREAPER = 36
PRIVATE = 0o600
DYING_S = 0.5  # how long a process that was killed may take to go
ANYBODYS = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108 - looked at, never written to


class Places:
    """A folder of secrets, a folder like the grader's own, and four open doors to the network.

    ``tag`` stands in for the word "secres" in every attack, so that two runs at a time do not
    take each other's traces for their own.
    """

    def __init__(self, root: Path, right: str) -> None:
        self.tag = f"secres{os.getpid()}"
        self.canary, self.grader = root / "secret", root / "grader-itself"
        self._plant(right)
        self._doors = {
            "tcp": _listen(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "udp": _listen(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "abstract": _listen(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{self.tag}"),
            "pathname": _listen(socket.AF_UNIX, socket.SOCK_STREAM, str(self.canary / "sock")),
        }

    def _plant(self, right: str) -> None:
        self.canary.mkdir(mode=0o700)
        (self.canary / "hidden_test.py").write_text("CANARY-hidden expected=[4]\n")
        (self.canary / "results.json").write_text("{}\n")
        for file in self.canary.iterdir():
            file.chmod(PRIVATE)
        (self.grader / "__pycache__").mkdir(parents=True)
        (self.grader / "tests").mkdir()
        for name in ("oracle.py", "reference.py", "tests/reference.py"):
            (self.grader / name).write_text(right)

    def aim(self, text: str) -> str:
        """Return an attack's text with its placeholders and ports filled in."""
        ports = {door: str(self._doors[door].getsockname()[1]) for door in ("tcp", "udp")}
        for word, real in (
            ("@CANARY@", str(self.canary)),
            ("@GRADER@", str(self.grader)),
            ("47777", ports["tcp"]),
            ("47778", ports["udp"]),
            ("secres", self.tag),
        ):
            text = text.replace(word, real)
        return text

    def files(self) -> dict[str, Any]:
        """Return everything that must stay as it is, and everything left where anybody may."""
        return dict(self._look())

    def _look(self) -> Iterator[tuple[str, Any]]:
        for folder in (self.canary, self.grader):
            for path in sorted(folder.rglob("*")):
                status = path.lstat()
                what = (status.st_mode, status.st_uid, status.st_mtime_ns, status.st_size)
                yield str(path), (*what, _content(path))
        for name in ANYBODYS:
            with suppress(OSError):
                yield from ((str(path), None) for path in Path(name).glob(f"*{self.tag}*"))

    def tidy(self) -> None:
        """Remove what an attack left where anybody may write."""
        for name in ANYBODYS:
            for path in Path(name).glob(f"*{self.tag}*"):
                path.unlink()

    def arrived(self) -> list[str]:
        """Return the doors that somebody came through since the last look."""
        return [name for name, door in self._doors.items() if _came(door)]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError:  # an attack has closed it to us
        return b"closed"


def _listen(family: int, kind: int, address: Any) -> socket.socket:
    door = socket.socket(family, kind)
    door.bind(address)
    if kind == socket.SOCK_STREAM:
        door.listen(50)
    if isinstance(address, str) and not address.startswith("\0"):
        Path(address).chmod(0o666)
    door.settimeout(0)
    return door


def _came(door: socket.socket) -> bool:
    came = False
    with suppress(BlockingIOError):
        while True:
            if door.type == socket.SOCK_STREAM:
                door.accept()[0].close()
            else:
                door.recv(100)
            came = True
    return came


# ---------------------------------------------------------------------------- processes


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none is missed."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants() -> set[int]:
    """Return every living process that this one started, however indirectly."""
    parents = dict(_living())
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def lingering(known: set[int]) -> set[int]:
    """Return the descendants beside ``known`` that are still there when the killed are gone."""
    deadline = time.monotonic() + DYING_S
    while (left := descendants() - known) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def _living() -> Iterator[tuple[int, int]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    yield int(entry.name), int(parent)


def end(pids: set[int]) -> None:
    """Kill processes of our own that an attack left."""
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def standing(pid: int) -> tuple[object, ...]:
    """Return the limits, the priority and the processors of a process."""
    kinds = (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU)
    limits = [resource.prlimit(pid, kind) for kind in kinds]
    return (limits, os.getpriority(os.PRIO_PROCESS, pid), sorted(os.sched_getaffinity(pid)))
