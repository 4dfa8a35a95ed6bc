"""Command line: arguments to a command, and errors to exit codes."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from grader import __version__
from grader.commands import batch, check, doctor, new, selftest
from grader.commands.places import Places
from grader.errors import GraderError, JudgeError

COMMANDS = {
    "batch": batch,
    "check": check,
    "new": new,
    "selftest": selftest,
    "doctor": doctor,
}
ROOT = Path(__file__).resolve().parents[1]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0 graded; 1 something does not pass (``check``); 2 wrong usage, a broken assignment or a
        submission that cannot be read; 3 a fault of the grader's own.
    """
    args = _parser().parse_args(argv)
    try:
        code: int = COMMANDS[args.command].run(args, Places(args.root))
    except GraderError as error:
        print(f"error [{error.slug}]: {error}", file=sys.stderr)  # noqa: T201 - its job
        return error.exit_code
    except Exception:  # noqa: BLE001 - a fault of ours has an exit code of its own
        traceback.print_exc()
        return JudgeError.exit_code
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="grade.py", description="Grade minimax assignments.")
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        summary = (command.__doc__ or "").partition(": ")[2].rstrip(".")
        command.add_arguments(commands.add_parser(name, help=summary, description=summary))
    return parser
