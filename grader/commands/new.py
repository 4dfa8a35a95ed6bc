"""``grade.py new``: a working assignment for your own dialect of the exercise."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.commands.places import Places
from grader.commands.terminal import console, safe_line
from grader.errors import UsageError
from grader.scaffold import Dialect, Written, texts

Say = Callable[[str], str]
QUESTIONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "title": ("The title shown on every page", ()),
    "file": ("The file that students hand in", ()),
    "shape": ("Is a board one list of nine, or three rows?", ("flat", "nested")),
    "empty": ("An empty square: a text such as ' ', a number, or None", ()),
    "x": ("The mark X: a text or a number", ()),
    "o": ("The mark O: a text or a number", ()),
    "program": ("Which side does the program play?", ("X", "O", "both")),
    "opener": ("Who may make the first move?", ("X", "O", "either")),
    "move": ("Is a move a square's number, or (row, column)?", ("index", "pair")),
    "first": ("Squares, rows and columns count from", ("0", "1")),
    "winner": ("The function that finds the winner", ()),
    "full": ("The function that sees a full board", ()),
    "value": ("The function that scores a board (minimax)", ()),
    "decide": ("The function that chooses a move", ()),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of ``new``."""
    parser.add_argument("assignment", metavar="ASSIGNMENT", help="the name of its folder")
    for key, (question, options) in QUESTIONS.items():
        default = getattr(Dialect("x"), key)
        text = f"{question} (default: {default!r})"
        parser.add_argument(f"--{key}", choices=options or None, help=text)
    parser.add_argument(
        "--yes", action="store_true", help="ask nothing: take the default for what is not given"
    )


def run(args: argparse.Namespace, places: Places) -> int:
    """Ask for what was not given, write the folder, and say what to do next.

    Raises:
        UsageError: if there is such an assignment already, or an answer makes no sense.
    """
    folder = places.root / "assignments" / args.assignment
    given = {key: value for key in QUESTIONS if (value := getattr(args, key)) is not None}
    if not args.yes and sys.stdin.isatty():
        given |= _answers(Dialect(args.assignment), given, input)
    dialect = replace(Dialect(args.assignment), **{key: read(key, v) for key, v in given.items()})
    example = places.root / "submissions" / args.assignment
    for there in (folder, example):
        if there.exists():
            raise UsageError(f"{there} is there already; choose another name, or remove it first")
    _write(folder, texts(dialect))
    _write(example, _examples(dialect, folder))
    name = dialect.name
    console().print(
        safe_line(f"{folder} is ready: {dialect.decisions} decisions, 100 points.")
        + "\nTry its checks, then grade the two examples in submissions/:\n"
        f"  python grade.py selftest {name}\n"
        f"  python grade.py batch {name}\n"
        "Then read spec.md and assignment.toml there, and change what your course says otherwise."
    )
    return 0


def read(key: str, text: str) -> Any:
    """Return an answer as a value: marks may be texts, numbers or ``None``."""
    if key == "first":
        return int(text)
    if key not in {"empty", "x", "o"}:
        return text
    return _mark(text)


def _mark(text: str) -> Written:
    """Return what stands on a square: ``'1'`` in quotes is a text, 1 without is a number."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    if text == "None":
        return None
    return int(text) if text.lstrip("-").isdecimal() and text.isascii() else text


def _answers(dialect: Dialect, given: Mapping[str, str], ask: Say) -> dict[str, str]:
    """Return what a person answers to the questions whose answer was not given."""
    found = {}
    for key, (question, options) in QUESTIONS.items():
        if key in given:
            continue
        default = getattr(dialect, key)
        choice = f" ({' / '.join(options)})" if options else ""
        while True:
            answer = ask(f"{question}{choice} [{default!r}]: ")
            if not answer or not options or answer in options:
                break
        if answer:
            found[key] = answer
    return found


def _examples(dialect: Dialect, folder: Path) -> dict[str, str]:
    """Return a class of two: the solution, and the starter as a student gets it."""
    return {
        f"{who}/{dialect.file}": (folder / part / dialect.file).read_text(encoding="utf-8")
        for who, part in (("example-right", "solution"), ("example-not-started", "starter"))
    }


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Write all ``files``, or none: a folder that is half there would have to be cleared away.

    Raises:
        UsageError: if the folder cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as made:
            for path, text in files.items():
                file = Path(made, folder.name, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            shutil.move(Path(made, folder.name), folder)
    except OSError as error:
        raise UsageError(f"{folder}: it cannot be written ({error.strerror})") from error
