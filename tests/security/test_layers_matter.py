"""With one layer taken out, the same attacks succeed: proof that the tests can fail.

Where a second layer stands behind the one taken out, that is shown too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from grader.sandbox.launch import CONFINED
from tests.security.boards import FUNCTIONS
from tests.security.runs import Run

Story = Mapping[str, Any]
MAX_DESCRIPTORS = 64


class Case(NamedTuple):
    """An attack, as which user, without which layers, and what then becomes of it."""

    name: str
    without: tuple[str, ...]
    shows: Callable[[Story], bool]
    user: str = "unprivileged"


def _says(word: str) -> Callable[[Story], bool]:
    return lambda story: word in story["told"]


def _reaches(start: str) -> Callable[[Story], bool]:
    return lambda story: any(what.startswith(start) for what in story["reached"])


def _nothing(story: Story) -> bool:
    return not story["earned"] and not story["reached"] and "CANARY" not in story["told"]


def _earns_everything(story: Story) -> bool:
    return bool(story["earned"] == list(FUNCTIONS))


def _ruins_the_next(story: Story) -> bool:
    return bool(story["control"] != list(FUNCTIONS))


def _has_many_descriptors(story: Story) -> bool:
    found = re.search(r"value='fds (\d+)'", story["told"])
    return found is not None and int(found[1]) > MAX_DESCRIPTORS


FILES, CALLS, BOTH = ("landlock",), ("seccomp",), ("landlock", "seccomp")
CASES = (
    Case("read_canary.py", FILES, _says("CANARY-hidden")),
    Case("exfil_home_secrets.py", FILES, _says("CANARY-root:")),
    Case("forge_reference_import.py", FILES, _earns_everything),
    Case("exfil_network.py", CALLS, _reaches("came in by udp")),
    Case("exfil_unix_socket.py", CALLS, _reaches("came in by pathname")),
    Case("dos_chmod_grader.py", CALLS, _reaches("changed /")),
    Case("dos_renice_parent.py", CALLS, _reaches("changed its parent's limits")),
    Case("dos_prlimit_parent.py", CALLS, _ruins_the_next),
    Case("daemon.py", CALLS, _reaches("left a process")),
    Case("exfil_network.py", BOTH, _reaches("came in by tcp")),
    Case("exfil_unix_socket.py", BOTH, _reaches("came in by abstract")),
    Case("forge_results_file.py", BOTH, _reaches("changed /")),
    Case("exfil_pycache_poison.py", BOTH, _reaches("changed /")),
    Case("dos_kill_parent.py", BOTH, _reaches("ended the process that starts workers")),
    Case("dos_fd_exhaust.py", ("limits",), _has_many_descriptors),
    Case("hoard.py", ("limits",), _says("CANARY-hoarded")),
    Case("exfil_environ.py", ("environment",), _says("CANARY-token")),
    # a second layer behind the first
    Case("forge_results_file.py", FILES, _nothing),
    Case("forge_results_file.py", CALLS, _nothing),
    Case("read_grader.py", FILES, _nothing),
    Case("read_grader.py", ("landlock", "hiding"), _says("CANARY-env")),
    Case("read_canary.py", FILES, _nothing, "root"),
    Case("read_canary.py", ("landlock", "user"), _says("CANARY-hidden"), "root"),
    Case("daemon.py", CALLS, _nothing, "root"),
    Case("daemon.py", ("seccomp", "sweep"), _reaches("left a process"), "root"),
)


def _planned(case: Case) -> Run:
    """Return the run that ``case`` shares with all that miss the same layers."""
    same = [c.name for c in CASES if (c.without, c.user) == (case.without, case.user)]
    return Run(CONFINED, case.user, case.without, tuple(same))


@pytest.mark.parametrize(
    ("case", "planned"),
    [
        pytest.param(c, _planned(c), id=f"{c.name}-without-{'-'.join(c.without)}-{c.user}")
        for c in CASES
    ],
)
def test_what_an_attack_does_without_a_layer(
    case: Case, planned: Run, stories: Callable[[Run], Mapping[str, Story]]
) -> None:
    story = stories(planned)[case.name]
    assert case.shows(story), f"{story['reached']} {story['told'][:500]}"
