"""What grading costs: ``python tests/bench/bench_grading.py``; the table is in README.md beside it.

Prints, for a plain textbook program, the CPU seconds of its own 4,520 answers in one bare
interpreter, the CPU seconds of everything the grader does about it on a cold start, and the
ratio; and the peak memory of the grader's own process for a class of 300.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAIN = ROOT / "assignments" / "csroom" / "solution"
CLASS_SIZE = 300
ROUNDS = 3

SWEEP = """
import sys
sys.path.insert(0, {folder!r})
import main
for text in sys.stdin.read().split():
    main.get_best_move([" " if mark == "." else mark for mark in text])
"""
PEAK = """
import resource, sys
from grader.cli import main
code = main(sys.argv[1:])
print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
raise SystemExit(code)
"""


def children_cpu_s() -> float:
    """Return the CPU seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cpu_s(command: list[str], standard_input: str = "") -> float:
    """Return the CPU seconds of ``command`` and of all that it started."""
    before = children_cpu_s()
    subprocess.run(command, input=standard_input, text=True, stdout=subprocess.DEVNULL, check=True)
    return children_cpu_s() - before


def sweep_cpu_s() -> float:
    """Return the CPU seconds of the program's own answers at all decisions, and nothing else."""
    sys.path.insert(0, str(ROOT))
    from reference.notation import render  # noqa: PLC0415 - the root is on the path only now
    from reference.tablebase import decisions  # noqa: PLC0415

    boards = "\n".join(render(position.board) for position in decisions("O"))
    return cpu_s([sys.executable, "-c", SWEEP.format(folder=str(PLAIN))], boards)


def grading_wall_s() -> float:
    """Return the seconds from a cold start to the reports of that program alone.

    Workers are forks that nobody waits for, so their CPU time is in no account; one job keeps one
    core busy, and the clock is an upper bound.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "class")
        copy = folder / "plain"
        copy.mkdir(parents=True)
        for file in PLAIN.glob("*.py"):
            (copy / file.name).write_bytes(file.read_bytes())
        grade = [sys.executable, str(ROOT / "grade.py"), "batch", "csroom", str(folder)]
        start = time.monotonic()
        cpu_s([*grade, "--jobs", "1", "--out", str(Path(scratch, "out"))])
        return time.monotonic() - start


def class_peak_mb() -> float:
    """Return the peak memory in MB of the grader's own process for a class of 300."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "class")
        for number in range(CLASS_SIZE):
            student = folder / f"student{number:03}"
            student.mkdir(parents=True)
            source = ROOT / "submissions" / "csroom" / ("ella" if number % 10 else "iris")
            for file in source.glob("*.py"):
                (student / file.name).write_bytes(file.read_bytes())
        command = [sys.executable, "-c", PEAK, "batch", "csroom", str(folder)]
        done = subprocess.run(
            [*command, "--out", str(Path(scratch, "out"))],
            cwd=ROOT,
            check=True,
            text=True,
            capture_output=True,
        )
        return int(done.stderr.split("peak")[-1]) / 1024


def main() -> None:
    """Print the table."""
    sweeps = sorted(sweep_cpu_s() for _ in range(ROUNDS))
    gradings = sorted(grading_wall_s() for _ in range(ROUNDS))
    sweep, grading = sweeps[ROUNDS // 2], gradings[ROUNDS // 2]
    print(f"the program's own 4,520 answers   {sweep:6.2f} s of CPU (median of {ROUNDS})")
    print(f"all checks, proof and reports     {grading:6.2f} s by the clock (median of {ROUNDS})")
    print(f"ratio                             {grading / sweep:6.2f}")
    if "--class" in sys.argv:
        start = time.monotonic()
        peak = class_peak_mb()
        print(f"peak memory, class of {CLASS_SIZE}         {peak:6.0f} MB")
        print(f"wall time of that class           {time.monotonic() - start:6.0f} s")


if __name__ == "__main__":
    main()
