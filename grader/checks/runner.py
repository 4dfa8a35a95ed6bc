"""How pytest is run on one job: in a process started for it, on every system."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from grader.errors import JudgeError

OnProgress = Callable[[int, int], None]


class Runner(Protocol):
    """A way to run pytest in a process that no other job shares."""

    def run(self, arguments: Sequence[str], on_progress: OnProgress) -> str:
        """Run pytest with ``arguments``, pass its progress on, and return what else it said.

        Raises:
            JudgeError: if it ends in any way but with all checks passed or some failed.
        """


class Started:
    """Starts an interpreter for each job."""

    def run(self, arguments: Sequence[str], on_progress: OnProgress) -> str:
        """Run pytest; see :class:`Runner`."""
        return spoken([sys.executable, "-m", "pytest", *arguments], on_progress)


def spoken(command: Sequence[str], on_progress: OnProgress) -> str:
    """Run ``command`` to its end, pass its progress on, and return what else it said.

    Raises:
        JudgeError: if it ends in any way but with all checks passed or some failed.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        process = subprocess.Popen(  # noqa: S603 - our own command line
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE,
            text=True, encoding="utf-8", errors="backslashreplace", env=environment(),
        )  # fmt: skip
        with process:
            assert process.stderr is not None
            other = without_progress(process.stderr, on_progress)
        out.seek(0)
        return judged(process.returncode, out.read() + other)


def judged(code: int, said: str) -> str:
    """Return ``said``, what pytest said before it ended with ``code``.

    Raises:
        JudgeError: if that means anything but all checks passed or some failed.
    """
    if code not in {0, 1}:
        raise JudgeError(f"pytest ended with code {code}: {said[-2000:]}")
    return said


def without_progress(lines: Iterable[str], on_progress: OnProgress) -> str:
    """Pass on what ``lines`` tell of progress, as they come, and return the others."""
    return "".join(line for line in lines if not _told(line, on_progress))


def environment() -> Mapping[str, str]:
    """Return the environment for a pytest that loads our plugins and nobody else's."""
    home = str(Path(__file__).parents[2])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ours = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": home, "PYTHONIOENCODING": "utf-8"}
    return {**kept, **ours}


def _told(line: str, on_progress: OnProgress) -> bool:
    match line.split():
        case ["progress", done, of] if done.isdigit() and of.isdigit():
            on_progress(int(done), int(of))
            return True
        case _:
            return False
