"""One warm pytest for many jobs: loaded once, forked for each.

Loading pytest and solving the game costs more than most of what follows, so a process that has
done both waits here for jobs. Each runs in a fork of its own: what breaks there is that job's
alone. Where there is no fork to rely on, an interpreter is started for each job.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import close, fdopen, pipe

from grader.checks.runner import OnProgress, Runner, Started, environment, judged, without_progress
from grader.errors import JudgeError

KILLED = -9


@contextmanager
def pool() -> Iterator[Runner]:
    """Yield the cheapest way of this system to run pytest on many jobs."""
    if sys.platform != "linux":
        yield Started()
        return
    warm = Warm()
    try:
        yield warm
    finally:
        warm.close()


class Warm:
    """Runs each job in a fork of one process; threads may share it. Close it to end them all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._control: socket.socket | None = None
        self._popen: subprocess.Popen[bytes] | None = None

    def run(self, arguments: Sequence[str], on_progress: OnProgress) -> str:
        """Run pytest; see :class:`grader.checks.runner.Runner`."""
        heard, said = pipe()
        ended, ends = pipe()
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8", errors="backslashreplace") as out,
            fdopen(heard, encoding="utf-8", errors="backslashreplace") as lines,
            fdopen(ended, "rb") as end,
        ):
            try:
                self._hand_over(arguments, (out.fileno(), said, ends))
            finally:
                close(said)
                close(ends)
            other = without_progress(lines, on_progress)
            code = end.read()
            out.seek(0)
            return judged(int(code) if code else KILLED, out.read() + other)

    def close(self) -> None:
        """End the warm process; whatever it still runs ends with it."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._popen is not None:
            self._popen.kill()
            self._popen.wait()
            self._popen = None

    def _hand_over(self, arguments: Sequence[str], descriptors: Sequence[int]) -> None:
        job = json.dumps(list(arguments)).encode()
        with self._lock:
            try:
                socket.send_fds(self._control or self._open(), [job], descriptors)
            except OSError:  # it is gone: once more, with a new one
                self.close()
                try:
                    socket.send_fds(self._open(), [job], descriptors)
                except OSError as error:
                    self.close()
                    raise JudgeError(
                        f"the process that runs the checks is gone: {error}"
                    ) from error

    def _open(self) -> socket.socket:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._popen = subprocess.Popen(  # noqa: S603 - our own command line
                [sys.executable, "-m", "grader.checks.warm", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=environment(),
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # an interrupt is for us; we end it
            )
        return self._control
