"""The engine a check talks to: a submission that looks like the student's own module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy

from grader.checks.bench import Bench, Setting
from grader.checks.judgement import value_of
from grader.model import Handle, Opaque, Returned
from grader.sandbox.session import Call


class Engine:
    """``engine.minimax(board, True)`` calls ``minimax`` in the worker and returns its value.

    A name with a capital is a class: ``engine.Board()`` makes an object that stays in the worker
    and can be used here as a student would use it. Arguments are copied back after the call, so
    that a test that looks for a changed argument sees the same here as it does when it calls the
    module itself.

    Raises:
        EngineError: if the submission raised.
        StoppedError: if it hung or died.
    """

    def __init__(self, bench: Bench, setting: Setting) -> None:
        self._bench = bench
        self._setting = setting

    def __getattr__(self, function: str) -> Callable[..., object]:
        """Return a callable that runs ``function`` in the worker."""
        is_class = function[:1].isupper()

        def call(*arguments: object) -> object:
            how = Call(function, (), keep=is_class)
            return _called(self._bench, self._setting, how, arguments)

        return call

    def moved_to(self, setting: Setting) -> Engine:
        """Return the same submission in other surroundings."""
        return Engine(self._bench, setting)


class Instance:
    """An object of a class of the submission's own; its attributes and methods are as written."""

    def __init__(self, bench: Bench, setting: Setting, handle: Handle) -> None:
        self._bench = bench
        self._setting = setting
        self._handle = handle

    def __getattr__(self, name: str) -> object:
        """Return the value of an attribute, or a callable that runs the method ``name``."""
        on = (self._handle.number,)
        found = _called(self._bench, self._setting, Call(name, (), on, how="get"), ())
        if not isinstance(found, Opaque):
            return found

        def call(*arguments: object) -> object:
            return _called(self._bench, self._setting, Call(name, (), on), arguments)

        return call

    def __deepcopy__(self, memo: object) -> Handle:
        """Return what stands for it in a question."""
        del memo
        return self._handle


def _called(bench: Bench, setting: Setting, call: Call, arguments: Sequence[object]) -> object:
    """Make one call and return its value; ``arguments`` are left as the call left them."""
    reply = bench.call(setting, call, deepcopy(tuple(arguments)))
    if isinstance(reply, Returned) and reply.arguments_after is not None:
        for argument, after in zip(arguments, reply.arguments_after, strict=False):
            _copy_back(argument, after)
    value = value_of(reply)
    return Instance(bench, setting, value) if isinstance(value, Handle) else value


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
