"""Under which a submission is examined."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.checks.runner import OnProgress, Runner, Started
from grader.sandbox.launch import LIMITED

PROOF = "proof"
SUITES = ("visible", "hidden", PROOF)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which a submission is examined.

    Attributes:
        suites: the folders of the assignment's tests to run.
        sandbox: the level to confine the submission to.
        on_progress: told how much of the long sweep is done, and of how much.
        puppet: the known program that answers in the submission's place, or ``""``; it is how
            the checks are tried themselves.
        runner: how pytest is run.
        accelerate: whether recursive functions may remember what they answered.
    """

    suites: tuple[str, ...] = SUITES
    sandbox: str = LIMITED
    on_progress: OnProgress = lambda _done, _of: None
    puppet: str = ""
    accelerate: bool = True
    runner: Runner = field(default_factory=Started)
