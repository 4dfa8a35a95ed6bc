"""What a check found, as a verdict; whatever we do not know is a fault of ours."""

from __future__ import annotations

import builtins

import pytest
from pytest_timeout import PYTEST_FAILURE_MESSAGE

from grader.checks.judgement import (
    EngineError,
    StoppedError,
    WrongAnswerError,
    told,
    value_of,
    verdict_of,
)
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

EXAMPLE = Example("f", ".........", "f(…)", "1", "0")
# the three whose constructors want more than a text, and the group, are in no check's way
AWKWARD = {"UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError", "ExceptionGroup"}
BUILTIN = sorted(
    {
        kind.__name__
        for kind in vars(builtins).values()
        if isinstance(kind, type) and issubclass(kind, BaseException)
    }
    - AWKWARD
)


def outcome_of(word: str) -> BaseException:
    kinds = {"skip": pytest.skip.Exception, "fail": pytest.fail.Exception}
    return kinds[word]("because")


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (None, Verdict.ACCEPTED),
        (WrongAnswerError("no"), Verdict.WRONG_ANSWER),
        (EngineError("no", Verdict.RUNTIME_ERROR), Verdict.RUNTIME_ERROR),
        (EngineError("no", Verdict.NOT_STARTED), Verdict.NOT_STARTED),
        (StoppedError("no", Verdict.TIME_LIMIT), Verdict.TIME_LIMIT),
        (StoppedError("no", Verdict.SKIPPED), Verdict.SKIPPED),
        (outcome_of("skip"), Verdict.SKIPPED),
        (outcome_of("fail"), Verdict.WRONG_ANSWER),
        (AssertionError("no"), Verdict.WRONG_ANSWER),
        (TypeError("ours"), Verdict.JUDGE_ERROR),
        (RecursionError(), Verdict.JUDGE_ERROR),
        (KeyboardInterrupt(), Verdict.JUDGE_ERROR),
        (SystemExit(), Verdict.JUDGE_ERROR),
        (pytest.exit.Exception("stop"), Verdict.JUDGE_ERROR),
    ],
)
def test_what_a_check_raises_stands_for_a_verdict(
    error: BaseException | None, verdict: Verdict
) -> None:
    assert verdict_of(error) is verdict


def test_a_check_of_ours_that_hangs_is_no_fault_of_the_submission() -> None:
    stopped = pytest.fail.Exception(PYTEST_FAILURE_MESSAGE % 360)
    assert verdict_of(stopped) is Verdict.JUDGE_ERROR


# ---------------------------------------------------------------------------- replies


def raised_by(reply: Reply) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - its kind is the question
        value_of(reply, [EXAMPLE])
    return caught.value


def test_the_value_of_an_answer_is_the_answer() -> None:
    assert value_of(Returned([1])) == [1]
    assert value_of(Returned(None)) is None


@pytest.mark.parametrize(
    ("reply", "text", "verdict"),
    [
        (TimedOut(2.0), "no answer within 2 s", Verdict.TIME_LIMIT),
        (Crashed("it died"), "it died", Verdict.RUNTIME_ERROR),
        (Crashed("too much", Verdict.OUTPUT_LIMIT), "too much", Verdict.OUTPUT_LIMIT),
        (Unasked("no time"), "not asked: no time", Verdict.TIME_LIMIT),
        (Unasked("it died", Verdict.RUNTIME_ERROR), "not asked: it died", Verdict.RUNTIME_ERROR),
    ],
)
def test_hanging_dying_and_not_being_asked_is_no_ordinary_exception(
    reply: Reply, text: str, verdict: Verdict
) -> None:
    error = raised_by(reply)
    assert isinstance(error, StoppedError)
    assert not isinstance(error, Exception)
    assert (str(error), error.verdict, error.examples) == (text, verdict, (EXAMPLE,))


@pytest.mark.parametrize(
    ("reply", "text", "verdict"),
    [
        (Raised("MyError"), "MyError", Verdict.RUNTIME_ERROR),
        (Raised("MemoryError"), "MemoryError", Verdict.MEMORY_LIMIT),
        (Raised("TypeError", "bad", 3, "f", "m.py"), "TypeError: bad (m.py, line 3)", None),
        (Raised("NotImplementedError", "", 3, "g"), "g is not started", Verdict.NOT_STARTED),
        (Raised("NotImplementedError"), "the function is not started", Verdict.NOT_STARTED),
    ],
)
def test_an_exception_of_the_submission_is_told(
    reply: Reply, text: str, verdict: Verdict | None
) -> None:
    error = raised_by(reply)
    assert isinstance(error, EngineError)
    assert str(error) == text
    assert error.verdict is (verdict or Verdict.RUNTIME_ERROR)
    assert error.examples == (EXAMPLE,)


def test_a_check_may_expect_the_builtin_type_that_was_raised() -> None:
    with pytest.raises(ValueError, match="illegal") as caught:
        value_of(Raised("ValueError", "illegal"))
    assert isinstance(caught.value, EngineError)
    with pytest.raises(LookupError):
        value_of(Raised("IndexError"))


def test_a_check_that_expects_another_type_does_not_take_it() -> None:
    error = raised_by(Raised("ValueError"))
    assert not isinstance(error, TypeError)
    assert not isinstance(raised_by(Raised("Exception")), ValueError)
    assert not isinstance(raised_by(Raised("print")), ValueError)


def test_an_assertion_of_the_submission_is_an_error_of_its_own() -> None:
    assert verdict_of(raised_by(Raised("AssertionError"))) is Verdict.RUNTIME_ERROR


@pytest.mark.parametrize("name", BUILTIN)
def test_no_builtin_exception_is_taken_for_a_fault_of_ours(name: str) -> None:
    error = raised_by(Raised(name, "text"))
    assert isinstance(error, EngineError)
    assert verdict_of(error) is not Verdict.JUDGE_ERROR


def test_a_type_that_does_not_combine_is_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class FinalError(ValueError):
        def __init_subclass__(cls) -> None:
            raise TypeError

    monkeypatch.setattr(builtins, "Awkward", FinalError, raising=False)
    assert isinstance(raised_by(Raised("Awkward")), EngineError)


def test_an_exception_in_one_line() -> None:
    assert told(Raised("E")) == "E"
    assert told(Raised("E", "why")) == "E: why"
    assert told(Raised("E", "why", 3, "f", "m.py")) == "E: why (m.py, line 3)"
