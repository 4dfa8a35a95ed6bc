"""A worker process and the channel to it: send a frame, receive a frame, kill.

Nothing is read ahead of need, so that a flood fills the channel and not our memory.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

CHUNK_BYTES = 64 * 1024
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

    def write(self, data: bytes, deadline: float) -> None:
        """Send ``data``; OSError if nobody reads it by ``deadline``."""

    def read(self, deadline: float) -> bytes:
        """Return the next bytes, at most ``CHUNK_BYTES``; none at the end.

        Raises:
            DeadlineError: if nothing is here by ``deadline``, in ``time.monotonic`` seconds.
        """

    def end(self) -> int:
        """Kill it and all it started; return its exit code, minus the signal number."""


class Process:
    """A running worker. Use it as a context manager: leaving kills it."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._frames: deque[bytes] = deque()
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def send(self, body: bytes, deadline: float) -> None:
        """Send one frame, by ``deadline`` in ``time.monotonic`` seconds.

        Raises:
            ClosedError: if nobody reads it.
        """
        try:
            self._child.write(len(body).to_bytes(HEADER_BYTES, "big") + body, deadline)
        except OSError as error:
            raise ClosedError from error

    def receive(self, deadline: float) -> bytes:
        """Return the next frame's body; ``deadline`` is in ``time.monotonic`` seconds.

        Raises:
            DeadlineError: if it is not here by then.
            ClosedError: if the process closed the pipe.
            FloodError: if the frame is too large.
        """
        while not self._frames:
            chunk = self._child.read(deadline)
            if not chunk:
                raise ClosedError
            self._split(self._rest + chunk)
        return self._frames.popleft()

    def kill(self) -> int:
        """End the process and all it started; return its exit code, minus the signal number."""
        return self._child.end()

    def _split(self, data: bytes) -> None:
        """Take the whole frames off the front of ``data`` and keep the rest."""
        start = 0
        while len(data) - start >= HEADER_BYTES:
            end = start + HEADER_BYTES + int.from_bytes(data[start : start + HEADER_BYTES], "big")
            if end - start > HEADER_BYTES + MAX_FRAME_BYTES:
                if self._frames:
                    break  # what came before it is still an answer
                raise FloodError
            if len(data) < end:
                break
            self._frames.append(data[start + HEADER_BYTES : end])
            start = end
        self._rest = data[start:]
