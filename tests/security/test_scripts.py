"""Attacks written in JavaScript: the same promises, at the same levels, for the same users."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grader.sandbox.launch import CONFINED, LIMITED, NO_OPEN
from tests.security.boards import FUNCTIONS
from tests.security.harness import script_names
from tests.security.runs import ATTACKS, Run
from tests.security.test_attacks import BOASTS

Story = Mapping[str, Any]
NAMES = tuple(script_names(ATTACKS))
RUNS = [
    pytest.param(Run(level, user, names=NAMES), id=f"{level}-{user}")
    for level, user in (
        (CONFINED, "root"),
        (CONFINED, "unprivileged"),
        (NO_OPEN, "root"),
        (LIMITED, "root"),
    )
]


@pytest.mark.parametrize("planned", RUNS)
@pytest.mark.parametrize("name", NAMES)
def test_a_script_earns_what_it_may_and_reaches_nothing(
    name: str, planned: Run, stories: Callable[[Run], Mapping[str, Story]]
) -> None:
    story = stories(planned)[name]
    due = list(FUNCTIONS) if story["expect"] in {"full", "ok"} else []
    assert story["earned"] == due, f"{story['problem']} {story['told']}"
    assert story["stripped"] == (story["expect"] == "ok")
    assert [boast for boast in BOASTS if boast in story["told"]] == [], story["told"]
    assert story["reached"] == []
    assert story["seconds"] < story["allowed_s"]
    assert story["control"] == list(FUNCTIONS), "the honest submission after it"
