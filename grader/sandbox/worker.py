"""The child process: load one submission from text, answer calls. Standard library only.

Started as a script with two descriptors, requests in and replies out, which are moved away from
0, 1 and 2 before anything else. A frame is a 4-byte big-endian length and a JSON object; each
request names the ``id`` of its first reply, and each reply carries the next one. Whatever this
process says is a claim of the submission: the other side believes values, never judgements.

A value on the wire is JSON for None, bool, str, list and ints of 63 bits; all else is an object
with one tag: ``f`` float, ``i`` big int, ``t`` tuple, ``s`` set, ``z`` frozenset, ``d`` dict,
``y`` an iterator's first items, ``h`` a handle, ``o`` an opaque object's type name.
"""

from __future__ import annotations

import ast
import io
import json
import os
import random
import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec
from typing import Any

MAX_FRAME_BYTES = 256 * 1024
MAX_OUTPUT_BYTES = 64 * 1024
MAX_ITEMS = 64
MAX_DEPTH = 6
MAX_TEXT = 400
MAX_BITS = 4096
MAX_NAMES = 100

_DRAINED = frozenset(
    {
        "generator", "map", "filter", "zip", "range", "dict_keys", "dict_values", "enumerate",
        "list_iterator", "tuple_iterator", "set_iterator", "range_iterator", "reversed",
    }
)  # fmt: skip


class Sink(io.RawIOBase):
    """Where prints go: keeps the first ``MAX_OUTPUT_BYTES``, drops the rest, never blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = bytearray()
        self.room_bytes = MAX_OUTPUT_BYTES

    def writable(self) -> bool:
        """Return True: this is a stream to write to."""
        return True

    def write(self, data: Any) -> int:
        """Take ``data`` and keep what there is room for."""
        taken = bytes(data)
        self.kept += taken[: self.room_bytes]
        self.room_bytes -= min(len(taken), self.room_bytes)
        return len(taken)

    def take(self) -> str:
        """Return what was kept since the last call."""
        text = self.kept.decode("utf-8", "backslashreplace")
        self.kept.clear()
        return text


def type_name(value: object) -> str:
    """Return the name of a value's type, by the slot and not by what its class pretends."""
    name = type.__dict__["__name__"].__get__(type(value))
    return text_of(name)[:60]


def text_of(text: str) -> str:
    """Return ``text`` as text that every encoding can carry."""
    return str.encode(text, "utf-8", "backslashreplace").decode("utf-8")


class Wire:
    """Values to JSON data and back. No method of a submission's object is called."""

    def __init__(self) -> None:
        self.kept: dict[int, Any] = {}

    def keep(self, value: object) -> dict[str, Any]:
        """Return a handle to ``value``, which stays here."""
        number = len(self.kept) + 1
        self.kept[number] = value
        return {"h": number}

    def encode(self, value: Any, depth: int = 0) -> Any:
        """Return ``value`` as JSON data; a subclass of a builtin crosses as its base."""
        kind = type(value)
        if value is None or kind is bool:
            return value
        if issubclass(kind, str):
            return _text(str.__str__(value))
        if issubclass(kind, int):
            return _whole(int.__int__(value))
        if issubclass(kind, float):
            return {"f": float.hex(float.__float__(value))}
        return self._container(value, depth)

    def _container(self, value: Any, depth: int) -> Any:
        items, tag = _items(value)
        if tag is None or depth >= MAX_DEPTH:
            return {"o": type_name(value)}
        if len(items) > MAX_ITEMS:
            return {"o": f"{type_name(value)} of {len(items)} items"}
        parts = [self.encode(item, depth + 1) for item in items]
        return parts if tag == "l" else {tag: parts}

    def decode(self, data: Any) -> Any:
        """Return the value that the other side wrote as ``data``."""
        if type(data) is list:
            return [self.decode(item) for item in data]
        if type(data) is not dict:
            return data
        ((tag, body),) = data.items()
        match tag:
            case "f":
                return float.fromhex(body)
            case "i":
                return int(body, 16)
            case "h":
                return self.kept[body]
            case "d":
                return {self.decode(key): self.decode(item) for key, item in body}
            case _:
                kind = {"t": tuple, "s": set, "z": frozenset}[tag]
                return kind(self.decode(item) for item in body)


def _text(text: str) -> Any:
    return text_of(text) if len(text) <= MAX_TEXT else {"o": f"str of {len(text)} characters"}


def _whole(number: int) -> Any:
    if -(1 << 63) <= number < 1 << 63:
        return number
    bits = number.bit_length()
    return {"i": hex(number)} if bits <= MAX_BITS else {"o": f"int of {bits} bits"}


def _items(value: Any) -> tuple[list[Any], str | None]:
    """Return the items of a container and the tag it crosses under, or no tag."""
    kind = type(value)
    if issubclass(kind, list):
        return list.__getitem__(value, slice(None)), "l"
    if issubclass(kind, tuple):
        return list(tuple.__iter__(value)), "t"
    if issubclass(kind, set):
        return list(set.__iter__(value)), "s"
    if issubclass(kind, frozenset):
        return list(frozenset.__iter__(value)), "z"
    if issubclass(kind, dict):
        return [[key, item] for key, item in dict.items(value)], "d"
    if kind.__module__ == "builtins" and type_name(value) in _DRAINED:
        return [item for item, _ in zip(value, range(MAX_ITEMS + 1), strict=False)], "y"
    return [], None


class Submission:
    """The modules of one submission, made from text and never looked up on a path."""

    def __init__(self, files: dict[str, str], entry: str) -> None:
        self.files = files
        self.entry = entry
        self.modules: dict[str, types.ModuleType] = {}

    def load(self, *, strip: bool) -> None:
        """Run the entry file; with ``strip``, without its top-level statements that act."""
        name = module_name(self.entry)
        module = types.ModuleType(name)
        sys.modules[name] = module
        self._run(self.entry, module, strip=strip)

    def _run(self, file: str, module: types.ModuleType, *, strip: bool = False) -> None:
        text = self.files[file]
        module.__file__ = file
        self.modules[file] = module
        tree = stripped(ast.parse(text)) if strip else text
        code = compile(tree, file, "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102 - running it is the job

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return where a helper module is, if the submission has one (an import hook)."""
        del path, target
        stem = name.replace(".", "/")
        if name.partition(".")[0] in sys.stdlib_module_names:
            return None  # a helper called random.py must not break the real one's users
        if f"{stem}.py" in self.files:
            return ModuleSpec(name, self, origin=f"{stem}.py")  # type: ignore[arg-type]
        if any(file.startswith(f"{stem}/") for file in self.files):
            origin = f"{stem}/__init__.py" if f"{stem}/__init__.py" in self.files else None
            return ModuleSpec(name, self, origin=origin, is_package=True)  # type: ignore[arg-type]
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let the import system make the module (an import hook)."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run a helper's text (an import hook)."""
        spec = module.__spec__
        if spec is not None and spec.origin is not None:
            self._run(spec.origin, module)

    def replace(self, standin_text: str, names: list[str]) -> None:
        """Put our own right functions in place of the submission's, wherever they are bound."""
        standin = types.ModuleType("standins")
        exec(compile(standin_text, "standins", "exec"), standin.__dict__)  # noqa: S102 - ours
        main = self.modules[self.entry]
        for module in self.modules.values():
            for name in names:
                if module is main or name in module.__dict__:
                    module.__dict__[name] = standin.__dict__[name]

    def named(self, name: str) -> Any:
        """Return what the entry file calls ``name``.

        Raises:
            AttributeError: if there is no such name.
        """
        module = self.modules.get(self.entry)
        if module is None or name not in module.__dict__:
            raise AttributeError(f"{self.entry} has no {name}")
        return module.__dict__[name]


def module_name(file: str) -> str:
    """Return the name to load ``file`` under: its stem, unless the library owns that name."""
    stem = file.rpartition("/")[2].removesuffix(".py")
    return f"submitted_{stem}" if stem in sys.stdlib_module_names | {"__main__"} else stem


def stripped(tree: ast.Module) -> ast.Module:
    """Return ``tree`` with imports, definitions and plain assignments only.

    The second chance of a file that plays its game, or waits for ever, when it is imported.
    """
    asking = _functions_that_ask(tree)
    tree.body = [node for node in tree.body if _only_defines(node, asking)]
    return tree


def _only_defines(node: ast.stmt, asking: set[str]) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return not _names(node) & asking
    definitions = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    if isinstance(node, ast.Try):
        return all(isinstance(inner, definitions) for inner in node.body)
    return isinstance(node, definitions)


def _functions_that_ask(tree: ast.Module) -> set[str]:
    """Return the names of the top-level functions that reach ``input``, and ``input``."""
    bodies = {node.name: _names(node) for node in tree.body if isinstance(node, ast.FunctionDef)}
    asking = {"input"}
    while more := {name for name, used in bodies.items() if used & asking} - asking:
        asking |= more
    return asking


def _names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def unwritten(text: str) -> set[str]:
    """Return the top-level functions whose body is nothing but a placeholder."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and all(map(_is_placeholder, node.body))
    }


def _is_placeholder(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(ast.Constant()):
            return True
        case ast.Raise(ast.Name("NotImplementedError") | ast.Call(ast.Name("NotImplementedError"))):
            return True
        case _:
            return False


def describe(error: BaseException, files: dict[str, str]) -> dict[str, Any]:
    """Return what is told of an exception: type, text if built in, innermost own line."""
    message = ""
    if type(error).__module__ == "builtins":  # never a submission's own __str__
        try:
            told = error.msg if isinstance(error, SyntaxError) else BaseException.__str__(error)
            message = text_of(told)[:300]
        except BaseException:  # noqa: BLE001 - an argument's __str__ may raise anything
            message = "?"
    line, function, file = None, "", ""
    if isinstance(error, SyntaxError) and error.filename in files:
        line, file = error.lineno, error.filename
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename in files:
            line, function, file = trace.tb_lineno, code.co_name, code.co_filename
        trace = trace.tb_next
    name = type_name(error)
    return {"type": name, "message": message, "line": line, "function": function, "file": file}


class Server:
    """Reads requests, runs them, writes replies."""

    def __init__(self, requests: int, replies: int, sink: Sink, stream: io.TextIOBase) -> None:
        self._requests = requests
        self._replies = replies
        self._sink = sink
        self._stream = stream
        self._wire = Wire()
        self._submission = Submission({}, "")

    def serve(self) -> None:
        """Answer until the other side closes the pipe."""
        while (request := self._receive()) is not None:
            number = request["id"]
            for reply in self._handle(request):
                with suppress(ValueError):  # the submission may have closed it
                    self._stream.flush()
                reply["id"] = number
                if self._sink.kept:
                    reply["out"] = self._sink.take()
                self._send(reply)
                number += 1

    def _handle(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if request["op"] == "load":
            yield self._load(request)
            return
        on = request.get("on") or [None] * len(request["calls"])
        for target, arguments in zip(on, request["calls"], strict=True):
            yield self._answer(request, target, arguments)

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        self._submission = Submission(request["files"], request["entry"])
        sys.meta_path.append(self._submission)  # type: ignore[arg-type]
        reply: dict[str, Any] = {"loaded": True}
        try:
            self._submission.load(strip=request["strip"])
        except BaseException as error:  # noqa: BLE001 - a load that fails is an answer too
            reply["error"] = describe(error, request["files"])
        if request["entry"] in self._submission.modules:
            self._submission.replace(request["standin"], request["replaced"])
        reply["functions"] = self._seen(request)
        return reply

    def _seen(self, request: dict[str, Any]) -> list[list[Any]]:
        """Return name and whether it is a placeholder, of each callable the entry file defines."""
        module = self._submission.modules.get(request["entry"])
        stubs = unwritten(request["files"][request["entry"]])
        found = [n for n, v in (module.__dict__ if module else {}).items() if callable(v)]
        wanted = [name for name in request["functions"] if name in found]
        others = [text_of(n)[:60] for n in found if not n.startswith("__") and n not in wanted]
        return [[name, name in stubs] for name in (wanted + others)[:MAX_NAMES]]

    def _answer(self, request: dict[str, Any], on: int | None, given: Any) -> dict[str, Any]:
        try:
            arguments = [self._wire.decode(argument) for argument in given]
            function = self._target(request, on)
            start = time.perf_counter()
            value = function(*arguments)
            seconds = time.perf_counter() - start
            told = self._wire.keep(value) if request.get("keep") else self._wire.encode(value)
            after = [self._wire.encode(argument) for argument in arguments]
        except BaseException as error:  # noqa: BLE001 - whatever it raises is its answer
            return {"error": describe(error, self._submission.files)}
        reply = {"value": told, "seconds": round(seconds, 6)}
        if after != given:
            reply["after"] = after
        return reply

    def _target(self, request: dict[str, Any], on: int | None) -> Callable[..., Any]:
        name = request["function"]
        if on is None:
            named: Callable[..., Any] = self._submission.named(name)
            return named
        held = self._wire.kept[on]
        match request.get("how", "call"):
            case "get":
                return lambda: getattr(held, name)
            case "set":
                return lambda value: setattr(held, name, value)
            case "drop":
                return lambda: self._wire.kept.__setitem__(on, None)
            case _:
                method: Callable[..., Any] = getattr(held, name)
                return method

    def _receive(self) -> dict[str, Any] | None:
        header = self._read(4)
        body = self._read(int.from_bytes(header, "big")) if header else None
        if body is None:
            return None
        request: dict[str, Any] = json.loads(body)
        return request

    def _read(self, size: int) -> bytes | None:
        parts = bytearray()
        while len(parts) < size:
            chunk = os.read(self._requests, size - len(parts))
            if not chunk:
                return None
            parts += chunk
        return bytes(parts)

    def _send(self, reply: dict[str, Any]) -> None:
        body = json.dumps(reply, separators=(",", ":")).encode()
        if len(body) > MAX_FRAME_BYTES:
            small = {"id": reply["id"], "value": {"o": "value too large to send"}}
            body = json.dumps(small).encode()
        frame = len(body).to_bytes(4, "big") + body
        while frame:
            frame = frame[os.write(self._replies, frame) :]


def limit_resources(memory_bytes: int, cpu_s: int) -> str:
    """Bound this process where the system can; return the level reached."""
    try:
        import resource  # noqa: PLC0415 - POSIX only, and this file runs everywhere
    except ImportError:
        return "plain"
    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NOFILE": 64,
        "RLIMIT_AS": memory_bytes,
        "RLIMIT_CPU": cpu_s,
    }
    for name, value in wanted.items():
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (AttributeError, OSError, ValueError):  # not every system has every limit
            continue
    return "limited"


def _move_descriptors() -> tuple[int, int]:
    """Return the request and reply descriptors, away from 0, 1 and 2, which lead nowhere."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - only there

        msvcrt.setmode(0, os.O_BINARY)
        msvcrt.setmode(1, os.O_BINARY)
    requests, replies = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    return requests, replies


def main(memory_bytes: int, cpu_s: int) -> None:
    """Take over the process: descriptors, limits, streams; say ready; serve."""
    requests, replies = _move_descriptors()
    level = limit_resources(memory_bytes, cpu_s)
    random.seed(0)  # the same program earns the same at every run
    sink = Sink()
    stream = io.TextIOWrapper(
        io.BufferedWriter(sink), "utf-8", "backslashreplace", write_through=True
    )
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[misc]
    sys.stdin = sys.__stdin__ = io.StringIO()  # type: ignore[misc]
    sys.argv = [""]
    server = Server(requests, replies, sink, stream)
    server._send({"id": 0, "ready": level})  # noqa: SLF001 - its first word
    server.serve()
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
