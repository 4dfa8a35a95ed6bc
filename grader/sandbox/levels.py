"""How far this machine can confine a submission, and what stands in the way.

Nothing is assumed from the name of a system: each level is tried with a real worker.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass

from grader.errors import JudgeError
from grader.sandbox import wire
from grader.sandbox.inside import landlock, lockdown, seccomp
from grader.sandbox.launch import CONFINED, LIMITED, NO_OPEN, PLAIN, launcher
from grader.sandbox.process import ClosedError, DeadlineError, FloodError, Limits

TRIAL_S = 30.0
STRONG = (CONFINED, NO_OPEN)


@dataclass(frozen=True, slots=True)
class Part:
    """One layer of confinement on this machine.

    Attributes:
        why: what was seen.
        remedy: what would bring it, where it is not there.
    """

    name: str
    present: bool
    why: str
    remedy: str = ""


def strongest() -> str:
    """Return the strongest level a worker of ours reaches here."""
    for level in (*STRONG, LIMITED):
        if reached(level) == level:
            return level
    return PLAIN


def reached(level: str) -> str:
    """Return the level a worker says it reached when ``level`` was asked for, or why it did not."""
    if level in STRONG and sys.platform != "linux":
        return f"{level} needs Linux"
    source = launcher(level)
    try:
        with source.start(Limits()) as process:
            first = wire.parse(process.receive(time.monotonic() + TRIAL_S), 0)
        return str(first.get("ready") or first.get("refused"))
    except (JudgeError, ClosedError, DeadlineError, FloodError, wire.ProtocolError) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        source.close()


def parts() -> tuple[Part, ...]:
    """Return every layer, there or not, with the reason and the remedy."""
    return (_own_process(), _resource_limits(), _seccomp(), _landlock(), _own_user())


def _own_process() -> Part:
    return Part("process of its own", present=True, why="every submission runs in a worker")


def _resource_limits() -> Part:
    said = reached(LIMITED)
    remedy = "run the grader on Linux or macOS, or in WSL 2"
    return Part("resource limits", said == LIMITED, f"a trial worker said: {said}", remedy)


def _seccomp() -> Part:
    said = reached(NO_OPEN)
    remedy = (
        "Linux 3.17 or newer on x86_64 or aarch64; on macOS or Windows use WSL 2 or a container"
    )
    machine = "" if sys.platform != "linux" or seccomp.supported() else " (no filter for this CPU)"
    return Part("seccomp", said == NO_OPEN, f"a trial worker said: {said}{machine}", remedy)


def _landlock() -> Part:
    version = landlock.abi() if sys.platform == "linux" else 0
    said = reached(CONFINED)
    remedy = "Linux 5.13 or newer with landlock in the kernel's lsm= list; without it files are"
    return Part(
        "Landlock",
        said == CONFINED,
        f"ABI {version}; a trial worker said: {said}",
        f"{remedy} closed by refusing every open ({NO_OPEN})",
    )


def _own_user() -> Part:
    uid = lockdown.own_uid(os.getpid())
    why = f"workers become user {uid}" if uid is not None else "the grader does not run as root"
    remedy = "optional: as root, every submission gets a user of its own"
    return Part("user of its own", uid is not None, why, remedy)
