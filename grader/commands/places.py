"""Where things are: assignments, demo classes and reports, seen from one root folder."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.errors import ConfigError, UsageError


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of one installation; ``root`` holds assignments, submissions and reports."""

    root: Path

    def assignment(self, name: str | None) -> Assignment:
        """Return the assignment called ``name``; without a name, the demo one.

        Raises:
            ConfigError: if there is none, or its folder is wrong.
        """
        folder = self.root / "assignments"
        if name is not None:
            return assignments.load(folder, name)
        for known in assignments.names(folder):
            found = assignments.load(folder, known)
            if found.demo:
                return found
        raise ConfigError(f"{folder}: no assignment says demo = true; name one")

    def submissions(self, assignment: Assignment) -> Path:
        """Return the folder of the assignment's own class."""
        return self.root / "submissions" / assignment.name

    def reports(self, assignment: Assignment) -> Path:
        """Return the folder that reports go to if no other is named."""
        return self.root / "reports" / assignment.name


def writable(folder: Path) -> Path:
    """Return ``folder``, made if need be, after a trial of writing into it.

    Raises:
        UsageError: if it cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        reason = error.strerror or type(error).__name__
        text = f"{folder}: reports cannot be written there ({reason}); name another with --out"
        raise UsageError(text) from error
