"""What a worker needs to run JavaScript and TypeScript, and whether it is installed here."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from importlib.metadata import version

from grader.errors import JudgeError
from grader.sandbox.inside.script import MODULES, SUFFIXES, spellings
from grader.sandbox.levels import Part

__all__ = ["MODULES", "SUFFIXES", "is_script", "modules_for", "part", "spellings"]

REMEDY = "python -m pip install quickjs-ng tree-sitter tree-sitter-typescript"


def is_script(name: str) -> bool:
    """Return whether the file ``name`` holds JavaScript or TypeScript."""
    return name.endswith(SUFFIXES)


def missing() -> tuple[str, ...]:
    """Return the modules that are not installed here."""
    return tuple(name for name in MODULES if importlib.util.find_spec(name) is None)


def part() -> Part:
    """Return whether scripts can be run here, and by what."""
    if gone := missing():
        return Part("JavaScript", present=False, why=f"no module {gone[0]}", remedy=REMEDY)
    why = f"QuickJS in the worker (quickjs-ng {version('quickjs-ng')})"
    return Part("JavaScript", present=True, why=why)


def modules_for(names: Iterable[str]) -> tuple[str, ...]:
    """Return the modules that a worker needs for the files ``names``.

    Raises:
        JudgeError: if they are needed and not installed; its text says what to do.
    """
    if not any(map(is_script, names)):
        return ()
    if missing():
        raise JudgeError(f"JavaScript and TypeScript need an engine here: {REMEDY}")
    return MODULES
