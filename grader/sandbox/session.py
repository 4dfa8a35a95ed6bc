"""One submission, asked many questions: the worker is started anew when it dies, and it goes on.

Every deadline is kept here. A death costs the question that caused it and no other.
"""

from __future__ import annotations

import ast
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.errors import JudgeError
from grader.model import Crashed, Raised, Reply, TimedOut, Unasked, Varied, Verdict
from grader.sandbox import wire
from grader.sandbox.launch import Launcher, Plain
from grader.sandbox.process import (
    ClosedError,
    DeadlineError,
    FloodError,
    Limits,
    Process,
)
from grader.sandbox.replies import (
    Frames,
    functions_seen,
    ran_out_of_memory,
    read_exception,
    read_varied,
    verdict_of_death,
)
from grader.sandbox.scripts import is_script

CALLS_PER_FRAME = 200
START_S = 30.0
EVERY = "every"


@dataclass(frozen=True, slots=True)
class Program:
    """What a worker loads.

    Attributes:
        files: name to source text of every file, helpers included.
        entry: the file whose functions are asked.
        functions: the names we care for; others are reported for the sake of near misses.
        required: those of them without which loading gets a second chance.
        standin: source text of right functions, ``""`` for none.
        replaced: the names to take from ``standin``, in place of the submission's own.
        accelerate: whether recursive functions may remember what they answered.
    """

    files: Mapping[str, str]
    entry: str
    functions: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    standin: str = ""
    replaced: tuple[str, ...] = ()
    accelerate: bool = False


@dataclass(frozen=True, slots=True)
class Loading:
    """How importing the entry file went.

    Attributes:
        problem: why it did not go through to its end, or None.
        functions: each callable it defines, and whether its body is only a placeholder.
        stripped: whether it loaded only without its top-level statements.
        accelerated: whether some of its functions remember what they answered.
    """

    problem: Reply | None
    functions: Mapping[str, bool] = field(default_factory=dict)
    stripped: bool = False
    accelerated: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One function, or one method of objects by handle, asked of a batch of arguments.

    Attributes:
        function: its name.
        questions: the arguments of each question, as :func:`wire.write` writes them.
        on: the objects to ask, one a question, by handle number; empty for a function.
        how: ``call``, ``get``, ``set`` or ``drop``; :meth:`Session.every` has its own way.
        keep: keep what is returned in the worker and return handles.
    """

    function: str
    questions: Sequence[str]
    on: tuple[int, ...] = ()
    how: str = "call"
    keep: bool = False


class Session:
    """A submission in one setting. Use it as a context manager, or :meth:`close` it.

    ``end`` is when the submission's whole budget is spent, in ``time.monotonic`` seconds.
    """

    def __init__(
        self, program: Program, limits: Limits, end: float, launch: Launcher | None = None
    ) -> None:
        self._launcher = launch or Plain()
        self._program = program
        self._limits = limits
        self._end = end
        self._worker: Process | None = None
        self._next = 1
        self._frames = Frames()
        self._deaths: dict[str, list[Reply]] = {}
        self._loading: Loading | None = None
        self._strip = False
        self._each = False
        self.level = "plain"
        self.output = ""
        self.dropped = False

    @property
    def loading(self) -> Loading:
        """How the program loads; starts a worker to see, the first time."""
        if self._loading is None:
            self._start()
        assert self._loading is not None
        return self._loading

    def ask(self, call: Call, limit_s: float | None = None) -> Iterator[Reply]:
        """Yield one reply a question, in order, each within ``limit_s`` wall seconds."""
        for reply in self._ask(call, limit_s):
            assert not isinstance(reply, Varied)
            yield reply

    def every(
        self, function: str, questions: Sequence[str], limit_s: float | None = None
    ) -> Iterator[Varied]:
        """Yield all replies to each question under every course of chance, if time allows."""
        for reply in self._ask(Call(function, questions, how=EVERY), limit_s):
            yield reply if isinstance(reply, Varied) else Varied((reply,), complete=False, runs=0)

    def _ask(self, call: Call, limit_s: float | None) -> Iterator[Reply | Varied]:
        done = 0
        limit_s = self._limits.call_s if limit_s is None else limit_s
        while done < len(call.questions):
            if (reason := self._why_not(call.function)) is not None:
                yield reason
                done += 1
                continue
            for reply in self._batch(call, done, limit_s):
                done += 1
                yield reply

    def close(self) -> None:
        """Kill the worker."""
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    # ------------------------------------------------------------------ asking

    def _batch(self, call: Call, first: int, limit_s: float) -> Iterator[Reply | Varied]:
        """Put up to one frame of questions; stop at the first that ends the worker.

        Quick answers come many to a frame, until a worker ends or is late: from then on each comes
        by itself, so that the question that did it is known, and no other is blamed.
        """
        asked = call.questions[first : first + CALLS_PER_FRAME]
        request = {
            "op": EVERY if call.how == EVERY else "call",
            "within_s": limit_s / 2,
            "function": call.function,
            "on": list(call.on[first : first + CALLS_PER_FRAME]),
            "how": call.how,
            "keep": call.keep,
            "each": self._each or len(asked) == 1 or call.how == EVERY or call.keep,
        }
        wait_s = 0.0
        each = request["each"]
        try:
            wait_s = min(limit_s, max(0.0, self._end - time.monotonic()))
            number = self._send(request, asked, wait_s)
            done = 0
            while done < len(asked):
                wait_s = min(limit_s, max(0.0, self._end - time.monotonic()))
                told = self._receive(number + done, wait_s)
                replies: Sequence[Reply | Varied] = (
                    [read_varied(told)]
                    if call.how == EVERY
                    else self._frames.replies(told, len(asked) - done)
                )
                done += len(replies)
                yield from replies
                reply = replies[-1]
                if ran_out_of_memory(reply):  # costs as much as a death, and is counted as one
                    self._deaths.setdefault(call.function, []).append(reply)
                    self.close()
                    return
        except (ClosedError, FloodError, DeadlineError, wire.ProtocolError) as error:
            end = self._obituary(error, wait_s)
            if not each and time.monotonic() < self._end:
                self._each = True  # which question it was is seen when each answer comes alone
                return
            self._deaths.setdefault(call.function, []).append(end)
            yield end

    def _why_not(self, function: str) -> Reply | None:
        """Return why the next question cannot be put, or None once a worker is ready."""
        if time.monotonic() >= self._end:
            return Unasked("the time for this submission is used up")
        deaths = self._deaths.get(function, [])
        if len(deaths) >= self._limits.deaths:
            last = deaths[-1]
            text = f"{function} hung, crashed or ran out of memory {len(deaths)} times before"
            return Unasked(text, verdict_of_death(last))
        if self._worker is None:
            self._start()
        if self._worker is None:
            assert self._loading is not None
            assert self._loading.problem is not None
            return self._loading.problem
        return None

    def _send(self, request: dict[str, Any], questions: Sequence[str], within_s: float) -> int:
        """Send ``request`` with ``questions`` and return the id of its first reply."""
        assert self._worker is not None
        number, self._next = self._next, self._next + max(1, len(questions))
        head = json.dumps({**request, "id": number})
        frame = f'{head[:-1]},"calls":[{",".join(questions)}]}}'
        self._worker.send(frame.encode(), time.monotonic() + within_s)
        return number

    def _receive(self, number: int, limit_s: float) -> dict[str, Any]:
        assert self._worker is not None
        reply = wire.parse(self._worker.receive(time.monotonic() + limit_s), number)
        self.dropped = self.dropped or "dropped" in reply
        if type(out := reply.get("out")) is str and self._room() > 0:
            self.output += out[: self._room()]
        return reply

    def _room(self) -> int:
        return 64 * 1024 - len(self.output)

    def _obituary(self, error: Exception, limit_s: float) -> Reply:
        """Kill what is left of the worker and return what became of it, as a reply."""
        assert self._worker is not None
        code = self._worker.kill()
        self._worker = None
        match error:
            case DeadlineError():
                return TimedOut(round(limit_s, 3))
            case FloodError():
                return Crashed("it sent far more than an answer", Verdict.OUTPUT_LIMIT)
            case wire.ProtocolError():
                return Crashed("it wrote into the channel that carries its answers")
            case _ if code < 0:
                return Crashed(f"the process was ended by signal {-code}")
            case _:
                return Crashed(f"the process ended itself with exit code {code}")

    # ------------------------------------------------------------------ starting

    def _start(self) -> None:
        """Start a worker and load; a file that hangs or stops early gets a second chance."""
        loading = self._load()
        wanted = set(self._program.required)
        second_chance = isinstance(loading.problem, TimedOut | Raised) and not self._strip
        if second_chance and not wanted <= set(loading.functions):
            first, self._strip = loading, True
            self.close()
            loading = self._load()
            if not wanted & set(loading.functions):
                self.close()
                loading, self._strip = first, False
                if isinstance(first.problem, Raised):
                    self._load()
        self._loading = loading

    def _load(self) -> Loading:
        self._worker, self._next = self._launcher.start(self._limits), 1
        limit_s = START_S
        request = {
            "op": "load",
            "files": dict(self._program.files),
            "entry": self._program.entry,
            "functions": list(self._program.functions),
            "standin": self._standin(),
            "replaced": list(self._program.replaced),
            "strip": self._strip,
            "accelerate": self._program.accelerate,
        }
        try:
            ready = wire.parse(self._worker.receive(time.monotonic() + limit_s), 0)
            if "refused" in ready:
                raise JudgeError(f"a worker could not be confined: {ready['refused']}")
            self.level = str(ready.get("ready"))
            limit_s = self._limits.load_s
            reply = self._receive(self._send(request, (), limit_s), limit_s)
            problem = read_exception(reply["error"]) if "error" in reply else None
            accelerated = reply.get("accelerated") is True
            return Loading(problem, functions_seen(reply), self._strip, accelerated)
        except (ClosedError, FloodError, DeadlineError, wire.ProtocolError) as error:
            return Loading(self._obituary(error, limit_s), {}, self._strip)

    def _standin(self) -> str:
        """Return what stands in, and no more; in a script, what is not handed over is hidden."""
        text, replaced = self._program.standin, self._program.replaced
        return text if is_script(self._program.entry) else only(text, replaced)


def only(text: str, names: Sequence[str]) -> str:
    """Return ``text``, our own, without the functions and methods ``names`` do not lead to.

    A submission can reach everything that stands in for a part of it, and must not find there
    what it is being asked.
    """
    tree = ast.parse(text)
    known = dict(_functions(tree))
    needed = set(names)
    while more := _led_to([known[n] for n in needed & known.keys()], known) - needed:
        needed |= more
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            node.body = [n for n in node.body if _is_needed(n, f"{node.name}.", needed)]
    tree.body = [n for n in tree.body if _is_needed(n, "", needed)]
    return ast.unparse(tree)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions by name, and the methods of classes as ``Class.method``."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            methods = (inner for inner in node.body if isinstance(inner, ast.FunctionDef))
            yield from ((f"{node.name}.{method.name}", method) for method in methods)


def _is_needed(node: ast.stmt, prefix: str, needed: set[str]) -> bool:
    match node:
        case ast.FunctionDef(name):
            return prefix + name in needed
        case ast.ClassDef(body=body):
            return any(isinstance(inner, ast.FunctionDef) for inner in body)
        case _:
            return True


def _led_to(functions: Iterable[ast.FunctionDef], known: Iterable[str]) -> set[str]:
    """Return those of ``known`` that ``functions`` use; ``x.name`` is any class's of that name."""
    nodes = [node for function in functions for node in ast.walk(function)]
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    methods = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return {name for name in known if name in used or name.partition(".")[2] in methods}
