"""The engine a check talks to: a submission that looks like the student's own module."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

from grader.checks.bench import Bench, Setting
from grader.checks.judgement import value_of
from grader.model import Returned


class Engine:
    """``engine.minimax(board, True)`` calls ``minimax`` in the worker and returns its value.

    Arguments are copied back after the call, so that a test that looks for a changed argument
    sees the same here as it does when it calls the module itself.

    Raises:
        EngineError: if the submission raised.
        StoppedError: if it hung or died.
    """

    def __init__(self, bench: Bench, setting: Setting) -> None:
        self._bench = bench
        self._setting = setting

    def __getattr__(self, function: str) -> Callable[..., object]:
        """Return a callable that runs ``function`` in the worker."""

        def call(*arguments: object) -> object:
            reply = self._bench.once(self._setting, function, deepcopy(arguments))
            if isinstance(reply, Returned) and reply.arguments_after is not None:
                for argument, after in zip(arguments, reply.arguments_after, strict=False):
                    _copy_back(argument, after)
            return value_of(reply)

        return call

    def moved_to(self, setting: Setting) -> Engine:
        """Return the same submission in other surroundings."""
        return Engine(self._bench, setting)


def _copy_back(argument: object, after: object) -> None:
    match argument, after:
        case list(), list():
            argument[:] = after
        case set(), set():
            argument.clear()
            argument.update(after)
        case dict(), dict():
            argument.clear()
            argument.update(after)
        case _:
            pass
