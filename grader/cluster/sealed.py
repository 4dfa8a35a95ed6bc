"""Jobs for another machine whose values no log on the way can show.

A cluster writes down what it runs: the arguments of a job that failed, its exception, its
traceback. Those hold names and texts of students. So a job travels sealed, its outcome comes back
sealed, and to the cluster it never fails.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from functools import partial
from typing import Any, TypeVar

from grader.errors import JudgeError

T = TypeVar("T")


class Sealed:
    """A value that says nothing of itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return "<sealed>"


class Fault(Sealed):
    """An exception in the place of an outcome."""

    __slots__ = ()


class Sealing(Executor):
    """An executor that seals what it gives to ``inner`` and opens what comes back.

    A job that ``inner`` could not bring to an end fails with a ``JudgeError``. Exceptions of the
    types ``spared`` hold no value; they are raised where the job runs.
    """

    def __init__(self, inner: Executor, *spared: type[Exception]) -> None:
        self._inner = inner
        self._spared = spared

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run ``fn`` on these arguments, elsewhere; see :class:`concurrent.futures.Executor`."""
        ours: Future[T] = Future()
        theirs = self._inner.submit(done, Sealed((fn, args, kwargs)), *self._spared)
        ours.add_done_callback(lambda one: theirs.cancel() if one.cancelled() else None)
        theirs.add_done_callback(partial(_open, ours))
        return ours

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as it is inherited
        """Let go of the executor inside, which others may go on using."""


def done(job: Sealed, *spared: type[Exception]) -> Sealed:
    """Return the outcome of ``job``, sealed, be it a value or an exception not ``spared``."""
    fn, args, kwargs = job.value
    try:
        return Sealed(fn(*args, **kwargs))
    except spared:
        raise
    except Exception as error:  # noqa: BLE001 - it is raised where it does no harm
        error.__traceback__ = None  # its frames hold the arguments
        return Fault(error)


def _open(ours: Future[T], theirs: Future[Sealed]) -> None:
    """Pass on what came of ``theirs``."""
    if not ours.set_running_or_notify_cancel():
        return
    try:
        sealed = theirs.result()
    except (CancelledError, Exception) as error:  # noqa: BLE001 - a fault of the cluster's own
        ours.set_exception(JudgeError(f"the cluster lost it: {type(error).__name__}: {error}"))
        return
    if isinstance(sealed, Fault):
        ours.set_exception(sealed.value)
    else:
        ours.set_result(sealed.value)
