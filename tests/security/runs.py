"""Run the harness as root or as a user without rights, in a process of its own."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.sandbox import scripts

ROOT = Path(__file__).resolve().parents[2]
ATTACKS = ROOT / "tests" / "attacks"
NEEDED = ("grader", "reference", "tests/security", "tests/attacks")
ENGINE = "engine"  # the folder of the modules that scripts need
TIMEOUT_S = 300
SECRETS = {"SECRET_CANARY": "CANARY-env", "GITHUB_TOKEN": "CANARY-token"}
_UIDS = itertools.count(1_000_001 + os.getpid() % 100_000 * 10)
_CHECK = "import ctypes, sys; raise SystemExit(sys.version_info < (3, 11))"


class NotHereError(Exception):
    """This machine cannot run it, and why."""


@dataclass(frozen=True)
class Run:
    """One run of the harness.

    Attributes:
        level: what workers are confined to.
        user: ``root``, or ``unprivileged`` for one that owns nothing of ours.
        without: the layers taken out.
        names: the attacks to let loose; all of them if there are none.
    """

    level: str
    user: str
    without: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def run(wanted: Run, home: Path, attacks: Path = ATTACKS) -> Mapping[str, Any]:
    """Return what became of each attack; ``home`` is made by :func:`copied`.

    Raises:
        NotHereError: if the level or the user cannot be had here.
    """
    uid = _uid(wanted.user)
    python = _interpreter(uid)
    places = home / f"places-{next(_UIDS)}"
    places.mkdir()
    if uid is not None:
        os.chown(places, uid, uid)
    done = subprocess.run(  # noqa: S603 - our own command line
        [
            *(python, "-B", "-m", "tests.security.harness", wanted.level),
            *(str(attacks), str(places)),
            *("--names", ",".join(wanted.names), "--without", ",".join(wanted.without)),
        ],
        cwd=home,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": _path(home), **SECRETS},
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
        **_as_user(uid),
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    if "unreachable" in told:
        raise NotHereError(f"{wanted.level} cannot be reached here: {told['unreachable']}")
    return told


def copied(folder: Path) -> Path:
    """Copy what the harness needs into ``folder``, where every user may read it."""
    folder.chmod(0o755)
    for name in NEEDED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in scripts.MODULES:
        _copy_module(name, folder / ENGINE)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


def _copy_module(name: str, folder: Path) -> None:
    """Copy an installed module, whose own folder other users may not be able to enter."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return
    folder.mkdir(exist_ok=True)
    if spec.submodule_search_locations is None:
        shutil.copy(spec.origin, folder)
    else:
        shutil.copytree(Path(spec.origin).parent, folder / name)


def _path(home: Path) -> str:
    return os.pathsep.join([str(home), str(home / ENGINE)])


def _uid(user: str) -> int | None:
    """Return the user to become, or None to stay.

    Raises:
        NotHereError: if we are not root and would have to be.
    """
    is_root = os.geteuid() == 0
    if user == "root" and not is_root:
        raise NotHereError("the tests do not run as root")
    return next(_UIDS) if is_root and user != "root" else None


def _as_user(uid: int | None) -> dict[str, Any]:
    return {} if uid is None else {"user": uid, "group": uid, "extra_groups": []}


def _interpreter(uid: int | None) -> str:
    """Return an interpreter that the user ``uid`` may run.

    Raises:
        NotHereError: if there is none: ours may live where only root comes in.
    """
    tried = [sys.executable, *_installed()]
    for python in tried:
        if _runs(python, uid):
            return python
    raise NotHereError(f"no Python 3.11 that an unprivileged user may run among {tried}")


def _installed() -> Sequence[str]:
    names = ["python3", *(f"python3.{minor}" for minor in range(11, 16))]
    folders = ("/usr/bin", "/usr/local/bin")
    return [found for name in names for f in folders if (found := shutil.which(name, path=f))]


def _runs(python: str, uid: int | None) -> bool:
    try:
        command = [python, "-c", _CHECK]
        done = subprocess.run(command, check=False, cwd="/", capture_output=True, **_as_user(uid))  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def why_not() -> str:
    """Return why nothing of this can run here, or nothing."""
    return "" if sys.platform == "linux" else "confinement is for Linux"
