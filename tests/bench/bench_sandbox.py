"""What confinement costs: ``python tests/bench/bench_sandbox.py``; the table is in README.md.

Prints, for each level that this machine reaches: how long it takes from asking for a worker to its
first answer; how long a search of the whole game takes (549,946 nodes) and how that compares with a
bare interpreter; and how long after its limit a hung call is dealt with, the worker ended, another
one started and the submission loaded again.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from grader.model import Reply, Returned  # noqa: E402 - the root is on the path only now
from grader.sandbox import levels, wire  # noqa: E402
from grader.sandbox.launch import CONFINED, LIMITED, NO_OPEN, Launcher, launcher  # noqa: E402
from grader.sandbox.process import Limits  # noqa: E402
from grader.sandbox.session import Call, Program, Session  # noqa: E402

ROUNDS = 20
SEARCHES = 5
LIMIT_S = 0.2
BUDGET_S = 300.0
NODES = 549_946
TEXT = """
import time

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def search(board, mark):
    if winner(board) or " " not in board:
        return 1
    nodes = 1
    for square in range(9):
        if board[square] == " ":
            board[square] = mark
            nodes += search(board, "O" if mark == "X" else "X")
            board[square] = " "
    return nodes


def whole_game():
    start = time.process_time()
    assert search([" "] * 9, "X") == 549946
    return time.process_time() - start


def hang():
    while True:
        pass


def one():
    return 1
"""


def main() -> None:
    """Measure and print."""
    bare = statistics.median(_bare() for _ in range(SEARCHES))
    print("| level | ready, ms | search, s | search / bare | beyond the limit, ms |")
    print("|---|--:|--:|--:|--:|")
    print(f"| bare interpreter | - | {bare:.2f} | 1.00 | - |")
    for level in (CONFINED, NO_OPEN, LIMITED):
        if levels.reached(level) != level:
            print(f"| {level} | cannot be reached here |")
            continue
        with closing(launcher(level)) as source:
            ready_ms = statistics.median(_ready(source) for _ in range(ROUNDS)) * 1000
            search_s = statistics.median(_search(source) for _ in range(SEARCHES))
            late_ms = statistics.median(_late(source) for _ in range(ROUNDS)) * 1000
        row = (f"{ready_ms:.1f}", f"{search_s:.2f}", f"{search_s / bare:.2f}", f"{late_ms:.1f}")
        print(f"| `{level}` | {' | '.join(row)} |")


def _bare() -> float:
    """Return the CPU seconds of the search in an interpreter of its own."""
    command = [sys.executable, "-S", "-c", f"{TEXT}\nprint(whole_game())"]
    return float(subprocess.run(command, capture_output=True, check=True).stdout)


@contextmanager
def _session(source: Launcher) -> Iterator[Session]:
    program = Program({"main.py": TEXT}, "main.py")
    session = Session(program, Limits(deaths=ROUNDS), time.monotonic() + BUDGET_S, source)
    with closing(session):
        yield session


def _ask(session: Session, function: str, limit_s: float | None = None) -> Reply:
    (reply,) = session.ask(Call(function, [wire.write([])]), limit_s)
    return reply


def _ready(source: Launcher) -> float:
    """Return the seconds from asking for a worker to its first answer, loading included."""
    start = time.perf_counter()
    with _session(source) as session:
        _ask(session, "one")
        return time.perf_counter() - start


def _search(source: Launcher) -> float:
    """Return the CPU seconds of the search in a worker."""
    with _session(source) as session:
        reply = _ask(session, "whole_game")
    assert isinstance(reply, Returned), reply
    assert isinstance(reply.value, float)
    return reply.value


def _late(source: Launcher) -> float:
    """Return the seconds that a hung call costs beyond its limit, until the next is answered."""
    with _session(source) as session:
        _ask(session, "one")
        start = time.perf_counter()
        _ask(session, "hang", LIMIT_S)
        _ask(session, "one")
        return time.perf_counter() - start - LIMIT_S


if __name__ == "__main__":
    main()
