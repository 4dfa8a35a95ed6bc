"""What a worker of the cluster keeps for one batch: the assignment, and a warm pytest."""

from __future__ import annotations

import platform
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from distributed import Reschedule, Worker, WorkerPlugin, get_worker

from grader import __version__, pipeline
from grader.assignment import Assignment
from grader.checks.pool import pool
from grader.checks.run import Conditions
from grader.cluster.shipped import Shipped
from grader.errors import UsageError
from grader.model import Outcome, Submission
from grader.sandbox import levels


def versions() -> str:
    """Return what must be the same on all machines, for their words to be the same."""
    python = ".".join(platform.python_version_tuple()[:2])
    return f"minimax-grader {__version__} on Python {python}"


@dataclass(frozen=True, slots=True)
class Terms:
    """How to grade.

    Attributes:
        versions: of the machine that asks.
        require: whether a machine that cannot confine submissions must refuse them.
        accelerate: whether recursive functions may remember what they answered.
    """

    versions: str
    require: bool
    accelerate: bool


class Station(WorkerPlugin):
    """Set up on each worker when a batch begins or the worker joins, and taken down with it."""

    def __init__(self, name: str, shipped: Shipped, terms: Terms) -> None:
        self.name = name
        self.level = ""
        self._shipped = shipped
        self._terms = terms

    def setup(self, worker: Worker) -> None:
        """Make ready on ``worker``, or say why not and take no work.

        Raises:
            UsageError: if it runs other versions, or cannot confine and must.
            ConfigError: if the assignment cannot be read here.
        """
        self._undo = ExitStack()  # what is taken down even if we refuse
        self.ready = False
        self.level = fit(self._terms, worker.address)
        with ExitStack() as undo:
            scratch = tempfile.TemporaryDirectory(prefix="grader-", dir=worker.local_directory)
            self.assignment = self._shipped.unpack(Path(undo.enter_context(scratch)))
            runner = undo.enter_context(pool())
            self.conditions = Conditions(
                sandbox=self.level, accelerate=self._terms.accelerate, runner=runner
            )
            self._undo = undo.pop_all()
        self.ready = True

    def teardown(self, worker: Worker) -> None:
        """End the warm pytest and take the files away."""
        del worker
        self._undo.close()

    def grade(self, submission: Submission) -> Outcome:
        """Return the outcome of ``submission``, graded here."""
        assignment: Assignment = self.assignment
        return pipeline.grade_one(assignment, submission, self.conditions)


def fit(terms: Terms, where: str) -> str:
    """Return the level that submissions are confined to here.

    Raises:
        UsageError: if this machine must not grade on ``terms``.
    """
    if versions() != terms.versions:
        raise UsageError(f"worker {where} runs {versions()}, and this is {terms.versions}")
    level = levels.strongest()
    if terms.require and level not in levels.STRONG:
        missing = "; ".join(f"{p.name}: {p.why}" for p in levels.parts() if not p.present)
        text = f"worker {where} can only reach {level!r} ({missing})"
        more = "see grade.py doctor there, or accept it with --sandbox best-effort"
        raise UsageError(f"{text}, and student code would run unconfined; {more}")
    return level


def level_at(name: str, dask_worker: Worker) -> str:
    """Return the level of the station ``name`` at this worker, which Dask hands in."""
    return _station(name, dask_worker).level


def grade_at(name: str, submission: Submission) -> Outcome:
    """Return the outcome of ``submission``, graded at the station ``name`` of this worker.

    Raises:
        Reschedule: if the worker joined unfit; it ends itself, and others do the work.
    """
    worker = get_worker()
    station = _station(name, worker)
    if not station.ready:
        worker.loop.add_callback(worker.close, reason="it must not grade, see above")
        raise Reschedule
    return station.grade(submission)


def _station(name: str, worker: Worker) -> Station:
    station = worker.plugins[name]
    assert isinstance(station, Station)
    return station
