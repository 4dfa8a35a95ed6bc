"""Take one layer of confinement out, so that a test can show that it is what stops an attack.

Nothing in ``grader`` can do this: :func:`weaken` changes the modules of the calling process and has
zygotes start from ``weakened_start.py`` in place of their own first file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from grader.sandbox import launch
from grader.sandbox.inside import lockdown

IN_THE_CHILD = ("landlock", "seccomp", "limits", "sweep")
IN_THE_PARENT = ("user", "hiding", "environment")
LAYERS = (*IN_THE_CHILD, *IN_THE_PARENT)
VARIABLE = "WITHOUT"


def weaken(layers: Sequence[str]) -> None:
    """Take ``layers``, some of :data:`LAYERS`, out for the rest of this process's life."""
    assert set(layers) <= set(LAYERS), layers
    if not layers:
        return
    own = dict(os.environ) if "environment" in layers else launch._environment()
    environment = {**own, "PYTHONHASHSEED": "0", VARIABLE: ",".join(layers)}
    launch._START = Path(__file__).with_name("weakened_start.py")
    launch._environment = lambda _places=(): environment
    if "user" in layers:
        lockdown.own_uid = _nobody
    if "hiding" in layers:
        launch._hide_this_process = lambda: None


def _nobody(judge_pid: int) -> int | None:
    """Return no user of their own for the workers of ``judge_pid``."""
    del judge_pid
    return None
