"""An assignment small enough to read at a glance, and the real one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import Assignment

ROOT = Path(__file__).resolve().parents[2]
TOML = """
title = "Made up"
demo = true
program = "O"

[[files]]
name = "main.py"
fixture = "engine"
functions = ["double", "pick"]
given = ["helper"]
optional = ["extra"]

[codec]
shape = "flat"
empty = " "
X = "X"
O = "O"
move = "index"

[questions]
file = "engine"
decide = "pick"
value = "double"

[follow_through]
double = ["helper"]

[[layers]]
name = "first"
title = "First layer"
points = 4

[[layers]]
name = "second"
title = "Second layer"
points = 2
requires = ["double"]
standards = ["S-1"]

[limits]
load_s = 5
call_s = 5
submission_s = 60
deaths = 2

[score_line]
variable = "MADE_UP_SCORE"
layers = ["first"]

[[rubric]]
title = "Names"
note = "say what things are"

[advice]
double = "Try it on 2."
"""

# what stands in for the made-up assignment's functions, as [follow_through] wants it
STANDINS = {"standins/main.py": "def helper(n):\n    return n\n"}


@pytest.fixture(scope="session")
def toml() -> str:
    """The text of the made-up assignment."""
    return TOML


@pytest.fixture(scope="session")
def assignment_at() -> Callable[..., Assignment]:
    """Write the made-up assignment, with these files in its folder, and load it."""

    def make(
        root: Path, files: Mapping[str, str] | None = None, text: str = TOML, name: str = "made"
    ) -> Assignment:
        everything = {"assignment.toml": text, **STANDINS, **(files or {})}
        for file, content in everything.items():
            path = root / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return assignments.load(root, name)

    return make


@pytest.fixture(scope="session")
def csroom() -> Assignment:
    """The main assignment, as it is handed out."""
    return assignments.load(ROOT / "assignments", "csroom")
