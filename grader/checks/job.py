"""The one file that a pytest process is given, and the one it leaves: both ours, both JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.checks.bench import Bench, HandedIn
from grader.checks.conditions import Conditions
from grader.checks.gate import told_problem
from grader.checks.prepared import Prepared
from grader.checks.puppet import Puppets
from grader.checks.record import write_sheet
from grader.model import Submission
from grader.sandbox import scripts
from grader.sandbox.launch import Launcher, launcher
from grader.sandbox.process import Limits

FOUND_SUFFIX = ".found"


def describe(
    assignment: Assignment,
    submission: Submission,
    names: Mapping[str, str],
    conditions: Conditions,
) -> str:
    """Return the job in JSON.

    ``names`` maps the assignment's file names to those handed in.
    """
    return json.dumps(
        {
            "assignment": str(assignment.folder),
            "sandbox": conditions.sandbox,
            "puppet": conditions.puppet,
            "accelerate": conditions.accelerate,
            "limits": asdict(assignment.limits),
            "submission_s": assignment.submission_s,
            "opening_call_s": assignment.opening_call_s,
            "files": dict(submission.files),
            "names": dict(names),
            "unreadable": dict(submission.unreadable),
        }
    )


def read(path: str, prepared: Prepared | None = None) -> Bench:
    """Return the bench for the job in ``path``; ``prepared`` is what it need not do itself."""
    raw = json.loads(Path(path).read_text(encoding="utf-8"))
    folder = Path(raw["assignment"])
    assignment = replace(
        assignments.load(folder.parent, folder.name),
        limits=Limits(**raw["limits"]),
        submission_s=raw["submission_s"],
        opening_call_s=raw["opening_call_s"],
    )
    handed_in = HandedIn(raw["files"], raw["names"], raw["unreadable"])
    puppets: dict[str, Launcher] = {}
    if raw["puppet"]:
        rights = None if prepared is None else prepared.rights
        puppets[assignment.questions.fixture] = Puppets(assignment, raw["puppet"], rights)
    zygote = None if prepared is None else prepared.zygote
    launch = launcher(raw["sandbox"], modules_for(assignment, raw["files"]), zygote)
    return Bench(assignment, handed_in, launch, puppets, accelerate=raw["accelerate"])


def modules_for(assignment: Assignment, files: Mapping[str, str]) -> tuple[str, ...]:
    """Return what of the modules that the assignment allows ``files`` mention, and an engine.

    A module is loaded, and must be installed, only for those who use it.

    Raises:
        JudgeError: if there are scripts among ``files`` and no engine for them.
    """
    texts = "\n".join(files.values())
    allowed = tuple(
        name
        for name in assignment.modules
        if re.search(rf"\b{re.escape(name.partition('.')[0])}\b", texts)
    )
    return allowed + scripts.modules_for(files)


def write(path: str, bench: Bench, found: Mapping[str, Any]) -> None:
    """Leave ``found`` and what the bench saw of the submission beside the job in ``path``."""
    everything = {
        **found,
        "output": bench.output,
        "sandbox": bench.level,
        "facts": _facts(bench),
        "sheets": [write_sheet(sheet) for sheet in bench.sheets],
    }
    Path(path + FOUND_SUFFIX).write_text(json.dumps(everything), encoding="utf-8")


def _facts(bench: Bench) -> list[tuple[str, str]]:
    """Return how each file handed in loads, where that is worth a word."""
    facts = []
    for slot in bench.assignment.files:
        name = bench.handed_in.names.get(slot.name)
        if name is None:
            continue
        if name in bench.handed_in.unreadable:
            facts.append(("load-problem", f"{name}: {bench.handed_in.unreadable[name]}"))
            continue
        loading = bench.loading(slot.fixture)
        if loading.problem is not None:
            facts.append(("load-problem", f"{name}: {told_problem(loading.problem)}"))
        if loading.problem is not None and set(slot.functions) <= set(loading.functions):
            facts.append(("all-functions-there", name))
        if loading.stripped:
            facts.append(("loaded-without-its-top-level", name))
    return facts
