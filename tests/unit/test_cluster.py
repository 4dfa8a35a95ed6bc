"""A class on a Dask cluster: the same results, whoever dies, and nobody's words in a log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader import cli, pipeline
from grader.assignment import Assignment
from grader.checks.run import Conditions
from grader.commands import files
from grader.errors import ConfigError, UsageError
from grader.model import Graded, Missing, Outcome, Submission, Ungraded
from grader.report import gradebook, html, junit, results
from grader.sandbox import levels

distributed = pytest.importorskip("distributed", reason="needs the extra [cluster]")
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="workers are killed by Linux's means"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of sockets that died with a worker
]

import dask  # noqa: E402 - there may be none

from grader.cluster import crews  # noqa: E402
from grader.cluster.sealed import Fault, Sealed, Sealing  # noqa: E402
from grader.cluster.station import Terms, fit, versions  # noqa: E402

MARKER = "Zq7Marker"
CHECK = """
import pytest
{start}
@pytest.mark.points(4)
@pytest.mark.about("double")
def test_doubles(engine):
    \"\"\"Doubles a number.\"\"\"
    assert engine.double(2) == 4
"""
# the first job ends the worker that runs it: our parent's parent; who comes later finds the file
KILLS_ONCE = """
import os, pathlib, signal
try:
    os.close(os.open({seen!r}, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    pass
else:
    stat = pathlib.Path("/proc", str(os.getppid()), "stat").read_text()
    os.kill(int(stat.rpartition(")")[2].split()[1]), signal.SIGKILL)
    signal.pause()
"""
PROGRAMS = (
    "def double(n): return 2 * n\n",
    "def double(n): return 3 * n\n",
    "def double(n):\n    print('hello')\n    return 2 * n\n",
    "def double(n): raise ValueError(n)\n",
)


def students(count: int) -> list[Submission | Missing]:
    submissions: list[Submission | Missing] = [
        Submission(f"s{n}", f"s{n}", f"s{n}", {"main.py": PROGRAMS[n % len(PROGRAMS)]})
        for n in range(count)
    ]
    return [*submissions, Missing("gone", "gone", "gone", "empty")]


def on_cluster(
    address: str, made: Assignment, submissions: list[Submission | Missing]
) -> list[Outcome]:
    with crews.join(address, made, require=False, accelerate=True) as joined:
        return list(pipeline.graded_by(joined.crew, submissions))


def here(made: Assignment, submissions: list[Submission | Missing]) -> list[Outcome]:
    return list(pipeline.grade_all(made, submissions, 2, Conditions(sandbox=levels.strongest())))


def written(made: Assignment, outcomes: list[Outcome]) -> list[str]:
    """Return all reports on ``outcomes``, at one time and as if all had taken no time."""
    timeless = [replace(o, seconds=0.0) if isinstance(o, Graded) else o for o in outcomes]
    view = replace(files.class_report(made, timeless), generated="2026-12-01T12:00:00+00:00")
    ordered = replace(view, outcomes=list(view.by_name))
    pages = [page(ordered, o) for o in ordered.outcomes for page in PAGES]
    return [
        results.render(ordered),
        gradebook.render(ordered),
        junit.render(ordered, include_hidden=True),
        html.class_page(ordered),
        *pages,
    ]


PAGES = (html.student_page, html.teacher_page)


# ---------------------------------------------------------------------------- the same results


def test_one_of_two_workers_killed_midway_loses_nothing_and_changes_nothing(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    seen = tmp_path / "seen"
    check = CHECK.format(start=KILLS_ONCE.format(seen=str(seen)))
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": check})
    found = on_cluster("local:2", made, students(12))
    assert seen.exists(), "no worker was killed"
    assert [o for o in found if isinstance(o, Ungraded)] == []
    assert written(made, found) == written(made, here(made, students(12)))


def test_the_assignment_need_not_be_on_the_machine_that_works(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": CHECK.format(start="")})
    with crews.join("local:1", made, require=False, accelerate=True) as joined:
        for path in sorted(made.folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        (found,) = pipeline.graded_by(joined.crew, students(1)[:1])
    assert isinstance(found, Graded)
    assert found.grade.score == 4


def test_an_assignment_that_cannot_be_graded_with_stops_the_class(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    made = assignment_at(tmp_path)  # it has no tests
    with pytest.raises(ConfigError, match="there are no tests"):
        on_cluster("local:1", made, students(2))


# ---------------------------------------------------------------------------- a cluster of others


SCHEDULER_FILE = ("--scheduler-file", "scheduler.json")


class Others:
    """A cluster of processes of their own that log all they can."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "log"
        self._started: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        root = Path(__file__).parents[2]
        debug = {"PYTHONPATH": str(root), "DASK_LOGGING__DISTRIBUTED": "debug"}
        with self._log.open("a") as out:
            one = subprocess.Popen(  # noqa: S603 - our own command line
                [
                    sys.executable,
                    *arguments,
                    "--no-dashboard",
                    "--scheduler-file",
                    "scheduler.json",
                ],
                stdout=out,
                stderr=out,
                env={**os.environ, **debug},
                cwd=self._folder,
            )
        self._started.append(one)
        return one

    @property
    def address(self) -> str:
        file = self._folder / "scheduler.json"
        while not file.exists() or not file.read_text(encoding="utf-8").endswith("}"):
            assert self._started[0].poll() is None, self.said
            time.sleep(0.05)
        return str(json.loads(file.read_text(encoding="utf-8"))["address"])

    @property
    def said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def end(self) -> None:
        for process in reversed(self._started):
            process.terminate()
        for process in reversed(self._started):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:  # it was told while it was starting
                process.kill()
                process.wait()


@pytest.fixture
def others(tmp_path: Path) -> Iterator[Others]:
    """Yield a scheduler and two workers."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    cluster = Others(folder)
    cluster.start("-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", "0")
    try:
        for _ in range(2):
            cluster.start("-m", "dask", "worker", "--nthreads", "1")
        yield cluster
    finally:
        cluster.end()


OLD_WORKER = """
import sys
import grader
from distributed.cli.dask_worker import main
grader.__version__ = "0.0.1"  # also in the process that its nanny starts
if __name__ == "__main__":
    sys.argv[0] = "dask-worker"
    main()
"""


def test_a_worker_that_joins_late_and_is_unfit_takes_no_work_and_leaves(
    tmp_path: Path, assignment_at: Callable[..., Assignment], others: Others
) -> None:
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": CHECK.format(start="")})
    script = tmp_path / "old_worker.py"
    script.write_text(OLD_WORKER, encoding="utf-8")
    with (
        crews.join(others.address, made, require=False, accelerate=True) as joined,
        distributed.Client(others.address) as client,
    ):
        client.wait_for_workers(2, timeout=60)
        old = others.start(str(script), "--nthreads", "8")
        client.wait_for_workers(3, timeout=60)
        found = list(pipeline.graded_by(joined.crew, students(8)))
        assert old.wait(60) == 0
    assert [type(one) for one in found if not isinstance(one, Graded)] == [Missing]
    assert "runs minimax-grader 0.0.1 on" in others.said


def test_a_cluster_writes_down_no_word_of_a_student(
    tmp_path: Path, assignment_at: Callable[..., Assignment], others: Others
) -> None:
    name = f"name-{MARKER}"
    told = [
        f"print('{MARKER}')\ndef double(n): return '{MARKER}'\n",
        f"def double(n): raise ValueError('{MARKER}')\n",
        f"import sys\nsys.stderr.write('{MARKER}')\nraise {MARKER}\n",
        f"class {MARKER}(Exception): pass\ndef double(n): raise {MARKER}('{MARKER}')\n",
        f"def {MARKER}(:\n",
    ]
    classmates: list[Submission | Missing] = [
        Submission(name, f"id-{MARKER}", name, {"main.py": text, f"{MARKER}.py": text})
        for text in told
    ]
    seen = tmp_path / "seen"
    check = CHECK.format(start=KILLS_ONCE.format(seen=str(seen)))
    made = assignment_at(tmp_path, {"tests/visible/test_first.py": check})
    found = on_cluster(others.address, made, classmates)
    assert all(isinstance(one, Graded) for one in found)
    assert seen.exists(), "no worker was killed"
    with distributed.Client(
        others.address
    ) as client:  # what breaks in our own code tells nothing either
        inner = Sealing(client.get_executor(pure=False))
        with pytest.raises(KeyError, match=MARKER):
            inner.submit({}.__getitem__, MARKER).result(60)
    assert "Starting Worker plugin minimax-grader" in others.said, "nothing was logged at all"
    assert MARKER not in others.said


def test_without_a_seal_a_cluster_does_write_down_what_failed(others: Others) -> None:
    with distributed.Client(others.address) as client, pytest.raises(KeyError):
        client.submit({}.__getitem__, MARKER).result()
    assert MARKER in others.said


def test_a_worker_that_cannot_confine_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "strongest", lambda: "limited")
    terms = Terms(versions(), require=True, accelerate=True)
    with pytest.raises(UsageError, match=r"worker tcp://there can only reach 'limited'.*doctor"):
        fit(terms, "tcp://there")
    assert fit(replace(terms, require=False), "tcp://there") == "limited"


def test_a_worker_with_another_version_refuses() -> None:
    terms = Terms("minimax-grader 0.0.1 on Python 2.7", require=True, accelerate=True)
    with pytest.raises(UsageError, match=r"runs minimax-grader .*, and this is minimax-grader 0.0"):
        fit(terms, "tcp://there")


def test_a_refusal_on_the_cluster_is_told_where_it_was_asked_for(
    tmp_path: Path, assignment_at: Callable[..., Assignment], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = assignment_at(tmp_path)
    monkeypatch.setattr(crews, "versions", lambda: "another")
    join: Any = crews.join("local:1", made, require=True, accelerate=True)
    with pytest.raises(UsageError, match="and this is another"), join:
        pass


def test_a_cluster_that_is_not_there_is_wrong_usage(
    tmp_path: Path, assignment_at: Callable[..., Assignment]
) -> None:
    made = assignment_at(tmp_path)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        join: Any = crews.join(address, made, require=True, accelerate=True)
        soon = dask.config.set({"distributed.comm.timeouts.connect": "0.5s"})
        with soon, pytest.raises(UsageError, match="there is no cluster at"), join:
            pass


def test_a_cluster_without_workers_is_wrong_usage(
    tmp_path: Path, assignment_at: Callable[..., Assignment], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = assignment_at(tmp_path)
    monkeypatch.setattr(crews, "WAIT_S", 0.2)
    with distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty:
        join: Any = crews.join(empty.scheduler_address, made, require=True, accelerate=True)
        with pytest.raises(UsageError, match="had no worker within"), join:
            pass


# ---------------------------------------------------------------------------- what is sealed


def test_a_sealed_value_says_nothing_of_itself() -> None:
    assert MARKER not in repr(Sealed(MARKER)) + str(Fault(KeyError(MARKER)))


def test_a_sealed_job_comes_to_what_it_would_come_to_here() -> None:
    with ThreadPoolExecutor(1) as threads:
        sealing = Sealing(threads)
        assert sealing.submit(divmod, 7, 2).result() == (3, 1)
        assert sealing.submit(int, "z", base=36).result() == 35
        with pytest.raises(ValueError, match="invalid literal"):
            sealing.submit(int, "z").result()


def test_what_the_cluster_itself_breaks_is_a_fault_of_ours() -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            future: Future[Any] = Future()
            future.set_exception(OSError("died"))
            return future

    with Broken(1) as threads:
        crew = pipeline.Crew(Sealing(threads), repr, lambda: 1)  # type: ignore[arg-type] # not run
        (found,) = pipeline.graded_by(crew, students(1)[:1])
    assert isinstance(found, Ungraded)
    assert found.reason == "the cluster lost it: OSError: died"


def test_a_job_given_up_is_given_up_on_the_cluster() -> None:
    waiting: Future[Any] = Future()

    class Slow(ThreadPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            return waiting

    with Slow(1) as threads:
        assert Sealing(threads).submit(repr, 1).cancel()
    assert waiting.cancelled()


# ---------------------------------------------------------------------------- the command


def test_the_command_grades_on_a_cluster(
    tmp_path: Path, assignment_at: Callable[..., Assignment], capsys: pytest.CaptureFixture[str]
) -> None:
    check = {"tests/visible/test_first.py": CHECK.format(start="")}
    assignment_at(tmp_path / "assignments", check)
    for name, text in (("ada", PROGRAMS[0]), ("bob", PROGRAMS[1])):
        folder = tmp_path / "submissions/made" / name
        folder.mkdir(parents=True)
        (folder / "main.py").write_text(text, encoding="utf-8")
    batch = ["--root", str(tmp_path), "batch", "--cluster", "local:1", "--sandbox", "best-effort"]
    assert cli.main(batch) == 0
    said = capsys.readouterr().out
    assert "Submissions on the cluster are" in said
    assert "2 of 2 graded" in said


def test_where_dask_is_not_installed_one_line_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "grader.cluster.crews")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["batch", "--cluster", "local:2"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith('--cluster needs Dask distributed: python -m pip install -e ".[cluster]"')


def test_dask_is_not_loaded_unless_it_is_asked_for() -> None:
    code = "import sys, grader.cli; print('distributed' in sys.modules, 'dask' in sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("wrong", ["local:", "local:0", "local:two"])
def test_a_number_of_processes_that_is_none_is_wrong_usage(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["batch", "--cluster", wrong])
    assert ended.value.code == 2
    assert "is no number" in capsys.readouterr().err
