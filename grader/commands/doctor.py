"""``grade.py doctor``: what this machine can confine, and why not."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from rich.text import Text

from grader.commands.places import Places
from grader.commands.terminal import console, print_machine, safe_line
from grader.sandbox import levels, scripts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of ``doctor``."""
    parser.add_argument("--json", action="store_true", help="print machine output and nothing else")


def run(args: argparse.Namespace, places: Places) -> int:
    """Print each layer, whether scripts run, and the level reached; always exits 0."""
    del places
    level, parts, engine = levels.strongest(), levels.parts(), scripts.part()
    if args.json:
        layers = [asdict(part) for part in parts]
        table = {"sandbox": level, "layers": layers, "scripts": asdict(engine)}
        print_machine(json.dumps(table, indent=2) + "\n")
        return 0
    screen = console()
    for part in (*parts, engine):
        sign, style = ("yes", "green") if part.present else ("no ", "yellow")
        screen.print(Text.assemble((sign, style), "  ", safe_line(f"{part.name}: {part.why}")))
        if not part.present and part.remedy:
            screen.print(safe_line(f"       to have it: {part.remedy}", "dim"))
    verdict = "batch grades here" if level in levels.STRONG else "batch wants --sandbox best-effort"
    screen.print(f"\nLevel reached: {level}. {verdict}.")
    return 0
