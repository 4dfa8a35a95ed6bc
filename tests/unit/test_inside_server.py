"""Requests in, replies out; here in this process, over pipes of our own."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grader.sandbox import wire
from grader.sandbox.inside.chance import Chance
from grader.sandbox.inside.server import Server, describe
from grader.sandbox.inside.sink import Sink

MAIN = "made_up_main.py"
Talk = Callable[..., list[dict[str, Any]]]


class Closed(io.StringIO):
    """A stream that the submission has closed."""

    def flush(self) -> None:
        raise ValueError


@pytest.fixture(autouse=True)
def _clean_imports() -> Iterator[None]:
    path = sys.meta_path[:]
    yield
    sys.meta_path[:] = path
    for name in [name for name in sys.modules if name.startswith("made_up_")]:
        del sys.modules[name]


def frame(request: dict[str, Any]) -> bytes:
    body = json.dumps(request).encode()
    return len(body).to_bytes(4, "big") + body


def frames(raw: bytes) -> list[dict[str, Any]]:
    found = []
    while raw:
        size = int.from_bytes(raw[:4], "big")
        found.append(json.loads(raw[4 : 4 + size]))
        raw = raw[4 + size :]
    return found


def served(raw: bytes, sink: Sink | None = None, stream: io.TextIOBase | None = None) -> bytes:
    """Return what a server answers to the bytes in ``raw``, after which its input ends."""
    requests_out, requests_in = os.pipe()
    replies_out, replies_in = os.pipe()
    try:
        os.write(requests_in, raw)
        os.close(requests_in)
        server = Server(requests_out, replies_in, sink or Sink(), stream or io.StringIO(), Chance())
        server.serve()
        os.close(replies_in)
        with os.fdopen(replies_out, "rb", closefd=False) as replies:
            return replies.read()
    finally:
        os.close(requests_out)
        os.close(replies_out)


def load(text: str, **more: Any) -> dict[str, Any]:
    request = {"op": "load", "id": 1, "files": {MAIN: text}, "entry": MAIN, "functions": ["f"]}
    return request | {"standin": "", "replaced": [], "strip": False} | more


def call(*calls: list[Any], number: int = 2, **more: Any) -> dict[str, Any]:
    return {"op": "call", "id": number, "function": "f", "calls": list(calls)} | more


def talk(*requests: dict[str, Any]) -> list[dict[str, Any]]:
    return frames(served(b"".join(map(frame, requests))))


# ---------------------------------------------------------------------------- loading


def test_loading_tells_what_the_file_defines_and_what_is_still_a_placeholder() -> None:
    (reply,) = talk(load("def g(): pass\ndef f(): return 1\nx = 1\ndef __h(): pass\n"))
    assert reply == {"id": 1, "loaded": True, "functions": [["f", False], ["g", True]]}


def test_a_file_that_stops_half_way_tells_what_it_defined_until_then() -> None:
    (reply,) = talk(load("def f(): return 1\n1 / 0\ndef g(): return 2\n"))
    assert reply["functions"] == [["f", False]]
    assert reply["error"] == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "line": 2,
        "function": "<module>",
        "file": MAIN,
    }


def test_a_file_that_does_not_compile_defines_nothing() -> None:
    (reply,) = talk(load("x = 1\ndef f(:\n"))
    assert reply["functions"] == []
    assert (reply["error"]["type"], reply["error"]["line"]) == ("SyntaxError", 2)


def test_a_file_may_be_loaded_without_its_top_level() -> None:
    (reply,) = talk(load("def f(): return 1\nwhile True: pass\n", strip=True))
    assert "error" not in reply
    assert reply["functions"] == [["f", False]]


def test_right_functions_stand_in_for_the_submissions_own() -> None:
    text = "def f(): return g()\ndef g(): return 'wrong'\n"
    right = {"standin": "def g(): return 'right'\n", "replaced": ["g"]}
    assert talk(load(text, **right), call([]))[1]["value"] == "right"


def test_no_more_than_a_hundred_names_are_told() -> None:
    (reply,) = talk(load("".join(f"def g{n}(): ...\n" for n in range(200)) + "def f(): return 1\n"))
    assert len(reply["functions"]) == 100
    assert reply["functions"][0] == ["f", False]


# ---------------------------------------------------------------------------- calling


def test_replies_are_numbered_on_from_the_request() -> None:
    replies = talk(load("def f(n): return 2 * n\n"), call([1], [2], number=5))
    assert replies[1:] == [{"id": 5, "value": 2}, {"id": 6, "value": 4}]


def test_a_changed_argument_comes_back() -> None:
    (_, reply) = talk(load("def f(b, n): b[n] = 'O'\n"), call([["X", " "], 1]))
    assert reply == {"id": 2, "value": None, "after": [["X", "O"], 1]}


def test_arguments_left_alone_do_not_come_back() -> None:
    (_, reply) = talk(load("def f(*a): return len(a)\n"), call([[" "], {"f": "inf"}, {"t": [1]}]))
    assert reply == {"id": 2, "value": 3}


@pytest.mark.parametrize(
    "given",
    [
        {"s": [3, 20, 100]},
        {"s": [{"t": [0, 1]}, {"t": [2, 0]}]},
        {"z": ["b", "a"]},
        {"d": [["b", {"s": [3, 1]}], ["a", 2]]},
        [{"z": ["O", "X"]}],
        {"f": "nan"},
    ],
)
def test_an_argument_left_alone_does_not_come_back_whatever_its_order(given: Any) -> None:
    written = json.loads(wire.write_one(wire.decode(given)))  # as the other side sends it
    (_, reply) = talk(load("def f(*a): return len(a)\n"), call([written]))
    assert reply == {"id": 2, "value": 1}


def test_a_set_that_was_changed_comes_back() -> None:
    (_, reply) = talk(load("def f(s): s.add(3)\n"), call([{"s": [1, 2]}]))
    assert reply == {"id": 2, "value": None, "after": [{"s": [1, 2, 3]}]}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("def f(): return {}[1]\n", "KeyError"),
        ("def f(): raise SystemExit(0)\n", "SystemExit"),
        ("def f(): raise KeyboardInterrupt\n", "KeyboardInterrupt"),
        ("def f(x): pass\n", "TypeError"),
        ("def g(): pass\n", "AttributeError"),
        ("def f(): return (1 // n for n in [0])\n", "ZeroDivisionError"),
        ("def f(): return f()\n", "RecursionError"),
    ],
)
def test_whatever_is_raised_is_the_answer(text: str, name: str) -> None:
    assert talk(load(text), call([]))[1]["error"]["type"] == name


def test_a_function_asked_before_anything_is_loaded_is_not_there() -> None:
    assert talk(call([]))[0]["error"]["type"] == "AttributeError"


def test_every_course_of_chance_is_tried_and_each_reply_told_once() -> None:
    text = "calls = 0\ndef f(n):\n    global calls\n    calls += 1\n    return n\n"
    (_, reply) = talk(load(text), call([7], op="every", within_s=5))
    assert reply == {"id": 2, "every": [{"value": 7}], "complete": True, "runs": 1}


# ---------------------------------------------------------------------------- objects

COUNTER = """
class Counter:
    def __init__(self): self.n = 0
    def add(self, by):
        self.n += by
        return self.n
def f(): return Counter()
"""


def test_an_object_is_kept_and_asked_by_its_handle() -> None:
    made = call([], [], keep=True)
    added = call([5], [7], number=4, function="add", on=[1, 2])
    replies = talk(load(COUNTER), made, added)
    assert [reply["value"] for reply in replies[1:]] == [{"h": 1}, {"h": 2}, 5, 7]


def test_an_attribute_is_read_and_set() -> None:
    one = {"function": "n", "on": [1]}
    replies = talk(
        load(COUNTER),
        call([], keep=True),
        call([9], number=3, how="set", **one),
        call([], number=4, how="get", **one),
    )
    assert [reply["value"] for reply in replies[2:]] == [None, 9]


def test_an_object_that_was_dropped_is_gone() -> None:
    replies = talk(
        load(COUNTER),
        call([], keep=True),
        call([], number=3, function="", on=[1], how="drop"),
        call([1], number=4, function="add", on=[1]),
    )
    assert replies[2]["value"] is None
    assert replies[3]["error"]["type"] == "AttributeError"


def test_a_handle_may_be_an_argument() -> None:
    text = COUNTER + "def g(c): return c.add(3)\n"
    replies = talk(load(text), call([], keep=True), call([{"h": 1}], number=3, function="g"))
    assert replies[2]["value"] == 3


def test_a_handle_as_an_argument_is_not_a_change() -> None:
    text = COUNTER + "def g(c, b):\n    c.add(3)\n    if len(b) > 1: b[0] = 'X'\n"
    replies = talk(
        load(text),
        call([], keep=True),
        call([{"h": 1}, [" "]], [{"h": 1}, [" ", " "]], number=3, function="g"),
    )
    assert replies[2] == {"id": 3, "value": None}
    assert replies[3] == {"id": 4, "value": None, "after": [{"h": 1}, ["X", " "]]}


def test_a_handle_that_nobody_gave_is_an_error_of_the_call() -> None:
    assert talk(load(COUNTER), call([1], on=[7]))[1]["error"]["type"] == "KeyError"


# ---------------------------------------------------------------------------- the pipe


def test_what_was_printed_comes_with_the_reply() -> None:
    sink = Sink()
    sink.write(b"hello")
    replies = frames(served(frame(load("")), sink))
    assert replies[0]["out"] == "hello"


def test_a_closed_output_is_no_fault() -> None:
    assert frames(served(frame(load("")), stream=Closed()))[0]["loaded"]


def test_a_value_too_large_to_send_is_told_as_such() -> None:
    text = "def f(): return [['x' * 400] * 64] * 64\n"
    assert talk(load(text), call([]))[1] == {"id": 2, "value": {"o": "value too large to send"}}


@pytest.mark.parametrize("raw", [b"", b"\0\0", b"\0\0\0\x10{"])
def test_a_pipe_that_closes_ends_it(raw: bytes) -> None:
    assert served(raw) == b""


# ---------------------------------------------------------------------------- exceptions


class Rude(Exception):  # noqa: N818 - as a student might
    """Says nothing worth hearing."""

    def __str__(self) -> str:
        raise AssertionError


class Unspeakable:
    def __str__(self) -> str:
        raise KeyboardInterrupt


def test_the_text_of_their_own_exception_is_not_asked_for() -> None:
    assert describe(Rude("secret"), {})["message"] == ""


def test_a_text_that_cannot_be_had_is_a_question_mark() -> None:
    assert describe(ValueError(Unspeakable()), {})["message"] == "?"


def test_a_long_text_is_cut() -> None:
    assert len(describe(ValueError("x" * 999), {})["message"]) == 300


def test_the_innermost_line_of_the_submission_is_told() -> None:
    text = "def f(): return g()\n\ndef g():\n    return sorted([1, 'a'])\n"
    error = talk(load(text), call([]))[1]["error"]
    assert (error["line"], error["function"], error["file"]) == (4, "g", MAIN)


def test_an_exception_from_elsewhere_has_no_line() -> None:
    told = describe(ValueError("x"), {})
    assert (told["line"], told["function"], told["file"]) == (None, "", "")


# ---------------------------------------------------------------------------- objects to be made

GRID = """
class Grid:
    def __init__(self, side=2):
        self.cells = [""] * side
        self.log = 0
    def put(self, at, mark):
        self.cells[at] = mark
    def count(self): return len(self.cells) - self.cells.count("")
    def wipe(self): self.cells[0] = ""
    def tidy(self, board): board.clear()
    def later(self): pass
    size = 3
def filled(grid, mark): return grid.cells.count(mark)
"""


def made(*steps: list[Any], show: str | None = "cells", side: tuple[int, ...] = ()) -> Any:
    do = [["put", step] for step in steps]
    return {"n": {"of": "Grid", "with": list(side), "do": do, "show": show}}


def test_methods_that_are_asked_for_are_told_and_whether_they_are_placeholders() -> None:
    wanted = ["Grid.put", "Grid.later", "Grid.size", "Grid.nothing", "None.put", "filled"]
    (loaded,) = talk(load(GRID, functions=wanted))
    told = [["Grid.put", False], ["Grid.later", True], ["filled", False], ["Grid", False]]
    assert loaded["functions"] == told


def test_an_object_is_made_for_one_question_and_its_method_asked() -> None:
    asked = call([made([0, "X"], [1, "O"])], [made()], function="Grid.count")
    _, two, none = talk(load(GRID), asked)
    assert (two["value"], none["value"]) == (2, 0)
    assert "after" not in two


def test_an_object_may_be_any_argument() -> None:
    asked = call([made([2, "X"], side=(3,)), "X"], function="filled")
    assert talk(load(GRID), asked)[1]["value"] == 1


def test_a_change_to_what_an_object_shows_comes_back() -> None:
    shown, unseen = made([0, "X"]), made([0, "X"], show=None)
    asked = call([shown], [unseen], function="Grid.wipe")
    _, seen, not_looked_at = talk(load(GRID), asked)
    assert seen["after"] == [["", ""]]
    assert "after" not in not_looked_at


def test_beside_a_changed_board_an_object_that_shows_nothing_is_told_by_its_class() -> None:
    asked = call([made(show=None), ["X"]], function="Grid.tidy")
    assert talk(load(GRID), asked)[1]["after"] == [{"o": "Grid"}, []]


@pytest.mark.parametrize(
    ("recipe", "name"),
    [
        (made([7, "X"]), "IndexError"),
        ({"n": {"of": "Nothing", "with": [], "do": [], "show": None}}, "AttributeError"),
        (made(show="walls"), "AttributeError"),
    ],
)
def test_an_object_that_cannot_be_made_is_an_error_of_the_call(recipe: Any, name: str) -> None:
    assert talk(load(GRID), call([recipe], function="Grid.count"))[1]["error"]["type"] == name


def test_a_right_method_stands_in_for_the_submissions_own() -> None:
    right = "class Grid:\n    def count(self): return 'right'\n"
    asked = call([made([0, "X"])], function="Grid.count")
    loaded = load(GRID, standin=right, replaced=["Grid.count"])
    assert talk(loaded, asked)[1]["value"] == "right"
