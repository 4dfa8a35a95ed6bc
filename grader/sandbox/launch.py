"""How a worker comes to be: started plainly, anywhere, or forked, confined, from a zygote.

:class:`Launcher` is the one narrow way to a worker; everything above it is the same at each
level of confinement.
"""

from __future__ import annotations

import importlib.util
import json
import os
import queue
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol

from grader.errors import JudgeError
from grader.sandbox.inside import kernel, lockdown
from grader.sandbox.process import CHUNK_BYTES, DeadlineError, Limits, Process

CONFINED, NO_OPEN, LIMITED, PLAIN = *lockdown.LEVELS, "plain"
CONTROL_S = 30.0
MOMENT_S = 0.001  # a socket's time-out of 0 would mean something else
GRACE_S = 1.0  # what is here by then may still be read past a deadline
CHUNKS_AHEAD = 16
_START = Path(__file__).parent / "inside" / "start.py"
# -S keeps site-packages out (an editable install would lead a child to our own modules), -P its
# working directory; a fixed hash seed keeps the order of sets the same at each run
_OPTIONS = ("-P", "-s", "-S", "-B", "-X", "utf8")


class Launcher(Protocol):
    """A source of workers."""

    def start(self, limits: Limits) -> Process:
        """Return a new worker that has loaded nothing yet."""

    def close(self) -> None:
        """Let go of what new workers would need."""


def launcher(
    level: str, modules: Sequence[str] = (), zygote: socket.socket | None = None
) -> Launcher:
    """Return a source of workers confined to ``level``.

    ``modules`` are what a submission may import beyond the standard library; ``zygote`` is the
    control socket of a zygote that is there already, see :meth:`Zygote.clone`.

    Raises:
        JudgeError: if one of them is not installed here.
    """
    places = tuple(part for name in modules for part in (_folder_of(name), name))
    return Zygote(level, places, zygote) if level in {CONFINED, NO_OPEN} else Plain(places)


# ---------------------------------------------------------------------------- plain


class Plain:
    """Each worker is an interpreter of its own, with the resource limits the system has."""

    def __init__(self, places: Sequence[str] = ()) -> None:
        self._places = places

    def start(self, limits: Limits) -> Process:
        """Return a new worker that can import the standard library and nothing else."""
        numbers = (str(limits.memory_bytes), str(limits.cpu_s))
        popen = subprocess.Popen(  # noqa: S603 - our own command line
            [sys.executable, *_OPTIONS, str(_START), "worker", *numbers, *self._places],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=Path(sys.executable).anchor,
            env=_environment(self._places),
            start_new_session=True,
        )
        return Process(_Spawned(popen))

    def close(self) -> None:
        """Do nothing: each worker stands alone."""


class _Spawned:
    """A child started by command line, with a pipe each way.

    A thread reads the pipe, so that deadlines work alike on Linux, macOS and Windows; it stops
    when the other side is a few chunks ahead.
    """

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._popen = popen
        self._stdin: IO[bytes] = popen.stdin
        self._stdout: IO[bytes] = popen.stdout
        self._chunks: queue.Queue[bytes] = queue.Queue(CHUNKS_AHEAD)
        self._closing = threading.Event()
        self._reader = threading.Thread(target=self._read_all, daemon=True)
        self._reader.start()

    def write(self, data: bytes, deadline: float) -> None:
        watch = threading.Timer(max(MOMENT_S, deadline - time.monotonic()), self._popen.kill)
        watch.start()  # a worker that does not read would hold us for ever
        try:
            self._stdin.write(data)
            self._stdin.flush()
        finally:
            watch.cancel()

    def read(self, deadline: float) -> bytes:
        try:
            return self._chunks.get(timeout=_left(deadline))
        except queue.Empty:
            raise DeadlineError from None

    def end(self) -> int:
        self._closing.set()
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
        with suppress(OSError):
            self._stdin.close()
        code = self._popen.wait()
        while self._reader.is_alive():  # it may be waiting for room in the queue
            with suppress(queue.Empty):
                self._chunks.get_nowait()
            self._reader.join(0.001)
        return code

    def _read_all(self) -> None:
        with self._stdout:
            while (chunk := self._read_one()) and not self._closing.is_set():
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def _read_one(self) -> bytes:
        try:
            return os.read(self._stdout.fileno(), CHUNK_BYTES)
        except OSError:
            return b""


# ---------------------------------------------------------------------------- confined


class Zygote:
    """Forks workers from one warm interpreter, each locked down before it loads anything.

    Raises:
        JudgeError: from every method, if the zygote is gone or a layer cannot be had.
    """

    def __init__(
        self, level: str, places: Sequence[str] = (), control: socket.socket | None = None
    ) -> None:
        self._level = level
        self._places = places
        self._uid = lockdown.own_uid(os.getpid())
        self._popen: subprocess.Popen[bytes] | None = None
        self._control = control
        if control is not None:
            _hide_this_process()
            control.settimeout(CONTROL_S)

    def clone(self) -> socket.socket:
        """Return the control socket of another zygote, forked from this one and as fresh."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._ask({"clone": True}, theirs.fileno())
        return ours

    def start(self, limits: Limits) -> Process:
        """Return a new worker, confined to the level."""
        ours, theirs = socket.socketpair()
        wanted = {
            "level": self._level,
            "memory_bytes": limits.memory_bytes,
            "cpu_s": limits.cpu_s,
            "uid": self._uid,
        }
        with theirs:
            try:
                pid = self._ask({"spawn": wanted}, theirs.fileno())["pid"]
            except JudgeError:
                ours.close()
                raise
        return Process(_Forked(self, pid, ours))

    def end(self, pid: int) -> int:
        """Kill worker ``pid`` and all it started, and return its exit code."""
        code: int = self._ask({"kill": pid, "uid": self._uid})["code"]
        return code

    def forget(self) -> None:
        """Let go of a zygote that another process started and ends."""
        if self._control is not None:
            self._control.close()
            self._control = None

    def close(self) -> None:
        """End the zygote; its workers end with it."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._popen is not None:
            self._popen.kill()
            self._popen.wait()
            self._popen = None

    def _ask(self, request: dict[str, Any], *descriptors: int) -> dict[str, Any]:
        try:
            control = self._control or self._open()
            socket.send_fds(control, [json.dumps(request).encode()], descriptors)
            return self._answer()
        except (OSError, ValueError) as error:
            raise JudgeError(f"the process that starts workers is gone: {error}") from error

    def _open(self) -> socket.socket:
        _hide_this_process()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._popen = subprocess.Popen(  # noqa: S603 - our own command line
                [
                    sys.executable,
                    *_OPTIONS,
                    str(_START),
                    "zygote",
                    *self._numbers(theirs),
                    *self._places,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=_environment(self._places),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                umask=0o077,
            )
        ours.settimeout(CONTROL_S)
        self._control = ours
        self._answer()
        return ours

    def _numbers(self, theirs: socket.socket) -> tuple[str, str]:
        """Return the zygote's descriptor and whether it must load the whole library at once."""
        dropped = self._uid is not None
        everything = self._level == NO_OPEN or (dropped and not _others_may_read(Path(os.__file__)))
        return str(theirs.fileno()), str(int(everything))

    def _answer(self) -> dict[str, Any]:
        assert self._control is not None
        answer: dict[str, Any] = json.loads(self._control.recv(CHUNK_BYTES))
        return answer


class _Forked:
    """A child forked by the zygote, with one socket."""

    def __init__(self, zygote: Zygote, pid: int, channel: socket.socket) -> None:
        self._zygote = zygote
        self._pid = pid
        self._channel = channel

    def write(self, data: bytes, deadline: float) -> None:
        self._channel.settimeout(max(MOMENT_S, deadline - time.monotonic()))
        self._channel.sendall(data)

    def read(self, deadline: float) -> bytes:
        try:
            self._channel.settimeout(max(MOMENT_S, _left(deadline)))
            return self._channel.recv(CHUNK_BYTES)
        except TimeoutError:
            raise DeadlineError from None
        except OSError:
            return b""

    def end(self) -> int:
        self._channel.close()
        return self._zygote.end(self._pid)


def _left(deadline: float) -> float:
    """Return the seconds until ``deadline``, or 0.

    Raises:
        DeadlineError: if it is long over: an answer may be trickling in byte by byte.
    """
    left = deadline - time.monotonic()
    if left < -GRACE_S:
        raise DeadlineError
    return max(0.0, left)


def _hide_this_process() -> None:
    """Keep processes of our own user out of our memory: it holds what answers are due."""
    if sys.platform == "linux":
        with suppress(OSError):
            kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def _others_may_read(path: Path) -> bool:
    """Return whether any user may read ``path``: some home folders let nobody else in."""
    folders = path.resolve().parents
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in folders) and bool(
        path.stat().st_mode & stat.S_IROTH
    )


def _folder_of(module: str) -> str:
    """Return the folder that an installed ``module`` is imported from."""
    spec = importlib.util.find_spec(module.partition(".")[0])
    if spec is None or spec.origin is None:
        text = f"the assignment allows {module}, which is not installed here"
        raise JudgeError(f"{text}: python -m pip install {module}")
    package = spec.submodule_search_locations is not None
    return str(Path(spec.origin).parents[1 if package else 0])


def _environment(places: Sequence[str] = ()) -> dict[str, str]:
    threads = {"OPENBLAS_NUM_THREADS": "1"} if places else {}  # a fork keeps only one
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", **threads, **kept}
