"""A worker process and the pipe to it: start, send a frame, receive a frame, kill.

:func:`start` is the one place that decides how a worker comes to be and how far it is confined.
A thread reads the pipe, so that deadlines work alike on Linux, macOS and Windows; it stops
reading when the other side is ahead, so that a flood fills the pipe and not our memory.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

CHUNK_BYTES = 64 * 1024
CHUNKS_AHEAD = 16
MAX_FRAME_BYTES = 256 * 1024
HEADER_BYTES = 4


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker may use.

    Attributes:
        call_s: wall seconds for one answer.
        load_s: wall seconds for importing the submission.
        cpu_s: CPU seconds of one worker's whole life.
        memory_bytes: address space.
        deaths: time-outs and crashes after which no further question is put.
    """

    call_s: float = 10.0
    load_s: float = 10.0
    cpu_s: int = 600
    memory_bytes: int = 512 * 1024**2
    deaths: int = 4


class ClosedError(Exception):
    """The process is gone, or never spoke our protocol."""


class FloodError(Exception):
    """The process sent a frame larger than any reply may be."""


class DeadlineError(Exception):
    """Nothing came in time."""


class Process:
    """A running worker. Use it as a context manager: leaving kills it."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._popen = popen
        self._stdin: IO[bytes] = popen.stdin
        self._buffer = bytearray()
        self._chunks: queue.Queue[bytes] = queue.Queue(CHUNKS_AHEAD)
        self._reader = threading.Thread(target=self._read, args=(popen.stdout,), daemon=True)
        self._closing = threading.Event()
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def send(self, body: bytes) -> None:
        """Send one frame.

        Raises:
            ClosedError: if nobody reads it.
        """
        try:
            self._stdin.write(len(body).to_bytes(HEADER_BYTES, "big") + body)
            self._stdin.flush()
        except OSError as error:
            raise ClosedError from error

    def receive(self, deadline: float) -> bytes:
        """Return the next frame's body; ``deadline`` is in ``time.monotonic`` seconds.

        Raises:
            DeadlineError: if it is not here by then.
            ClosedError: if the process closed the pipe.
            FloodError: if the frame is too large.
        """
        self._fill(HEADER_BYTES, deadline)
        size = int.from_bytes(self._buffer[:HEADER_BYTES], "big")
        if size > MAX_FRAME_BYTES:
            raise FloodError
        self._fill(HEADER_BYTES + size, deadline)
        body = bytes(self._buffer[HEADER_BYTES : HEADER_BYTES + size])
        del self._buffer[: HEADER_BYTES + size]
        return body

    def kill(self) -> int:
        """End the process and all it started; return its exit code, minus the signal number."""
        self._closing.set()
        _kill_group(self._popen)
        with suppress(OSError):
            self._stdin.close()
        code = self._popen.wait()
        while self._reader.is_alive():  # it may be waiting for room in the queue
            with suppress(queue.Empty):
                self._chunks.get_nowait()
            self._reader.join(0.001)
        return code

    def _fill(self, size: int, deadline: float) -> None:
        while len(self._buffer) < size:
            try:
                chunk = self._chunks.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise DeadlineError from None
            if not chunk:
                raise ClosedError
            self._buffer += chunk

    def _read(self, stdout: IO[bytes]) -> None:
        with stdout:
            while chunk := _read_chunk(stdout.fileno()):
                self._chunks.put(chunk)
                if self._closing.is_set():
                    return
            self._chunks.put(b"")


def start(limits: Limits) -> Process:
    """Start a worker that can import the standard library and nothing else, and return it.

    ``-S`` keeps site-packages out (an editable install would lead the child to our own modules),
    ``-P`` its working directory; a fixed hash seed keeps the order of sets the same at each run.
    """
    worker = Path(__file__).parent / "inside" / "start.py"
    options = ("-P", "-s", "-S", "-B", "-X", "utf8")
    popen = subprocess.Popen(  # noqa: S603 - our own command line
        [sys.executable, *options, str(worker), str(limits.memory_bytes), str(limits.cpu_s)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(sys.executable).anchor,
        env=_environment(),
        start_new_session=True,
    )
    return Process(popen)


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", **kept}


def _kill_group(popen: subprocess.Popen[bytes]) -> None:
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
    popen.kill()


def _read_chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK_BYTES)
    except OSError:
        return b""
