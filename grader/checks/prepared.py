"""What a warm process has ready for a job before it begins."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from grader.checks.game import Game
from grader.checks.puppet import Rights

NAME = "grader-prepared"


@dataclass(frozen=True, eq=False)
class Prepared:
    """Registered as a pytest plugin, so that ours finds it.

    Attributes:
        game: the assignment's game, every case of it made.
        zygote: the control socket of a zygote for this job alone, or None.
        rights: what right programs answer, where a known program stands in for the submission.
    """

    game: Game
    zygote: socket.socket | None
    rights: Rights | None = None

    @property
    def __name__(self) -> str:  # what pytest registers a plugin under
        return NAME

    def close(self) -> None:
        """Let go of the zygote: the job has it."""
        if self.zygote is not None:
            self.zygote.close()
