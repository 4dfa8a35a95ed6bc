"""Let attacks loose on one level of confinement, and tell what became of each.

``python -m tests.security.harness LEVEL ATTACKS PLACES [--names A,B] [--without LAYER,LAYER]``
prints one JSON object: attack to what happened. It needs the standard library, ``grader.sandbox``
and ``reference``, so that any interpreter and any user can run it. PLACES is a folder of its own.

An attack is a file ``NAME.py.txt`` whose docstring says what it may earn: ``EXPECT: zero``; in
``NAME.js.txt`` and ``NAME.ts.txt`` a comment says it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.errors import JudgeError
from grader.intake.decoding import NotText, decode
from grader.model import Reply
from grader.sandbox import launch, levels, scripts, wire
from grader.sandbox.process import Limits
from grader.sandbox.session import Call, Program, Session
from tests.security import places, weakened
from tests.security.boards import FUNCTIONS, earned, paper

CONTROL = "good.py"
PROBES = Path(__file__).parent / "probes"
MEMORY_BYTES = 256 * 1024**2
HASTY = Limits(call_s=0.15, load_s=0.5, cpu_s=10, memory_bytes=MEMORY_BYTES, deaths=2)
PATIENT = replace(HASTY, call_s=10.0, load_s=10.0)
BUDGET_S = 6.0
PATIENT_S = 60.0
SLACK_S = 10.0  # for a busy machine
# these need time to show what they do, or to be told from a slow machine
OWN_LIMITS = {
    "dos_loop_one_call.py": (replace(HASTY, call_s=0.5, deaths=1), BUDGET_S),
    "dos_main_no_guard_loop.py": (replace(PATIENT, load_s=0.8), PATIENT_S),
    "ok_game_on_load.js": (replace(PATIENT, load_s=0.8), PATIENT_S),
    "dos_sleep_under_limit.py": (replace(HASTY, call_s=1.0), 1.5),
}
IN_MEMORY = f"CANARY-{'memory'}-{os.getpid()}" * 3
MAX_TOLD = 200_000


@dataclass
class Story:
    """What one submission did.

    Attributes:
        expect: what its docstring says it may earn.
        earned: the functions that answered every question right.
        told: everything that came out of it: values, exceptions, output.
        problem: how loading ended, if not well.
        reached: the doors it came through, files it changed, processes it left, and the like.
        control: what the honest submission after it earned.
        allowed_s: what it may take, honest submissions included.
    """

    expect: str = ""
    earned: list[str] = field(default_factory=list)
    told: str = ""
    problem: str = ""
    stripped: bool = False
    reached: list[str] = field(default_factory=list)
    control: list[str] | str = ""
    seconds: float = 0.0
    allowed_s: float = 0.0


class Harness:
    """One level, one zygote for as many attacks as it survives."""

    def __init__(self, level: str, attacks: Path, root: Path) -> None:
        self._level, self._attacks = level, attacks
        self._right, _ = _read(attacks / f"{CONTROL}.txt")
        self._places = places.Places(root, self._right)
        self._papers = paper()
        self._modules = () if scripts.missing() else scripts.MODULES
        self._launcher = self._launch()

    def _launch(self) -> launch.Launcher:
        return launch.launcher(self._level, self._modules)

    def run(self, name: str) -> Story:
        """Let one attack loose, then an honest submission, and return what happened."""
        text, expect = _read(self._find(name))
        story = Story(expect)
        start = time.monotonic()
        if self._zygote() == os.getpid():
            self._control()  # so that there is a zygote to look at
        files, standing = self._places.files(), self._standing()
        try:
            self._examine(name, self._places.aim(text), story)
        except JudgeError:
            story.reached.append("ended the process that starts workers")
        story.reached += self._traces(files, standing)
        story.control = self._control()
        story.seconds = round(time.monotonic() - start, 2)
        return story

    def _find(self, name: str) -> Path:
        path = self._attacks / f"{name}.txt"
        return path if path.exists() else PROBES / path.name

    def close(self) -> None:
        """End the zygote."""
        self._launcher.close()

    def _examine(self, name: str, text: str, story: Story) -> None:
        limits, budget_s = OWN_LIMITS.get(name, _limits(story.expect))
        story.allowed_s = budget_s + 2 * limits.load_s + SLACK_S
        if not text:
            return
        program = Program({name: text}, name, FUNCTIONS, FUNCTIONS)
        session = Session(program, limits, time.monotonic() + budget_s, self._launcher)
        try:
            replies = self._ask(session)
            loading = session.loading
        finally:
            session.close()
        told = [repr(loading.problem), *(repr(one) for many in replies.values() for one in many)]
        story.told = "\n".join([*told, session.output])[:MAX_TOLD]
        story.problem = repr(loading.problem or "")
        story.stripped = loading.stripped
        story.earned = earned(self._papers, replies)

    def _ask(self, session: Session) -> Mapping[str, Sequence[Reply]]:
        asked = {
            name: [wire.write(question) for question in self._papers[name].questions]
            for name in FUNCTIONS
            if name in session.loading.functions
        }
        return {name: list(session.ask(Call(name, texts))) for name, texts in asked.items()}

    def _traces(self, files: dict[str, Any], standing: object) -> list[str]:
        found = [f"came in by {door}" for door in self._places.arrived()]
        now = self._places.files()
        found += [f"changed {p}" for p in files.keys() | now.keys() if files.get(p) != now.get(p)]
        left = places.lingering({self._zygote()})
        found += ["left a process"] if left else []
        found += ["changed its parent's limits"] if self._standing() != standing else []
        places.end(left)
        self._places.tidy()
        return found

    def _control(self) -> list[str] | str:
        story = Story(expect="full")
        try:
            self._examine(CONTROL, self._right, story)
        except JudgeError as error:
            self._launcher.close()
            self._launcher = self._launch()
            return str(error)
        return story.earned

    def _zygote(self) -> int:
        popen = getattr(self._launcher, "_popen", None)
        return popen.pid if popen is not None else os.getpid()

    def _standing(self) -> object:
        try:
            return [places.standing(pid) for pid in (os.getpid(), self._zygote())]
        except ProcessLookupError:
            return "it is gone"


def _limits(expect: str) -> tuple[Limits, float]:
    return (HASTY, BUDGET_S) if expect in {"zero", "low"} else (PATIENT, PATIENT_S)


def _read(path: Path) -> tuple[str, str]:
    """Return an attack's text, empty if intake refuses it, and what it expects."""
    raw = path.read_bytes()
    shown = raw.replace(b"\0", b"").decode("latin-1")
    expect = re.search(r"EXPECT: (\w+)", shown)
    assert expect is not None
    read = decode(raw)
    return "" if isinstance(read, NotText) else read.text, expect[1]


def expectations(attacks: Path) -> Mapping[str, str]:
    """Return what each attack says it may earn."""
    return {name: _read(attacks / f"{name}.txt")[1] for name in names(attacks)}


def names(attacks: Path) -> list[str]:
    """Return every attack in Python; hand-ins that are archives are tested elsewhere."""
    found = (path.name.removesuffix(".txt") for path in attacks.glob("*.py.txt"))
    return sorted(name for name in found if not name.startswith("archive_"))


def script_names(attacks: Path) -> list[str]:
    """Return every attack in JavaScript or TypeScript."""
    found = (path.name.removesuffix(".txt") for path in attacks.glob("*.[jt]s.txt"))
    return sorted(found)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("level")
    parser.add_argument("attacks", type=Path)
    parser.add_argument("places", type=Path)
    parser.add_argument("--names", default="")
    parser.add_argument("--without", default="")
    return parser.parse_args()


def main() -> None:
    """Run what the command line says."""
    args = _arguments()
    places.adopt_orphans()
    weakened.weaken(tuple(filter(None, args.without.split(","))))
    wanted = args.names.split(",") if args.names else names(args.attacks)
    said = levels.reached(args.level)
    if any(map(scripts.is_script, wanted)) and scripts.missing():
        said = f"no {scripts.missing()[0]} for {sys.executable}"
    if said != args.level:
        sys.stdout.write(json.dumps({"unreachable": said}))
        return
    harness = Harness(args.level, args.attacks, args.places)
    stories = {name: vars(harness.run(name)) for name in wanted}
    harness.close()
    sys.stdout.write(json.dumps(stories))


if __name__ == "__main__":
    main()
