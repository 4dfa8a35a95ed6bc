"""A Dask cluster, its own or one that is there, as workers for a batch."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from distributed import Client, LocalCluster, Reschedule

from grader.assignment import Assignment
from grader.cluster import shipped
from grader.cluster.sealed import Sealing
from grader.cluster.station import Station, Terms, grade_at, level_at, versions
from grader.errors import GraderError, UsageError
from grader.pipeline import Crew

LOCAL = "local:"
WAIT_S = 60  # for the first worker
PER_THREAD = 2  # one in work and the next at hand: those behind one that kills a worker count too


@dataclass(frozen=True, slots=True)
class Joined:
    """A cluster that is ready; ``levels`` are those its workers confine submissions to."""

    crew: Crew
    levels: frozenset[str]


@contextmanager
def join(
    address: str, assignment: Assignment, *, require: bool, accelerate: bool
) -> Iterator[Joined]:
    """Yield the workers at ``address``, ready for ``assignment``.

    Args:
        address: of a scheduler, such as ``tcp://host:8786``, or ``local:N`` for N processes.
        assignment: is sent to the workers, which need no folder of it.
        require: whether workers that cannot confine submissions are refused.
        accelerate: see :class:`grader.checks.run.Conditions`.

    Raises:
        UsageError: if there is no cluster, or one of its workers must not grade.
    """
    terms = Terms(versions(), require, accelerate)
    station = Station(f"minimax-grader-{uuid.uuid4()}", shipped.pack(assignment), terms)
    with _client(address) as client:
        _set_up(client, station)
        try:
            found = frozenset(client.run(level_at, station.name).values())
            crew = Crew(
                executor=Sealing(client.get_executor(pure=False), Reschedule),
                work=partial(grade_at, station.name),
                waiting=lambda: PER_THREAD * sum(client.nthreads().values()),
            )
            yield Joined(crew, found)
        finally:
            client.unregister_worker_plugin(station.name)


def _set_up(client: Client, station: Station) -> None:
    try:
        client.wait_for_workers(1, timeout=WAIT_S)
    except TimeoutError as error:
        raise UsageError(f"the cluster had no worker within {WAIT_S} s") from error
    try:
        client.register_plugin(station)
    except Exception as error:
        client.unregister_worker_plugin(station.name)
        if isinstance(error, GraderError):
            raise
        text = f"a worker of the cluster cannot be made ready: {error}"
        raise UsageError(f"{text}; it needs {versions()} installed") from error


@contextmanager
def _client(address: str) -> Iterator[Client]:
    if address.startswith(LOCAL):
        with _local(int(address.removeprefix(LOCAL))) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(address)
    except (OSError, ValueError) as error:
        raise UsageError(f"there is no cluster at {address!r}: {error}") from error
    with client:
        yield client


def _local(processes: int) -> LocalCluster:
    return LocalCluster(
        n_workers=processes,
        threads_per_worker=1,
        processes=True,
        memory_limit=0,  # the work is done by children, which it does not see
        dashboard_address="127.0.0.1:0",
    )
