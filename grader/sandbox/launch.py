"""How a worker comes to be: started plainly, anywhere, or forked, confined, from a zygote.

:class:`Launcher` is the one narrow way to a worker; everything above it is the same at each
level of confinement.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol

from grader.errors import JudgeError
from grader.sandbox.inside import lockdown
from grader.sandbox.process import CHUNK_BYTES, Limits, Process

CONFINED, NO_OPEN, LIMITED, PLAIN = *lockdown.LEVELS, "plain"
CONTROL_S = 30.0
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


def launcher(level: str) -> Launcher:
    """Return a source of workers confined to ``level``."""
    return Zygote(level) if level in {CONFINED, NO_OPEN} else Plain()


# ---------------------------------------------------------------------------- plain


class Plain:
    """Each worker is an interpreter of its own, with the resource limits the system has."""

    def start(self, limits: Limits) -> Process:
        """Return a new worker that can import the standard library and nothing else."""
        numbers = (str(limits.memory_bytes), str(limits.cpu_s))
        popen = subprocess.Popen(  # noqa: S603 - our own command line
            [sys.executable, *_OPTIONS, str(_START), "worker", *numbers],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=Path(sys.executable).anchor,
            env=_environment(),
            start_new_session=True,
        )
        return Process(_Spawned(popen))

    def close(self) -> None:
        """Do nothing: each worker stands alone."""


class _Spawned:
    """A child started by command line, with a pipe each way."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._popen = popen
        self._stdin: IO[bytes] = popen.stdin
        self._stdout: IO[bytes] = popen.stdout

    def write(self, data: bytes) -> None:
        self._stdin.write(data)
        self._stdin.flush()

    def read(self) -> bytes:
        with suppress(OSError):
            if chunk := os.read(self._stdout.fileno(), CHUNK_BYTES):
                return chunk
        self._stdout.close()
        return b""

    def end(self) -> int:
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
        with suppress(OSError):
            self._stdin.close()
        return self._popen.wait()


# ---------------------------------------------------------------------------- confined


class Zygote:
    """Forks workers from one warm interpreter, each locked down before it loads anything.

    Raises:
        JudgeError: from every method, if the zygote is gone or a layer cannot be had.
    """

    def __init__(self, level: str) -> None:
        self._level = level
        self._uid = lockdown.own_uid(os.getpid())
        self._popen: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

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
            pid = self._ask({"spawn": wanted}, theirs.fileno())["pid"]
        return Process(_Forked(self, pid, ours))

    def end(self, pid: int) -> int:
        """Kill worker ``pid`` and all it started, and return its exit code."""
        code: int = self._ask({"kill": pid, "uid": self._uid})["code"]
        return code

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
        if self._control is None:
            self._control = self._open()
        try:
            socket.send_fds(self._control, [json.dumps(request).encode()], descriptors)
            return self._answer()
        except (OSError, ValueError) as error:
            raise JudgeError(f"the process that starts workers is gone: {error}") from error

    def _open(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._popen = subprocess.Popen(  # noqa: S603 - our own command line
                [sys.executable, *_OPTIONS, str(_START), "zygote", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=_environment(),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                umask=0o077,
            )
        ours.settimeout(CONTROL_S)
        self._control = ours
        self._answer()
        return ours

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

    def write(self, data: bytes) -> None:
        self._channel.sendall(data)

    def read(self) -> bytes:
        with suppress(OSError):
            return self._channel.recv(CHUNK_BYTES)
        return b""

    def end(self) -> int:
        code = self._zygote.end(self._pid)
        with suppress(OSError):
            self._channel.shutdown(socket.SHUT_RDWR)  # wakes our reader
        self._channel.close()
        return code


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", **kept}
