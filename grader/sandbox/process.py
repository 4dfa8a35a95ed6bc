"""A worker process and the pipe to it: send a frame, receive a frame, kill.

A thread reads the pipe, so that deadlines work alike on Linux, macOS and Windows; it stops
reading when the other side is ahead, so that a flood fills the pipe and not our memory.
"""

from __future__ import annotations

import queue
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

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


class Child(Protocol):
    """A child process, however it was started: bytes to it, bytes from it, and its end."""

    def write(self, data: bytes) -> None:
        """Send ``data``; OSError if nobody reads."""

    def read(self) -> bytes:
        """Return the next bytes, at most ``CHUNK_BYTES``; none at the end."""

    def end(self) -> int:
        """Kill it and all it started; return its exit code, minus the signal number."""


class Process:
    """A running worker. Use it as a context manager: leaving kills it."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._buffer = bytearray()
        self._chunks: queue.Queue[bytes] = queue.Queue(CHUNKS_AHEAD)
        self._closing = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
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
            self._child.write(len(body).to_bytes(HEADER_BYTES, "big") + body)
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
        code = self._child.end()
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

    def _read(self) -> None:
        while chunk := self._child.read():
            self._chunks.put(chunk)
            if self._closing.is_set():
                return
        self._chunks.put(b"")
