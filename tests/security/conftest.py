"""Run the harness once for each level and user that a selected test needs, a few at a time."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.security.runs import NotHereError, Run, copied, run, why_not

Stories = Mapping[str, Any]


class Runs:
    """Runs of the harness, each started when it is first planned and never twice."""

    def __init__(
        self, home: Path, pool: ThreadPoolExecutor, planned: Iterable[tuple[Path, Run]]
    ) -> None:
        """Take what ``planned`` tests will ask for, by the file that they are in."""
        self._home, self._pool = home, pool
        self._planned = tuple(planned)
        self._started: dict[Run, Future[Stories]] = {}

    def plan(self, wanted: Run) -> Future[Stories]:
        """Start ``wanted`` as soon as there is room."""
        if wanted not in self._started:
            self._started[wanted] = self._pool.submit(run, wanted, self._home)
        return self._started[wanted]

    def stories(self, wanted: Run) -> Stories:
        """Return what became of each attack; skip the test where that cannot be had.

        All that the same file will ask for is started with it; other files may be in the hands of
        another process.
        """
        files = {path for path, one in self._planned if one == wanted}
        for path, one in self._planned:
            if path in files:
                self.plan(one)
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
    """Return what a run tells; all runs of the selected tests of a file are started at once."""
    if reason := why_not():
        pytest.skip(reason)
    with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:  # much of it is waiting
        yield Runs(home, pool, _planned(request.session)).stories
        pool.shutdown(cancel_futures=True)


def _planned(session: pytest.Session) -> Iterator[tuple[Path, Run]]:
    """Yield the file and the run of every selected test that names one."""
    for item in session.items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            planned = item.callspec.params.get("planned")
            if isinstance(planned, Run):
                yield item.path, planned
