"""What people see in a terminal; plain lines where it is none. Student text is made harmless."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from grader.report.hostile import line, plain

NAME_WIDTH = 24


def console(*, quiet: bool = False) -> Console:
    """Return the terminal; ``quiet`` sends people's output to standard error."""
    return Console(stderr=quiet, highlight=False, soft_wrap=True, emoji=False, markup=False)


def safe(text: str, style: str = "", limit: int = 4000) -> Text:
    """Return ``text`` as it can be shown in a terminal, line breaks kept."""
    return Text(plain(text, limit), style=style)


def safe_line(text: str, style: str = "", limit: int = 500) -> Text:
    """Return ``text`` as one line that can be shown in a terminal."""
    return Text(line(text, limit), style=style)


class Bar:
    """A progress bar with an estimate of the time left."""

    def __init__(self, progress: Progress | None, label: str) -> None:
        self._progress = progress
        self._task = progress.add_task(label, total=None) if progress else None

    def tell(self, done: int, of: int) -> None:
        """Show that ``done`` of ``of`` is behind us."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, total=of)


@contextmanager
def bar(screen: Console, label: str, *, counted: bool) -> Iterator[Bar]:
    """Show a bar while the block runs; nothing at all where the output is no terminal."""
    if not screen.is_terminal:
        yield Bar(None, label)
        return
    counts = [MofNCompleteColumn()] if counted else []
    columns = (TextColumn("{task.description}"), BarColumn(), *counts, TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as progress:
        yield Bar(progress, label)


def print_machine(text: str) -> None:
    """Write machine output to standard output, and nothing else."""
    sys.stdout.write(text)
    sys.stdout.flush()
