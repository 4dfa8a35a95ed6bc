"""One warm pytest for many jobs: nothing is paid twice, and what breaks is one job's alone."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader import pipeline
from grader.assignment import Assignment
from grader.checks import pool as pools
from grader.checks.pool import Warm, pool, workers
from grader.checks.run import Conditions, run_checks
from grader.checks.runner import Started
from grader.checks.warm import without_plugins
from grader.errors import JudgeError
from grader.model import Graded, Submission, Verdict
from grader.sandbox import levels

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")

DOUBLE = Submission("ada", "ada", "ada", {"main.py": "def double(n): return 2 * n\n"})
NAMES = {"main.py": "main.py"}
CHECK = """
import pytest
@pytest.mark.points(4)
@pytest.mark.about("double")
def test_doubles(engine):
    \"\"\"Doubles a number.\"\"\"
    {body}
"""
CALLS = "assert engine.double(2) == 4"


@pytest.fixture
def warm() -> Iterator[Warm]:
    one = Warm()
    yield one
    one.close()


@pytest.fixture
def checking(tmp_path: Path, assignment_at: Callable[..., Assignment]) -> Callable[[str], Any]:
    def made(body: str) -> Assignment:
        return assignment_at(tmp_path, {"tests/visible/test_first.py": CHECK.format(body=body)})

    return made


def examined(made: Assignment, runner: Any, sandbox: str = "limited") -> Any:
    conditions = Conditions(("visible",), sandbox, runner=runner)
    return run_checks(made, DOUBLE, NAMES, conditions)


def test_a_fork_finds_what_an_interpreter_of_its_own_finds(
    checking: Callable[[str], Assignment], warm: Warm
) -> None:
    made = checking(CALLS)
    forked, started = examined(made, warm), examined(made, Started())
    assert replace(forked, seconds=0) == replace(started, seconds=0)
    assert forked.results[0].verdict is Verdict.ACCEPTED


def test_jobs_run_at_the_same_time_and_do_not_mix(
    checking: Callable[[str], Assignment], warm: Warm
) -> None:
    made = checking(CALLS)
    wrong = replace(DOUBLE, files={"main.py": "print('wrong')\ndef double(n): return 3 * n\n"})
    jobs = [DOUBLE, wrong] * 3

    def verdict(submission: Submission) -> tuple[Verdict, str]:
        conditions = Conditions(("visible",), levels.strongest(), runner=warm)
        found = run_checks(made, submission, NAMES, conditions)
        return found.results[0].verdict, found.output

    with ThreadPoolExecutor(3) as threads:
        found = list(threads.map(verdict, jobs))
    assert found == [(Verdict.ACCEPTED, ""), (Verdict.WRONG_ANSWER, "wrong\n")] * 3


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "pytest ended with code -9"),
        ("import os; print('half', flush=True); os._exit(7)", "pytest ended with code -9"),
        ("pytest.exit('stop', returncode=5)", "pytest ended with code 5"),
    ],
)
def test_a_job_that_breaks_costs_itself_alone(
    checking: Callable[[str], Assignment], warm: Warm, body: str, told: str
) -> None:
    with pytest.raises(JudgeError, match=told):
        examined(checking(body), warm)
    popen = warm._popen
    broken_again = pytest.raises(JudgeError, match=told)
    with broken_again:
        examined(checking(body), warm)
    assert warm._popen is popen


def test_a_warm_process_that_is_gone_is_started_anew(
    checking: Callable[[str], Assignment], warm: Warm
) -> None:
    made = checking(CALLS)
    examined(made, warm)
    assert warm._popen is not None
    warm._popen.kill()
    warm._popen.wait()
    assert examined(made, warm).results[0].verdict is Verdict.ACCEPTED


def test_a_job_that_ends_with_the_warm_process_is_run_once_more(
    checking: Callable[[str], Assignment], warm: Warm, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    kills = f"""
    import os, pathlib, signal
    if not pathlib.Path({str(seen)!r}).exists():
        pathlib.Path({str(seen)!r}).touch()
        os.kill(os.getppid(), signal.SIGKILL)
        signal.pause()
    {CALLS}"""
    assert examined(checking(kills), warm).results[0].verdict is Verdict.ACCEPTED
    assert seen.exists()


def test_a_job_that_always_takes_the_warm_process_with_it_costs_itself_alone(
    checking: Callable[[str], Assignment], warm: Warm
) -> None:
    kills = "import os, signal; os.kill(os.getppid(), signal.SIGKILL); signal.pause()"
    with pytest.raises(JudgeError, match="pytest ended with code -9"):
        examined(checking(kills), warm)
    assert examined(checking(CALLS), warm).results[0].verdict is Verdict.ACCEPTED


def test_what_cannot_be_made_ready_is_told_by_the_job_itself(
    checking: Callable[[str], Assignment], warm: Warm
) -> None:
    made = checking(CALLS)
    with pytest.raises(JudgeError, match="KeyError: 'nobody'"):
        run_checks(made, DOUBLE, NAMES, Conditions(("visible",), puppet="nobody", runner=warm))
    assert examined(made, warm).results[0].verdict is Verdict.ACCEPTED


@pytest.mark.skipif(levels.strongest() not in levels.STRONG, reason="elsewhere there is no zygote")
def test_a_job_holds_its_own_zygote_and_workers_and_nothing_of_another(
    checking: Callable[[str], Assignment], warm: Warm
) -> None:
    made = checking("""
    import os
    def kind(number):
        try:
            return os.readlink(f"/proc/self/fd/{number}").partition(":")[0]
        except OSError:
            return "gone"  # the listing itself
    kinds = [kind(number) for number in os.listdir("/proc/self/fd")]
    assert kinds.count("socket") == 3  # a zygote, a worker, and one that remembers""")
    for _ in range(2):
        assert examined(made, warm, levels.strongest()).results[0].message == ""


def test_leaving_ends_what_runs_and_drops_the_rest(checking: Callable[[str], Assignment]) -> None:
    made = checking("import time; time.sleep(600)")
    start = time.monotonic()
    with contextlib.suppress(KeyboardInterrupt), workers(2) as (threads, runner):
        waiting = [threads.submit(examined, made, runner) for _ in range(4)]
        while not any(one.running() for one in waiting):
            time.sleep(0.01)
        raise KeyboardInterrupt
    ended = [one for one in waiting if not one.cancelled()]
    assert 0 < len(ended) < len(waiting)
    assert all(isinstance(one.exception(), JudgeError) for one in ended)
    assert time.monotonic() - start < 60


def test_one_that_cannot_be_started_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(pools.subprocess, "Popen", refused)  # type: ignore[attr-defined] # as it is
    with pytest.raises(JudgeError, match="runs the checks is gone: no more processes"):
        Warm().run(["-q"], lambda _done, _of: None)


def test_everything_ends_with_the_pool(checking: Callable[[str], Assignment]) -> None:
    with pool() as runner:
        assert isinstance(runner, Warm)
        examined(checking(CALLS), runner, levels.strongest())
        assert runner._popen is not None
        warm = runner._popen.pid
        children = children_of(warm)
    assert children
    assert_gone(warm, *children)


def test_it_ends_with_a_grader_that_is_killed() -> None:
    code = (
        "import sys, time\nfrom grader.checks.pool import Warm\npopen, control = Warm()._open()\n"
        "print(popen.pid, flush=True)\ntime.sleep(60)\n"
    )
    grader = subprocess.Popen(  # noqa: S603 - our own command line
        [sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert grader.stdout is not None
    warm = int(grader.stdout.readline())
    grader.kill()
    grader.wait()
    grader.stdout.close()
    assert_gone(warm)


def test_nothing_is_started_twice_for_a_class(
    tmp_path: Path, assignment_at: Callable[..., Assignment], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": CHECK.format(body=CALLS)})
    started: list[list[str]] = []
    popen = subprocess.Popen

    def spy(command: list[str], **options: Any) -> Any:
        started.append(command)
        return popen(command, **options)

    level = levels.strongest()
    monkeypatch.setattr(subprocess, "Popen", spy)
    zygotes: set[int] = set()
    one_job = pipeline.grade_one

    def counted(*args: Any, **named: Any) -> Any:
        outcome = one_job(*args, **named)
        zygotes.update(zygotes_of(named["conditions"].runner))
        return outcome

    monkeypatch.setattr(pipeline, "grade_one", counted)
    students = [replace(DOUBLE, student=f"s{n}", ident=f"s{n}") for n in range(6)]
    conditions = Conditions(("visible",), level)
    outcomes = list(pipeline.grade_all(made, students, 2, conditions))
    assert all(isinstance(one, Graded) for one in outcomes)
    assert [command[1:3] for command in started] == [["-m", "grader.checks.warm"]]
    if level in levels.STRONG:
        assert len(zygotes) == 1


def zygotes_of(runner: Warm) -> set[int]:
    """Return the zygotes that the warm process started itself; clones of one are its children."""
    assert runner._popen is not None
    children = children_of(runner._popen.pid)
    return {pid for pid in children if b"zygote" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in tasks.read_text().split()]


def assert_gone(*pids: int) -> None:
    end = time.monotonic() + 10
    while any(is_alive(pid) for pid in pids):
        assert time.monotonic() < end, f"still there: {pids}"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        os.kill(pid, 0)
    except (OSError, IndexError):
        return False
    return state != "Z"


def test_plugins_that_are_loaded_already_are_not_named_again() -> None:
    asked = ["a", "-p", "no:cacheprovider", "-p", "grader.checks.plugin", "-q", "-p", "other"]
    assert without_plugins(asked) == ["a", "-p", "no:cacheprovider", "-q", "-p", "other"]


def test_elsewhere_each_job_has_an_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pool() as runner:
        assert isinstance(runner, Started)
