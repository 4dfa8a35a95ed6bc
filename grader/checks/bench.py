"""The questions put to one submission: each once, its reply shared by every check that needs it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from grader.assignment import Assignment, FileSlot
from grader.model import Reply, Sheet, Varied
from grader.sandbox import wire
from grader.sandbox.launch import Launcher
from grader.sandbox.session import Call, Loading, Program, Session
from reference.game import Position

Arguments: TypeAlias = tuple[object, ...]
Replies: TypeAlias = dict[Position, Reply]

PLAY = "play"
AGAIN = "again"
CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Setting:
    """In what surroundings a file of the submission is asked.

    Each setting has a worker of its own, so what one leaves behind cannot change another.

    Attributes:
        fixture: which file.
        replaced: the functions that right ones stand in for.
        purpose: ``""`` for most questions, :data:`PLAY` for the choice of moves, which starts
            from a fresh module, :data:`AGAIN` for questions put a second time, :data:`CHANCE`
            for all that a program of chance may answer.
        fast: whether recursive functions remember what they answered: what is wrong then, and a
            sample of what is right, is asked again plainly.
    """

    fixture: str
    replaced: tuple[str, ...] = ()
    purpose: str = ""
    fast: bool = False

    @property
    def plain(self) -> Setting:
        """The same, asked without acceleration."""
        return replace(self, fast=False)


class DroppedError(Exception):
    """What a program answered when accelerated is not to be relied on: ask it plainly."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What the bench needs of a submission: its texts, and which of them is which file.

    Attributes:
        names: the assignment's file name to the name it was handed in under.
        unreadable: name to why there is no text to run.
    """

    files: Mapping[str, str]
    names: Mapping[str, str]
    unreadable: Mapping[str, str]


class Bench:
    """Sessions by setting, and a memory of every reply. Close it to end all workers."""

    def __init__(
        self,
        assignment: Assignment,
        handed_in: HandedIn,
        launch: Launcher,
        instead: Mapping[str, Launcher] = MappingProxyType({}),
        *,
        accelerate: bool = False,
    ) -> None:
        """Take workers from ``launch``; for the files in ``instead``, by fixture, from there.

        With ``accelerate`` recursive functions may remember what they answered, where that is
        shown to change nothing.
        """
        self.assignment = assignment
        self._accelerate = accelerate
        self._dropped: set[str] = set()
        self._launcher = launch
        self._instead = instead
        self.handed_in = handed_in
        self._end = time.monotonic() + assignment.submission_s
        self._sessions: dict[Setting, Session] = {}
        self._replies: dict[tuple[Setting, str], dict[str, Reply]] = {}
        self._noted: dict[tuple[str, bool, str], Replies] = {}

    def loading(self, fixture: str) -> Loading:
        """Return how the file known as ``fixture`` loads, as written."""
        return self._session(Setting(fixture)).loading

    def ways(self, setting: Setting) -> tuple[Setting, ...]:
        """Return how to ask in ``setting``: accelerated first, where that may be, then plainly."""
        plain = setting.plain
        if not self._accelerate or setting.fixture in self._dropped:
            return (plain,)
        fast = replace(setting, fast=True)
        return (fast, plain) if self._session(fast).loading.accelerated else (plain,)

    def about(self, variant: Assignment) -> Bench:
        """Return the same bench, to ask about another game; nothing of that is diagnosed."""
        other = copy(self)
        other.assignment = variant
        other._noted = {}  # noqa: SLF001 - it is one of us
        return other

    def drop(self, setting: Setting) -> None:
        """Ask this file plainly from now on.

        Raises:
            DroppedError: always; what was answered so far is asked anew.
        """
        self._dropped.add(setting.fixture)
        raise DroppedError(setting.fixture)

    @property
    def accelerated(self) -> bool:
        """Whether any answer was taken from an accelerated program."""
        fast = [setting for setting in self._sessions if setting.fast]
        return any(
            self._sessions[setting].loading.accelerated and setting.fixture not in self._dropped
            for setting in fast
        )

    def note(self, setting: Setting, function: str, replies: Replies, role: str = "") -> None:
        """Keep ``replies`` for the answer sheet of ``function``; a second asking is not kept."""
        if setting.purpose != AGAIN:
            key = function, bool(setting.replaced), role
            self._noted.setdefault(key, {}).update(replies)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """All that was noted, a sheet for each function as written and given right helpers."""
        return tuple(Sheet(f, g, replies, role) for (f, g, role), replies in self._noted.items())

    def once(self, setting: Setting, function: str, arguments: Arguments) -> Reply:
        """Put one question now, whether or not it was put before, and return its reply."""
        return self.call(setting, Call(function, ()), arguments)

    def call(self, setting: Setting, call: Call, arguments: Arguments) -> Reply:
        """Make one call of ``arguments`` now; of a plain function the reply is remembered."""
        question = wire.write(arguments)
        (reply,) = self._session(setting).ask(replace(call, questions=[question]))
        self._see_to(setting)
        if not (call.on or call.keep):
            self._replies.setdefault((setting, call.function), {}).setdefault(question, reply)
        return reply

    def all(
        self,
        setting: Setting,
        function: str,
        questions: Sequence[str],
        limit_s: float | None = None,
        on_reply: Callable[[int], None] = lambda _: None,
    ) -> list[Reply]:
        """Return the reply to each question, in order; put only those not put before.

        Each question is its arguments as :func:`wire.write` writes them; ``on_reply`` is told
        its index as it is answered.
        """
        known = self._replies.setdefault((setting, function), {})
        new = {question: n for n, question in enumerate(questions) if question not in known}
        call = Call(function, list(new))
        replies: Iterable[Reply] = self._session(setting).ask(call, limit_s) if new else ()
        for (question, n), reply in zip(new.items(), replies, strict=True):
            known[question] = reply
            on_reply(n)
        self._see_to(setting)
        return [known[question] for question in questions]

    def _see_to(self, setting: Setting) -> None:
        """Drop the acceleration if the program turned out to depend on more than arguments."""
        if setting.fast and self._session(setting).dropped:
            self.drop(setting)

    def every(
        self,
        setting: Setting,
        function: str,
        questions: Sequence[str],
        limit_s: float | None = None,
    ) -> list[Varied]:
        """Return all replies to each question under every course of chance."""
        return list(self._session(setting).every(function, questions, limit_s))

    @property
    def output(self) -> str:
        """What the submission printed, as written and in the order of its files."""
        own = [s for setting, s in self._sessions.items() if setting == Setting(setting.fixture)]
        return "".join(session.output for session in own)

    @property
    def level(self) -> str:
        """How far the workers are confined; ``limited`` before any was started."""
        levels = {session.level for session in self._sessions.values()}
        return levels.pop() if len(levels) == 1 else "limited"

    def close(self) -> None:
        """End all workers."""
        for session in self._sessions.values():
            session.close()
        self._launcher.close()

    def _session(self, setting: Setting) -> Session:
        if setting not in self._sessions:
            slot = self.assignment.slot(setting.fixture)
            self._sessions[setting] = Session(
                self._program(slot, setting),
                self.assignment.limits,
                self._end,
                self._instead.get(setting.fixture, self._launcher),
            )
        return self._sessions[setting]

    def _program(self, slot: FileSlot, setting: Setting) -> Program:
        entry = self.handed_in.names[slot.name]
        return Program(
            files={**self.assignment.provided, **self.handed_in.files},
            entry=entry,
            functions=(*slot.functions, *slot.given, *slot.optional),
            required=slot.functions,
            standin=self.assignment.standin(slot, entry) if setting.replaced else "",
            replaced=setting.replaced,
            accelerate=setting.fast,
        )
