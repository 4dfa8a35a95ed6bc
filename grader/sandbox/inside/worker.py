"""Become a worker: take the process over, then serve.

Requests come in on standard input and replies go out on standard output; both are moved away
from there before anything else, so that a submission's own reading and printing meets nothing.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

from .allowed import load_modules
from .chance import Chance
from .limits import limit_resources
from .server import Server
from .sink import Sink


def _move_descriptors() -> tuple[int, int]:
    """Return the request and reply descriptors, away from 0, 1 and 2, which lead nowhere."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(0, os.O_BINARY)
        msvcrt.setmode(1, os.O_BINARY)
    requests, replies = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    return requests, replies


def main(memory_bytes: str, cpu_s: str, *places: str) -> None:
    """Take over a process that was started for one worker, and serve.

    ``places`` are folder and name, in turn, of each further module to load.
    """
    requests, replies = _move_descriptors()
    _end_with_parent()
    load_modules(zip(places[::2], places[1::2], strict=True))
    serve(requests, replies, limit_resources(int(memory_bytes), int(cpu_s)))


def _end_with_parent() -> None:
    """Ask the kernel to kill this process with the one that asks it, where it can do that."""
    if sys.platform == "linux":
        from .kernel import PR_SET_PDEATHSIG, prctl

        with suppress(OSError):
            prctl(PR_SET_PDEATHSIG, 9)


def serve(requests: int, replies: int, level: str) -> None:
    """Take over the streams, say which ``level`` was reached, and answer until the end.

    Descriptors 0, 1 and 2 lead nowhere by now, and the process is as confined as it will be.
    """
    chance = Chance()
    chance.install()
    sink = Sink()
    stream = io.TextIOWrapper(
        io.BufferedWriter(sink), "utf-8", "backslashreplace", write_through=True
    )
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[misc]
    sys.stdin = sys.__stdin__ = io.StringIO()  # type: ignore[misc,assignment]
    sys.argv = [""]
    server = Server(requests, replies, sink, stream, chance)
    server._send({"id": 0, "ready": level})  # noqa: SLF001 - its first word
    server.serve()
    os._exit(0)
