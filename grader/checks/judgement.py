"""What a check can find, as exceptions that carry their verdict; anything else is our fault.

    Judged
    ├── WrongAnswerError   (AssertionError)   it answered, and not what was due
    ├── EngineError        (Exception)        it raised; a check may expect that
    └── StoppedError       (BaseException)    it hung, died, or could not be asked

A ``StoppedError`` is no ``Exception``, so that ``pytest.raises(Exception)`` in a check cannot
take a time-out for the error it was waiting for.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence

import pytest
from pytest_timeout import PYTEST_FAILURE_MESSAGE

from grader.model import (
    Crashed,
    Example,
    Raised,
    Reply,
    Returned,
    TimedOut,
    Unasked,
    Verdict,
)

_TIMEOUT_WORDS = PYTEST_FAILURE_MESSAGE.partition("%")[0]


class WrongAnswerError(AssertionError):
    """The submission answered, and the answer is not right. Carries the boards that show it.

    ``confirmed`` is whether those answers were given without acceleration too.
    """

    verdict = Verdict.WRONG_ANSWER
    confirmed = False

    def __init__(self, message: str, examples: Sequence[Example] = ()) -> None:
        super().__init__(message)
        self.examples = tuple(examples)


class EngineError(Exception):
    """The submission raised an exception of its own."""

    def __init__(self, message: str, verdict: Verdict, examples: Sequence[Example] = ()) -> None:
        Exception.__init__(self, message)  # not a builtin's own, which may want other arguments
        self.verdict = verdict
        self.examples = tuple(examples)

    __str__ = Exception.__str__  # some builtins have one of their own that ignores the message


class StoppedError(BaseException):
    """The submission hung or died, did not load, has no such function, or was not asked."""

    def __init__(
        self,
        message: str,
        verdict: Verdict,
        examples: Sequence[Example] = (),
        blocked_by: str = "",
    ) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.examples = tuple(examples)
        self.blocked_by = blocked_by


Judged = WrongAnswerError | EngineError | StoppedError


def verdict_of(error: BaseException | None) -> Verdict:
    """Return the verdict that ``error``, raised by a check, stands for; by default it is ours."""
    match error:
        case None:
            return Verdict.ACCEPTED
        case WrongAnswerError() | EngineError() | StoppedError():
            return error.verdict
        case pytest.skip.Exception():
            return Verdict.SKIPPED
        case pytest.fail.Exception() if str(error).startswith(_TIMEOUT_WORDS):
            return Verdict.JUDGE_ERROR  # our own check hung, the submission did not
        case AssertionError() | pytest.fail.Exception():
            return Verdict.WRONG_ANSWER
        case _:
            return Verdict.JUDGE_ERROR


def value_of(reply: Reply, examples: Sequence[Example] = ()) -> object:
    """Return the value of ``reply``, or raise what it stands for.

    Raises:
        EngineError: if the submission raised; also of the builtin type it raised, if it is one.
        StoppedError: if it hung or died, or the question was not put.
    """
    match reply:
        case Returned(value):
            return value
        case Raised():
            raise _raised(reply, examples)
        case TimedOut(limit_s):
            raise StoppedError(f"no answer within {limit_s:g} s", Verdict.TIME_LIMIT, examples)
        case Crashed(reason, verdict):
            raise StoppedError(reason, verdict, examples)
        case Unasked(reason, verdict):
            raise StoppedError(f"not asked: {reason}", verdict, examples)


def told(reply: Raised) -> str:
    """Return an exception of a submission in one line: type, text and place."""
    text = f"{reply.type_name}: {reply.message}" if reply.message else reply.type_name
    return f"{text} ({reply.file}, line {reply.line})" if reply.line is not None else text


def _raised(reply: Raised, examples: Sequence[Example]) -> EngineError:
    if reply.type_name == "NotImplementedError":
        function = reply.function or "the function"
        return EngineError(f"{function} is not started", Verdict.NOT_STARTED, examples)
    memory = reply.type_name == "MemoryError"
    verdict = Verdict.MEMORY_LIMIT if memory else Verdict.RUNTIME_ERROR
    kind = getattr(builtins, reply.type_name, None)
    if isinstance(kind, type) and issubclass(kind, Exception) and kind not in _NOT_COMBINED:
        try:  # an error that pytest.raises(kind) also catches, as it would at home
            like: type[EngineError] = type(kind.__name__, (EngineError, kind), {})
            return like(told(reply), verdict, examples)
        except TypeError:  # a builtin whose layout or arguments do not combine
            pass
    return EngineError(told(reply), verdict, examples)


# generators turn these into errors of their own on the way through
_NOT_COMBINED = (Exception, StopIteration, StopAsyncIteration)
