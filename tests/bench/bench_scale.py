"""What large classes cost: ``python tests/bench/bench_scale.py [--stubbed] [N ...]``.

Prints, for the demo class copied until it has N students (100, 300 and 1000 without any N), the
time for each of them and the peak memory of the grader's own process. No two copies have the same
text: each file ends in a comment of its own. No grade is remembered from one to the next anyway.

With ``--stubbed`` each student of the demo class is graded once, in a process before, and that is
handed out again in place of grading the copies. What is left is what the process that asks must do
itself when a cluster does the rest: read hand-ins, keep outcomes, write reports. So 10,000 can be
tried in minutes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "submissions" / "csroom"
SIZES = (100, 300, 1000)

MEASURED = """
import json, resource, sys, time
from grader.cli import main
start = time.monotonic()
main(sys.argv[2:])
took_s = time.monotonic() - start
usage = resource.getrusage(resource.RUSAGE_SELF)
cpu_s, peak_mb = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
figures = {"wall_s": took_s, "cpu_s": cpu_s, "peak_mb": peak_mb}
print(json.dumps(figures), file=open(sys.argv[1], "w"))
"""
RECORD = """
import pickle, sys
from pathlib import Path
from grader import discovery, pipeline
from grader.assignment import load
from grader.checks.run import Conditions
from grader.sandbox import levels
made, conditions = load(Path("assignments"), "csroom"), Conditions(sandbox=levels.strongest())
outcomes = pipeline.grade_all(made, discovery.discover(Path(sys.argv[2])), 2, conditions)
found = {outcome.submission.student: outcome for outcome in outcomes}
Path(sys.argv[1]).write_bytes(pickle.dumps(found))
"""
STUBBED = """
import pickle
from dataclasses import replace
from pathlib import Path
from grader import pipeline
found = pickle.loads(Path({recorded!r}).read_bytes())
def grade_one(assignment, submission, conditions):
    return replace(found[submission.student.partition("-")[0]], submission=submission)
pipeline.grade_one = grade_one
"""


def copied(folder: Path, count: int) -> Path:
    """Write a class of ``count`` students into ``folder``, and return it."""
    demo = sorted(path for path in DEMO.iterdir() if path.is_dir())
    for number in range(count):
        source = demo[number % len(demo)]
        student = folder / f"{source.name}-{number:06}"
        student.mkdir(parents=True)
        for file in source.glob("*.py"):
            text = file.read_bytes() + f"\n# {number}\n".encode()
            (student / file.name).write_bytes(text)
    return folder


def python(code: str, *arguments: str) -> None:
    """Run ``code`` from the project's root."""
    command = [sys.executable, "-c", code, *arguments]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def measured(count: int, scratch: Path, before: str) -> dict[str, float]:
    """Return what a class of ``count`` cost, after running ``before`` in the same process."""
    folder, out, figures = scratch / f"class{count}", scratch / f"out{count}", scratch / "figures"
    batch = ["batch", "csroom", str(copied(folder, count)), "--out", str(out)]
    python(before + MEASURED, str(figures), *batch)
    page, table = out / "index.html", out / "results.json"
    sizes = {"page_mb": page.stat().st_size / 1e6, "json_mb": table.stat().st_size / 1e6}
    return json.loads(figures.read_text(encoding="utf-8")) | sizes


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("sizes", nargs="*", type=int, metavar="N")
    parser.add_argument("--stubbed", action="store_true", help="do not grade the copies")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch, before = Path(name), ""
        if args.stubbed:
            python(RECORD, str(scratch / "recorded"), str(DEMO))
            before = STUBBED.format(recorded=str(scratch / "recorded"))
        print("students  wall each, s  own CPU each, ms  peak, MB  page, MB  results.json, MB")
        for count in args.sizes or SIZES:
            found = measured(count, scratch, before)
            wall, cpu = found["wall_s"] / count, found["cpu_s"] / count * 1000
            row = f"{count:8}  {wall:12.3f}  {cpu:16.1f}  {found['peak_mb']:8.0f}"
            print(f"{row}  {found['page_mb']:8.2f}  {found['json_mb']:16.1f}", flush=True)


if __name__ == "__main__":
    main()
