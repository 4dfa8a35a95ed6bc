"""The process behind :class:`grader.checks.pool.Warm`: everything is loaded, and each job a fork.

It runs no job itself and stays single-threaded, so that a fork is safe. It ends when the other side
closes its socket or dies.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_jsonreport.plugin
import pytest_metadata.plugin
import pytest_timeout

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.checks import plugin
from grader.checks.game import Game
from grader.checks.job import modules_for
from grader.checks.prepared import Prepared
from grader.checks.puppet import Rights
from grader.checks.rights import worked_out
from grader.errors import JudgeError
from grader.sandbox.inside import kernel
from grader.sandbox.launch import Zygote, launcher

LOADED = (pytest_jsonreport.plugin, pytest_metadata.plugin, pytest_timeout, plugin)
MAX_JOB_BYTES = 64 * 1024
OUT, ERR = 1, 2
FEW_POSITIONS = 20_000  # of a larger game not every case is made ready: it would take gigabytes
FEW_COLLECTIONS = 100_000  # new objects between two; most are answers, kept to the end


def main(control: socket.socket) -> None:
    """Fork for each job that comes over ``control``, until the other side is gone."""
    ready = Ready()
    running: set[int] = set()
    while True:
        running -= {pid for pid in running if os.waitpid(pid, os.WNOHANG)[0]}  # no zombies
        body, descriptors, _, _ = socket.recv_fds(control, MAX_JOB_BYTES, 3)
        if not body:
            return
        arguments = json.loads(body)
        out, err, ends = descriptors
        prepared = ready.prepared(arguments)
        gc.freeze()  # what is shared stays shared
        pid = os.fork()
        if pid == 0:
            control.close()
            ready.close()
            for descriptor, standard in ((out, OUT), (err, ERR)):
                os.dup2(descriptor, standard)
                os.close(descriptor)
            run(arguments, prepared, ends)
        running.add(pid)
        for descriptor in descriptors:
            os.close(descriptor)
        if prepared is not None:
            prepared.close()


class Ready:
    """What jobs have in common: assignments with their games, and a zygote for each kind."""

    def __init__(self) -> None:
        self._games: dict[str, tuple[Assignment, Game]] = {}
        self._rights: dict[str, Rights] = {}
        self._zygotes: dict[tuple[str, tuple[str, ...]], Zygote] = {}

    def prepared(self, arguments: Sequence[str]) -> Prepared | None:
        """Return what the job that pytest finds in ``arguments`` need not do itself.

        Where anything goes wrong, the job does it all: it fails alone, and says why.
        """
        with suppress(Exception):
            return self._prepared(arguments)
        return None

    def close(self) -> None:
        """Let go of the zygotes, in a fork that has a zygote of its own."""
        for zygote in self._zygotes.values():
            zygote.forget()

    def _prepared(self, arguments: Sequence[str]) -> Prepared:
        path = arguments[arguments.index("--grader-job") + 1]
        job = json.loads(Path(path).read_text(encoding="utf-8"))
        folder = job["assignment"]
        if folder not in self._games:
            self._games[folder] = self._load(Path(folder))
        assignment, game = self._games[folder]
        if job["puppet"] and folder not in self._rights:
            self._rights[folder] = worked_out(assignment, game)
        zygote = self._zygote(job["sandbox"], modules_for(assignment, job["files"]))
        return Prepared(game, zygote, self._rights.get(folder))

    def _zygote(self, level: str, modules: tuple[str, ...]) -> socket.socket | None:
        """Return the control socket of a zygote for one job.

        Where there is none to be had, the job tries itself and says why not.
        """
        kind = level, modules
        with suppress(JudgeError):
            if kind not in self._zygotes:
                launch = launcher(level, modules)
                if isinstance(launch, Zygote):
                    self._zygotes[kind] = launch
            if kind in self._zygotes:
                return self._zygotes[kind].clone()
        return None

    def _load(self, folder: Path) -> tuple[Assignment, Game]:
        assignment = assignments.load(folder.parent, folder.name)
        game = Game(assignment.match, assignment.codec)
        if len(assignment.match.table.entries) <= FEW_POSITIONS:
            for cases in (game.boards, game.running, game.decisions, game.finished):
                for case in cases:
                    case.prepare()
        return assignment, game


def run(arguments: list[str], prepared: Prepared | None, ends: int) -> NoReturn:
    """Run one job in this fork, say on descriptor ``ends`` how it ended, and end."""
    code = 3
    try:
        with suppress(OSError):
            kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        gc.set_threshold(FEW_COLLECTIONS)
        ready = [] if prepared is None else [prepared]
        code = int(pytest.main(without_plugins(arguments), plugins=[*LOADED, *ready]))
    except BaseException:  # noqa: BLE001 - a fork must not run on as a second server
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(ends, str(code).encode())
        os._exit(code)


def without_plugins(arguments: Sequence[str]) -> list[str]:
    """Return ``arguments`` without ``-p`` for what is loaded: pytest warns of what it finds so."""
    loaded = {module.__name__ for module in LOADED}
    pairs = zip(("", *arguments), (*arguments, ""), strict=True)
    skipped = {n for n, pair in enumerate(pairs) if pair[0] == "-p" and pair[1] in loaded}
    return [a for n, a in enumerate(arguments) if not {n, n + 1} & skipped]


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
