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
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from os import close, fdopen, pipe

from grader.checks.runner import OnProgress, Runner, Started, environment, judged, without_progress
from grader.errors import JudgeError

KILLED = -9
MOMENT_S = 0.5


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


@contextmanager
def workers(jobs: int) -> Iterator[tuple[Executor, Runner]]:
    """Yield threads that only wait, ``jobs`` of them, and what they run pytest by.

    Leaving, whatever the reason, drops what has not begun and ends what runs.
    """
    with ThreadPoolExecutor(jobs) as threads, pool() as runner:
        try:
            yield threads, runner
        finally:
            threads.shutdown(wait=False, cancel_futures=True)


class Warm:
    """Runs each job in a fork of one process; threads may share it. Close it to end them all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._control: socket.socket | None = None
        self._popen: subprocess.Popen[bytes] | None = None
        self._closed = False

    def run(self, arguments: Sequence[str], on_progress: OnProgress) -> str:
        """Run pytest; see :class:`grader.checks.runner.Runner`.

        A job that ends with the warm process, and not by itself, is run once more.
        """
        warm, code, said = self._run(arguments, on_progress)
        if code is None and _is_gone(warm):
            warm, code, said = self._run(arguments, on_progress)
        return judged(KILLED if code is None else code, said)

    def close(self) -> None:
        """End the warm process for good; whatever it still runs ends with it."""
        with self._lock:
            self._closed = True
            self._end()

    def _run(
        self, arguments: Sequence[str], on_progress: OnProgress
    ) -> tuple[subprocess.Popen[bytes], int | None, str]:
        """Return what was to run it, the exit code of its fork or None, and what pytest said."""
        heard, said = pipe()
        ended, ends = pipe()
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8", errors="backslashreplace") as out,
            fdopen(heard, encoding="utf-8", errors="backslashreplace") as lines,
            fdopen(ended, "rb") as end,
        ):
            try:
                warm = self._hand_over(arguments, (out.fileno(), said, ends))
            finally:
                close(said)
                close(ends)
            other = without_progress(lines, on_progress)
            code = end.read()
            out.seek(0)
            return warm, int(code) if code else None, out.read() + other

    def _hand_over(
        self, arguments: Sequence[str], descriptors: Sequence[int]
    ) -> subprocess.Popen[bytes]:
        job = json.dumps(list(arguments)).encode()
        with self._lock:
            try:
                return self._send(job, descriptors)
            except OSError:  # it is gone: once more, with a new one
                self._end()
            try:
                return self._send(job, descriptors)
            except OSError as error:
                self._end()
                raise JudgeError(f"the process that runs the checks is gone: {error}") from error

    def _send(self, job: bytes, descriptors: Sequence[int]) -> subprocess.Popen[bytes]:
        if self._closed:
            raise JudgeError("the grader was told to stop")
        if self._popen is None or self._control is None:
            self._popen, self._control = self._open()
        socket.send_fds(self._control, [job], descriptors)
        return self._popen

    def _open(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, ExitStack() as undo:
            undo.callback(ours.close)
            popen = subprocess.Popen(  # noqa: S603 - our own command line
                [sys.executable, "-m", "grader.checks.warm", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=environment(),
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # an interrupt is for us; we end it
            )
            undo.pop_all()
        return popen, ours

    def _end(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._popen is not None:
            self._popen.kill()
            self._popen.wait()
            self._popen = None


def _is_gone(process: subprocess.Popen[bytes]) -> bool:
    """Return whether ``process`` has ended, or is about to: its forks may end a moment before."""
    try:
        process.wait(MOMENT_S)
    except subprocess.TimeoutExpired:
        return False
    return True
