"""A submission in JavaScript or TypeScript, run in an engine inside this process.

The engine (QuickJS) is a library: it opens nothing and starts nothing, and what confines this
process confines it. Two facts make it safe to be loaded before a fork: the plain extension module
starts no thread, and no engine exists until a submission is there.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from .crossing import Held, from_script, place, put_back, to_script
from .javascript import NOT_WRITTEN, Prepared, prepare
from .limits import memory_limit

SUFFIXES = (".js", ".mjs", ".cjs", ".ts", ".mts")
MODULES = ("_quickjs", "tree_sitter", "tree_sitter_typescript")
STANDIN = "standins.js"
LINES_APART = 100_000  # the engine names no files: their lines are told apart by where they begin
_PRELUDE = Path(__file__).with_name("prelude.js").read_text(encoding="utf-8")
_STACK_BYTES = 512 * 1024 if sys.platform == "win32" else 4 * 1024 * 1024
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_FRAME = re.compile(r"^\s*at (?:(?:async )?(\S+) \()?<input>:(\d+)(?::\d+)?\)?$", re.MULTILINE)
# what is the same fault in every language has one name
_RAISED = {
    "InternalError: out of memory": "MemoryError",
    "RangeError: Maximum call stack size exceeded": "RecursionError",
}


class Thrown(Exception):  # noqa: N818 - a script throws
    """What a script threw. ``told`` is what is told of it; see ``server.describe``."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["message"])
        self.told = told


class Script:
    """The scripts of one submission; it is asked as :class:`loading.Submission` is."""

    def __init__(self, files: dict[str, str], entry: str) -> None:
        import _quickjs

        self.files = files
        self.entry = entry
        self.modules: dict[str, Any] = {}
        self._failed = _quickjs.JSException
        self._engine = _quickjs.Context()
        self._engine.set_memory_limit(memory_limit() // 2)
        self._engine.set_max_stack_size(_STACK_BYTES)
        self._engine.add_callable("print", _say)
        self._engine.add_callable("random", random.random)
        start = self._engine.eval(_PRELUDE)
        self._inside = start(self._engine.get("print"), self._engine.get("random"))
        self._engine.eval("delete globalThis.print; delete globalThis.random")
        self._prepared: dict[str, Prepared] = {}

    # ------------------------------------------------------------------ loading

    def install(self) -> None:
        """Do nothing: scripts find each other in the engine."""

    def load(self, *, strip: bool, settable: Sequence[str] = ()) -> None:
        """Run the entry file; with ``strip``, its declarations only.

        Raises:
            Thrown: what it throws, and what is no JavaScript.
        """
        names = {spelt for name in settable for spelt in spellings(name)}
        for number, (file, text) in enumerate(self._scripts().items(), 1):
            self._define(file, prepare(text, strip=strip, settable=names), number)
        self.modules[self.entry] = self._prepared[self.entry]
        self._answered(self._inside_call("load", self.entry))

    def _scripts(self) -> dict[str, str]:
        return {file: text for file, text in self.files.items() if file.endswith(SUFFIXES)}

    def _define(self, file: str, prepared: Prepared, number: int) -> None:
        self._prepared[file] = prepared
        strict = '"use strict";' if prepared.strict else ""
        head = (
            "(function (exports, require, module, __filename, __dirname, expose) {"
            f"{strict}expose((name, set, value) => set ? eval(name + ' = value') : eval(name));"
        )
        lines = "\n" * (number * LINES_APART - 1)
        try:
            body = self._engine.eval(f"{lines}{head}\n{prepared.text}\n}})")
        except self._failed as error:
            if file == self.entry:
                raise Thrown(self._told_syntax(str(error))) from None
            self._inside_call("broken", file, str(error).partition("\n")[0])
        else:
            self._inside_call("define", file, body, json.dumps(list(prepared.exported.items())))

    def replace(self, standin_text: str, names: list[str]) -> None:
        """Put our own right functions in place of the submission's, wherever they are bound."""
        if not names:
            return
        self._define(STANDIN, prepare(standin_text), 0)
        del self._prepared[STANDIN]
        self._answered(self._inside_call("load", STANDIN))
        for name in names:
            first, _, method = name.partition(".")
            for file, prepared in self._prepared.items():
                known = [spelt for spelt in spellings(first) if spelt in prepared.names]
                wanted = known or (spellings(first)[:1] if file == self.entry else [])
                for spelt in wanted:
                    with suppress(self._failed):
                        self._put(file, spelt, method, first)

    def _put(self, file: str, at: str, method: str, first: str) -> None:
        right = next(spelt for spelt in spellings(first) if self._kind(STANDIN, spelt))
        if not method:
            self._inside_call("put", file, at, STANDIN, right)
            return
        for spelt in spellings(method):
            if self._inside_call("hasMethod", STANDIN, right, spelt):
                self._inside_call("putMethod", file, at, spelt, STANDIN, right)

    # ------------------------------------------------------------------ what there is

    def callables(self, wanted: Sequence[str]) -> list[str]:
        """Return the functions there are; one that is ``wanted`` in other spelling is that one."""
        meant = {spelt: name for name in wanted for spelt in reversed(spellings(name))}
        prepared = self._prepared.get(self.entry)
        names = [] if prepared is None else list(prepared.names)
        outside = json.loads(self._inside_call("exports", self.entry)) if prepared else []
        known = dict.fromkeys([*names, *(name for name in outside if type(name) is str)])
        kinds = {"function", "class"}
        return [meant.get(name, name) for name in known if self._kind(self.entry, name) in kinds]

    def unwritten(self) -> set[str]:
        """Return the functions and ``Class.method``s whose body is only a placeholder."""
        prepared = self._prepared.get(self.entry)
        stubs = set() if prepared is None else set(prepared.unwritten)
        return stubs | {".".join(map(snake, stub.split("."))) for stub in stubs}

    def has(self, name: str) -> bool:
        """Return whether there is a function ``name``, or of ``Class.method`` such a method."""
        try:
            return callable(self.named(name))
        except (AttributeError, Thrown):
            return False

    def named(self, name: str) -> Callable[..., Any]:
        """Return what the entry file calls ``name``; ``Class.method`` is a method of a class.

        Raises:
            AttributeError: if there is no such function.
        """
        first, _, method = name.partition(".")
        for at in spellings(first):
            if self._kind(self.entry, at) not in {"function", "class"}:
                continue
            if not method:
                return partial(self._call, at)
            for spelt in spellings(method):
                if self._inside_call("hasMethod", self.entry, at, spelt):
                    return partial(self._call_method, spelt)
        raise AttributeError(f"{self.entry} has no {name}")

    def _kind(self, file: str, at: str) -> str:
        if not _NAME.fullmatch(at):
            return ""
        kind: str = self._inside_call("kind", file, at)
        return kind

    # ------------------------------------------------------------------ asking

    def attribute(self, number: int, name: str) -> Any:
        """Return an attribute of an object that is held; a method can be called."""
        for spelt in spellings(name):
            if self._inside_call("isMethod", number, spelt):
                return partial(self._call_held, number, spelt)
        return self._answered(self._inside_call("get", number, name))

    def set_attribute(self, number: int, name: str, value: Any) -> None:
        """Set an attribute of an object that is held."""
        self._answered(self._inside_call("set", number, name, json.dumps([to_script(value)])))

    def _call(self, at: str, *given: Any) -> Any:
        text = json.dumps([to_script(value) for value in given])
        return self._answered(self._inside_call("call", self.entry, at, text), given)

    def _call_method(self, method: str, me: Any, *given: Any) -> Any:
        if not isinstance(me, Held):
            raise TypeError(f"{method} has to be asked of an object of its class")
        return self._call_held(place(me), method, *given)

    def _call_held(self, number: int, method: str, *given: Any) -> Any:
        text = json.dumps([to_script(value) for value in given])
        return self._answered(self._inside_call("method", number, method, text), given)

    def _inside_call(self, what: str, *given: Any) -> Any:
        """Ask the prelude; what it does not catch is the end of the engine's memory or stack."""
        try:
            return self._inside(what, *given)
        except self._failed as error:
            raise Thrown(self._told_syntax(str(error))) from None

    def _answered(self, reply: Any, given: tuple[Any, ...] = ()) -> Any:
        """Return what a script answered, its arguments left as it left them.

        Raises:
            Thrown: what it threw.
        """
        told = json.loads(reply)
        if "e" in told:
            raise Thrown(self._told(told["e"]))
        for argument, after in zip(given, told.get("a", ()), strict=False):
            put_back(argument, from_script(after, self))
        return from_script(told["v"], self)

    # ------------------------------------------------------------------ what went wrong

    def _told(self, error: dict[str, str]) -> dict[str, Any]:
        whole = f"{error['type']}: {error['message']}"
        kind = _RAISED.get(whole, error["type"])
        if kind == "Error" and NOT_WRITTEN.search(error["message"]):
            kind = "NotImplementedError"
        file, line, function = self._where(error["stack"])
        message = error["message"]
        return {
            "type": kind, "message": message, "line": line, "function": function, "file": file,
        }  # fmt: skip

    def _told_syntax(self, text: str) -> dict[str, Any]:
        first, _, stack = text.partition("\n")
        kind, _, message = first.partition(": ")
        return self._told({"type": kind[:60], "message": message[:300], "stack": stack})

    def _where(self, stack: str) -> tuple[str, int | None, str]:
        """Return file, line and function of the innermost frame that is the submission's."""
        files = list(self._scripts())
        for function, line in _FRAME.findall(stack):
            number, own = divmod(int(line), LINES_APART)
            if 1 <= number <= len(files) and own:
                name = "" if function.startswith("<") else function
                return files[number - 1], own, name[:80]
        return "", None, ""


def spellings(name: str) -> list[str]:
    """Return how ``name`` is spelt in scripts: ``check_winner`` is ``checkWinner`` there."""
    first, *others = name.strip("_").split("_")
    camel = first + "".join(other[:1].upper() + other[1:] for other in others)
    return [camel, name] if camel != name else [name]


def snake(name: str) -> str:
    """Return ``checkWinner`` as ``check_winner``; the name of a class stays."""
    if name[:1].isupper():
        return name
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: f"_{found[1].lower()}", name)


def _say(text: str) -> None:
    sys.stdout.write(text)
