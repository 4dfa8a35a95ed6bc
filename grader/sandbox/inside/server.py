"""Requests in, replies out.

A frame is a 4-byte big-endian length and a JSON object; each request names the ``id`` of its
first reply, and each reply carries the next one.
"""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from .chance import Chance
from .loading import Submission
from .memo import Memo
from .script import SUFFIXES, Script, Thrown
from .sink import Sink
from .values import Wire, module_of, text_of, type_name

MAX_FRAME_BYTES = 256 * 1024
MAX_NAMES = 100
MOMENT_S = 0.005
RECIPE = "n"  # the tag of an argument that is to be made here
_PER_RUN = {"chance"}  # what tells nothing about an answer


class Server:
    """Reads requests, runs them, writes replies."""

    def __init__(
        self, requests: int, replies: int, sink: Sink, stream: io.TextIOBase, chance: Chance
    ) -> None:
        self._chance = chance
        self._requests = requests
        self._replies = replies
        self._sink = sink
        self._stream = stream
        self._wire = Wire()
        self._submission: Submission | Script = Submission({}, "")
        self._memo = Memo({}, {})

    def serve(self) -> None:
        """Answer until the other side closes the pipe."""
        while (request := self._receive()) is not None:
            number = request["id"]
            each = request.get("each", True)
            quick = Quick(self._send)
            for reply in self._handle(request):
                with suppress(ValueError):  # the submission may have closed it
                    self._stream.flush()
                reply["id"] = number
                if self._sink.kept:
                    reply["out"] = self._sink.take()
                if each or len(reply) > len(("id", "value")):
                    quick.send()
                    self._send(reply)
                else:
                    quick.add(number, reply["value"])
                number += 1
            quick.send()

    def _handle(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if request["op"] == "load":
            yield self._load(request)
            return
        on = request.get("on") or [None] * len(request["calls"])
        ask = self._every if request["op"] == "every" else self._answer
        last = len(request["calls"])
        for n, (target, arguments) in enumerate(zip(on, request["calls"], strict=True), 1):
            reply = ask(request, target, arguments)
            if n == last:
                self._memo.check()
            if self._memo.dropped:
                reply["dropped"] = True
            yield reply

    def _every(self, request: dict[str, Any], on: int | None, given: Any) -> dict[str, Any]:
        """Return each distinct reply to one question, under every course of chance."""

        def run() -> str:
            reply = self._answer(request, on, given)
            return json.dumps({key: reply[key] for key in reply if key not in _PER_RUN})

        replies, complete = self._chance.every(run, request["within_s"])
        distinct = [json.loads(reply) for reply in dict.fromkeys(replies)]
        return {"every": distinct, "complete": complete, "runs": len(replies)}

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        kind = Script if request["entry"].endswith(SUFFIXES) else Submission
        self._submission = kind(request["files"], request["entry"])
        self._submission.install()
        reply: dict[str, Any] = {"loaded": True}
        try:
            self._submission.load(strip=request["strip"], settable=request["replaced"])
        except BaseException as error:  # noqa: BLE001 - a load that fails is an answer too
            reply["error"] = describe(error, request["files"])
        if request["entry"] in self._submission.modules:
            self._submission.replace(request["standin"], request["replaced"])
            if request.get("accelerate"):
                reply["accelerated"] = self._accelerate()
        reply["functions"] = self._seen(request)
        return reply

    def _accelerate(self) -> bool:
        """Let recursive functions remember; return whether there is one that may."""
        if isinstance(self._submission, Script):
            return False
        self._memo = Memo(self._submission.modules, self._submission.files)
        if self._memo:
            self._memo.install()
        return bool(self._memo)

    def _seen(self, request: dict[str, Any]) -> list[list[Any]]:
        """Return name and whether it is a placeholder, of each callable the entry file defines."""
        stubs = self._submission.unwritten()
        found = self._submission.callables(request["functions"])
        wanted = [name for name in request["functions"] if self._has(name, found)]
        others = [text_of(n)[:60] for n in found if not n.startswith("__") and n not in wanted]
        return [[name, name in stubs] for name in (wanted + others)[:MAX_NAMES]]

    def _has(self, name: str, found: list[str]) -> bool:
        """Return whether there is a function ``name``, or of ``Class.method`` such a method."""
        return self._submission.has(name) if "." in name else name in found

    def _answer(self, request: dict[str, Any], on: int | None, given: Any) -> dict[str, Any]:
        self._chance.draws = 0
        asked = given
        try:
            arguments = [self._argument(argument) for argument in given]
            given = [self._looked_at(*pair) for pair in zip(given, arguments, strict=True)]
            function = self._target(request, on)
            value = function(*arguments)
            told = self._wire.keep(value) if request.get("keep") else self._wire.encode(value)
            after = given if arguments == given else self._after(asked, arguments)
        except BaseException as error:  # noqa: BLE001 - whatever it raises is its answer
            return {"error": describe(error, self._submission.files)}
        reply = {"value": told}
        if self._chance.draws:
            reply["chance"] = True
        if after != given:
            reply["after"] = [_without_recipe(told) for told in after]
        return reply

    def _argument(self, told: Any) -> Any:
        """Return one argument; an object is made as its recipe says."""
        if not (type(told) is dict and RECIPE in told):
            return self._wire.decode(told)
        recipe = told[RECIPE]
        decode = self._wire.decode
        made = self._submission.named(recipe["of"])(*map(decode, recipe["with"]))
        for method, given in recipe["do"]:
            getattr(made, method)(*map(decode, given))
        return made

    def _looked_at(self, told: Any, argument: Any) -> Any:
        """Return an argument as it is told of: of an object, the attribute that shows it."""
        if not (type(told) is dict and RECIPE in told):
            return told
        show = told[RECIPE]["show"]
        return told if show is None else self._wire.encode(getattr(argument, show))

    def _after(self, asked: list[Any], arguments: list[Any]) -> list[Any]:
        """Return the arguments as the call left them; an object that is kept here is its handle."""
        return [
            self._told_after(told, argument)
            for told, argument in zip(asked, arguments, strict=True)
        ]

    def _told_after(self, told: Any, argument: Any) -> Any:
        if type(told) is dict and "h" in told:
            return told
        if type(told) is dict and RECIPE in told:
            return self._looked_at(told, argument)
        return self._wire.encode(argument)

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


def _without_recipe(told: Any) -> Any:
    """Return what is told of an argument; of an object that shows nothing, the name of its class.

    A recipe is for this side alone: the other one takes it for a forgery.
    """
    is_recipe = type(told) is dict and RECIPE in told
    return {"o": told[RECIPE]["of"]} if is_recipe else told


class Quick:
    """Plain values on their way, many to a frame, held back for a moment at most."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._first = 0
        self._since_s = 0.0
        self._values: list[Any] = []

    def add(self, number: int, value: Any) -> None:
        """Take the reply with id ``number``; ids come without a gap."""
        if not self._values:
            self._first, self._since_s = number, time.perf_counter()
        self._values.append(value)
        if time.perf_counter() - self._since_s > MOMENT_S:
            self.send()

    def send(self) -> None:
        """Send what was held back."""
        values, self._values = self._values, []
        if len(json.dumps(values)) > MAX_FRAME_BYTES // 2:
            for number, value in enumerate(values, self._first):
                self._send({"id": number, "value": value})
        elif values:
            self._send({"id": self._first, "values": values})


def describe(error: BaseException, files: dict[str, str]) -> dict[str, Any]:
    """Return what is told of an exception: type, text if built in, innermost own line."""
    if isinstance(error, Thrown):
        return error.told
    message = ""
    if module_of(error) == "builtins":  # never a submission's own __str__
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
