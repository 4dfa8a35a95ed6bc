"""An assignment as a value: the files of its folder, to be laid out again on another machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader import assignment as assignments
from grader.assignment import Assignment

LEFT_OUT = frozenset({"__pycache__", "solution", "starter"})  # no check needs them


@dataclass(frozen=True, slots=True, repr=False)
class Shipped:
    """The files of one assignment: names such as ``tests/visible/test_rules.py`` to bytes."""

    name: str
    files: Mapping[str, bytes]

    def unpack(self, folder: Path) -> Assignment:
        """Lay the files out below ``folder`` and load them.

        Raises:
            ConfigError: if they are no assignment that this version of the grader can read.
            OSError: if they cannot be written.
        """
        for name, content in self.files.items():
            path = folder / self.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return assignments.load(folder, self.name)


def pack(assignment: Assignment) -> Shipped:
    """Return the files of ``assignment`` that grading needs."""
    root = assignment.folder
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    names = {path.relative_to(root).as_posix(): path for path in paths}
    kept = {n: path for n, path in names.items() if not LEFT_OUT & set(Path(n).parts[:-1])}
    return Shipped(assignment.name, {name: path.read_bytes() for name, path in kept.items()})
