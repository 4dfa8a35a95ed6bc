"""The warm interpreter that forks workers: they start in milliseconds, and locked down.

Started once with an empty environment, before anything secret is loaded, and single-threaded.
Control messages are JSON datagrams on one socket; with ``spawn`` comes the worker's end of its
own socket. The zygote is the workers' real parent, so no process id is reused before it says so.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from . import landlock
from .allowed import load_modules
from .kernel import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl
from .lockdown import Wanted, become, lock_down
from .worker import serve

MAX_MESSAGE_BYTES = 64 * 1024
HIGHEST_DESCRIPTOR = 256
WORKER_DESCRIPTOR = 3

# what courses' programs import, loaded before the doors close; where the level lets the library's
# files be opened, the rest is imported from them
PRELOADED = [
    "abc",
    "argparse",
    "array",
    "ast",
    "base64",
    "bisect",
    "calendar",
    "cmath",
    "collections",
    "collections.abc",
    "contextlib",
    "copy",
    "csv",
    "ctypes",
    "curses",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "doctest",
    "enum",
    "fractions",
    "functools",
    "gc",
    "getpass",
    "glob",
    "hashlib",
    "heapq",
    "inspect",
    "io",
    "itertools",
    "json",
    "logging",
    "math",
    "numbers",
    "operator",
    "os",
    "os.path",
    "pathlib",
    "pickle",
    "platform",
    "pprint",
    "queue",
    "random",
    "re",
    "secrets",
    "shutil",
    "signal",
    "sqlite3",
    "statistics",
    "string",
    "struct",
    "subprocess",
    "sys",
    "tempfile",
    "textwrap",
    "threading",
    "time",
    "timeit",
    "tkinter",
    "traceback",
    "turtle",
    "types",
    "typing",
    "unittest",
    "unittest.mock",
    "uuid",
    "warnings",
    "weakref",
]


# where no file can be opened later on, the whole library is loaded, and these parts of packages
PRELOADED_PARTS = [
    "concurrent.futures.thread",
    "encodings.ascii",
    "encodings.cp1252",
    "encodings.latin_1",
    "encodings.utf_16",
    "http.client",
    "importlib.metadata",
    "importlib.resources",
    "logging.handlers",
    "urllib.parse",
    "urllib.request",
    "xml.etree.ElementTree",
]
# what acts when it is imported (opens a browser, prints), or is a tool and no library
NOT_PRELOADED = frozenset(
    {"antigravity", "ensurepip", "idlelib", "lib2to3", "test", "this", "turtledemo", "venv"}
)


def main(control: str, everything: str = "0", *places: str) -> None:
    """Serve control messages on descriptor ``control`` until the other side is gone.

    ``everything`` is 1 where workers will not be able to open the library's files; ``places``
    are folder and name, in turn, of each further module to load.
    """
    for name in [*PRELOADED, *(_rest() if int(everything) else ())]:
        with suppress(Exception):  # one that this interpreter lacks
            importlib.import_module(name)
    load_modules(zip(places[::2], places[1::2], strict=True))
    with suppress(OSError):
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        prctl(PR_SET_DUMPABLE, 0)
    zygote = Zygote(socket.socket(fileno=int(control)))
    gc.collect()
    gc.freeze()  # what is shared stays shared
    zygote.serve()


def _rest() -> list[str]:
    """Return the rest of the library, as far as it does nothing but define."""
    names = sorted(name for name in sys.stdlib_module_names if not name.startswith("_"))
    return [name for name in names if name not in NOT_PRELOADED] + PRELOADED_PARTS


class Zygote:
    """The control loop; :meth:`serve` returns when the other side closes."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._library = landlock.standard_library()
        self._alive: set[int] = set()
        self._clones: set[int] = set()

    def serve(self) -> None:
        """Answer ``spawn`` and ``kill`` until the control socket closes."""
        self._control.send(b'{"ready":true}')
        while True:
            self._reap()
            body, descriptors, _, _ = socket.recv_fds(self._control, MAX_MESSAGE_BYTES, 1)
            if not body:
                return
            request = json.loads(body)
            if "spawn" in request:
                reply = self._spawn(request, descriptors)
            elif "clone" in request:
                reply = self._clone(descriptors)
            else:
                reply = self._kill(request)
            if reply:
                self._control.send(json.dumps(reply).encode())

    def _spawn(self, request: Mapping[str, Any], descriptors: list[int]) -> dict[str, Any]:
        (descriptor,) = descriptors
        me = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_worker(request["spawn"], descriptor, me)
        os.close(descriptor)
        self._alive.add(pid)
        return {"pid": pid}

    def _clone(self, descriptors: list[int]) -> dict[str, Any]:
        """Fork a zygote that serves another socket; here it is told, there is nothing to say."""
        (descriptor,) = descriptors
        pid = os.fork()
        if pid == 0:
            with suppress(OSError):
                prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            self._control.close()
            self._control = socket.socket(fileno=descriptor)
            self._alive.clear()
            self._clones.clear()
            return {}
        os.close(descriptor)
        self._clones.add(pid)
        return {"pid": pid}

    def _reap(self) -> None:
        """Take note of clones that have ended, so that none is left as a zombie."""
        for pid in list(self._clones):
            if os.waitpid(pid, os.WNOHANG)[0]:
                self._clones.discard(pid)

    def _become_worker(self, wanted: Mapping[str, Any], descriptor: int, parent: int) -> None:
        """Turn this fork into a worker; never returns."""
        try:
            os.setsid()
            self._control.close()
            os.dup2(descriptor, WORKER_DESCRIPTOR)
            os.closerange(WORKER_DESCRIPTOR + 1, HIGHEST_DESCRIPTOR)
            lock_down(Wanted(**wanted), self._library, parent)
            serve(WORKER_DESCRIPTOR, WORKER_DESCRIPTOR, wanted["level"])
        except BaseException as error:  # noqa: BLE001 - it must not run on as a second zygote
            told = {"id": 0, "refused": f"{type(error).__name__}: {error}"}
            body = json.dumps(told).encode()
            with suppress(OSError):
                os.write(WORKER_DESCRIPTOR, len(body).to_bytes(4, "big") + body)
        finally:
            os._exit(1)

    def _kill(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """End a worker and its process group; return its exit code and usage.

        When it was the last of its user, end whatever else that user still runs. Before that
        its siblings, other settings of the same submission, must be left alone.
        """
        pid, uid = request["kill"], request["uid"]
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
        self._alive.discard(pid)
        if uid is not None and not self._alive:
            _sweep(uid)
        return {
            "code": os.waitstatus_to_exitcode(status),
            "cpu_s": usage.ru_utime + usage.ru_stime,
            "memory_kb": usage.ru_maxrss,
        }


def _sweep(uid: int) -> None:
    """Kill every process of ``uid``, from a process of that user, so that it can hit no other."""
    pid = os.fork()
    if pid == 0:
        with suppress(OSError):
            resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
            become(uid)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    os.waitpid(pid, 0)
