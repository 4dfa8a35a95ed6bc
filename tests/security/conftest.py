"""Run the harness once for each level and user that a selected test needs, a few at a time."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.security.runs import NotHereError, Run, copied, run, why_not

Stories = Mapping[str, Any]


class Runs:
    """Runs of the harness, each started when it is first planned and never twice."""

    def __init__(self, home: Path, pool: ThreadPoolExecutor) -> None:
        self._home, self._pool = home, pool
        self._started: dict[Run, Future[Stories]] = {}

    def plan(self, wanted: Run) -> Future[Stories]:
        """Start ``wanted`` as soon as there is room."""
        if wanted not in self._started:
            self._started[wanted] = self._pool.submit(run, wanted, self._home)
        return self._started[wanted]

    def stories(self, wanted: Run) -> Stories:
        """Return what became of each attack; skip the test where that cannot be had."""
        try:
            return self.plan(wanted).result()
        except NotHereError as reason:
            pytest.skip(str(reason))


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    """A copy of what the harness needs, in a folder that every user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="security-"))
    yield copied(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def stories(request: pytest.FixtureRequest, home: Path) -> Iterator[Callable[[Run], Stories]]:
    """Return what a run tells; all runs of the selected tests are started at once."""
    if reason := why_not():
        pytest.skip(reason)
    with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:  # much of it is waiting
        runs = Runs(home, pool)
        for item in request.session.items:
            if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
                planned = item.callspec.params.get("planned")
                runs.plan(planned) if isinstance(planned, Run) else None
        yield runs.stories
        pool.shutdown(cancel_futures=True)
