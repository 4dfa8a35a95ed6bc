"""One submission in real workers: whatever it does costs the question that caused it."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grader.errors import JudgeError
from grader.model import (
    Crashed,
    Handle,
    Opaque,
    Raised,
    Reply,
    Returned,
    TimedOut,
    Unasked,
    Verdict,
)
from grader.sandbox import wire
from grader.sandbox.process import Limits
from grader.sandbox.session import Call, Program, Session, only

FAST = Limits(call_s=5.0, load_s=5.0, deaths=2)
Made = Callable[..., Session]
# finds the pipe its answers go out on, as a hostile submission would
WRITE = """
import json, os
def write(raw):
    for number in range(3, 11):
        try:
            return os.write(number, raw)
        except OSError:
            pass
def forge(number, value):
    body = json.dumps({"id": number, "value": value}).encode()
    write(len(body).to_bytes(4, "big") + body)
"""


@pytest.fixture
def made() -> Iterator[Made]:
    opened: list[Session] = []

    def make(text: str, limits: Limits = FAST, budget_s: float = 60, **more: Any) -> Session:
        files = {"main.py": text, **more.pop("files", {})}
        program = Program(files, "main.py", ("f", "g"), ("f",), **more)
        opened.append(Session(program, limits, time.monotonic() + budget_s))
        return opened[-1]

    yield make
    for session in opened:
        session.close()


def ask(session: Session, *questions: tuple[object, ...], **more: Any) -> list[Reply]:
    limit_s = more.pop("limit_s", None)
    call = Call(more.pop("function", "f"), [wire.write(q) for q in questions], **more)
    return list(session.ask(call, limit_s))


def one(session: Session, *arguments: object, **more: Any) -> Reply:
    (reply,) = ask(session, arguments, **more)
    return reply


def value(reply: Reply) -> object:
    assert isinstance(reply, Returned), reply
    return reply.value


# ---------------------------------------------------------------------------- answers


def test_questions_are_answered_in_order_across_frames(made: Made) -> None:
    session = made("def f(n): return n\n")
    replies = ask(session, *((n,) for n in range(450)))
    assert list(map(value, replies)) == list(range(450))


@pytest.mark.parametrize(
    ("written", "due"),
    [
        ("{(0, 1), (2, 2)}", {(0, 1), (2, 2)}),
        ("frozenset({1})", frozenset({1})),
        ("(1, [2, None])", (1, [2, None])),
        ("-0.5", -0.5),
        ("float('-inf')", -math.inf),
        ("(n for n in range(3))", [0, 1, 2]),
        ("{'score': 10, 'move': (1, 2)}", {"score": 10, "move": (1, 2)}),
        ("2 ** 100", 2**100),
        ("object()", Opaque("object")),
        ("'é' + chr(0xD800)", "é\\ud800"),
        ("__import__('enum').IntEnum('S', {'WIN': 10}).WIN", 10),
        ("[{1: {2: {3: 4}}}]", [{1: {2: {3: 4}}}]),
        ("{range(3)}", {Opaque("range")}),
        ("{(1, range(3)): 1}", {Opaque("tuple"): 1}),
        ("{type('L', (list,), {'__hash__': lambda self: 1})([1])}", {Opaque("L")}),
        ("{type('D', (dict,), {'__hash__': lambda self: 1})(): 1}", {Opaque("D"): 1}),
        ("[[[[[[[1]]]]]]]", [[[[[[Opaque("list")]]]]]]),
        ("['x'] * 64", ["x"] * 64),
        ("['x'] * 65", Opaque("list of 65 items")),
        ("10 ** 1233", 10**1233),
        ("'x' * 400", "x" * 400),
        ("'x' * 401", Opaque("str of 401 characters")),
    ],
)
def test_any_value_can_be_returned(made: Made, written: str, due: object) -> None:
    crossed = value(one(made(f"def f(): return {written}\n")))
    assert crossed == due
    assert type(crossed) is type(due)


def test_the_arguments_come_back_if_the_call_changed_them(made: Made) -> None:
    session = made("def f(b, n):\n    b[n] = 'O'\n    return n\n")
    reply = one(session, ["X", " "], 1)
    assert isinstance(reply, Returned)
    assert (reply.value, reply.arguments_after) == (1, (["X", "O"], 1))


def test_an_exception_tells_its_type_text_and_place(made: Made) -> None:
    reply = one(made("def f(b):\n    return b[9]\n"), [1])
    assert reply == Raised("IndexError", "list index out of range", 2, "f", "main.py")


def test_objects_live_in_the_worker(made: Made) -> None:
    text = "class B:\n    def __init__(self): self.n = 1\n    def m(self, k): return self.n + k\n"
    session = made(text)
    assert value(one(session, function="B", keep=True)) == Handle(1)
    assert value(one(session, 5, function="m", on=(1,))) == 6
    assert value(one(session, 9, function="n", on=(1,), how="set")) is None
    assert value(one(session, function="n", on=(1,), how="get")) == 9


def test_right_functions_can_stand_in(made: Made) -> None:
    text = "def g(): return 'wrong'\ndef f(): return g()\n"
    assert value(one(made(text))) == "wrong"
    right = {"standin": "def g(): return 'right'\n", "replaced": ("g",)}
    assert value(one(made(text, **right))) == "right"


# ---------------------------------------------------------------------------- what it may not do


@pytest.mark.parametrize("name", ["grader", "reference", "pytest", "jinja2", "assignments"])
def test_the_worker_cannot_import_what_is_ours(made: Made, name: str) -> None:
    reply = one(made(f"def f():\n    import {name}\n"))
    assert isinstance(reply, Raised)
    assert reply.type_name == "ModuleNotFoundError"


def test_input_meets_the_end_of_the_file(made: Made) -> None:
    reply = one(made("def f(): return input('Your move? ')\n"))
    assert isinstance(reply, Raised)
    assert reply.type_name == "EOFError"


@pytest.mark.parametrize("how", ["sys.exit()", "exit()", "quit(1)", "raise SystemExit"])
def test_leaving_is_an_exception_like_others(made: Made, how: str) -> None:
    reply = one(made(f"import sys\ndef f(): {how}\n"))
    assert isinstance(reply, Raised)
    assert reply.type_name in {"SystemExit", "NameError"}  # exit() comes with site-packages


def test_megabytes_of_prints_are_cut_and_do_no_harm(made: Made) -> None:
    session = made("def f():\n    for _ in range(40): print('x' * 100_000)\n    return 1\n")
    assert [value(one(session)) for _ in range(5)] == [1] * 5
    assert len(session.output) == 64 * 1024


def test_what_takes_most_room_when_printed_does_not_cost_the_answer(made: Made) -> None:
    session = made("def f():\n    print('\\0' * 70_000)\n    return 'x' * 300\n")
    assert [value(one(session)) for _ in range(5)] == ["x" * 300] * 5
    assert session.output == "\0" * 64 * 1024


def test_prints_are_kept_in_order(made: Made) -> None:
    session = made("print('hello')\ndef f(n): print(n)\n")
    ask(session, (1,), (2,))
    assert session.output == "hello\n1\n2\n"


def test_a_closed_output_is_no_fault(made: Made) -> None:
    session = made("import sys\ndef f():\n    sys.stdout.close()\n    return 1\n")
    assert [value(reply) for reply in ask(session, (), ())] == [1, 1]


# ---------------------------------------------------------------------------- forging


def test_a_forged_reply_is_just_an_answer(made: Made) -> None:
    session = made(WRITE + "def f(number):\n    forge(number, 7)\n    os._exit(0)\n")
    assert value(one(session, 2)) == 7


def test_a_reply_out_of_order_ends_the_worker(made: Made) -> None:
    session = made(WRITE + "def f(number):\n    forge(number, 7)\n    return 1\n")
    reason = "it wrote into the channel that carries its answers"
    assert one(session, 99) == Crashed(reason)
    assert one(session, True) == Crashed(reason)  # noqa: FBT003 - what is forged


@pytest.mark.parametrize("raw", ["b'\\0\\0\\0\\x02{}'", "b'\\0\\0\\0\\x04AAAA'", "b'\\0' * 8"])
def test_a_reply_that_is_none_ends_the_worker(made: Made, raw: str) -> None:
    session = made(WRITE + f"def f():\n    write({raw})\n    return 1\n")
    assert one(session) == Crashed("it wrote into the channel that carries its answers")


@pytest.mark.parametrize(
    "body",
    [
        '{"id": 2}',
        '{"id": 2, "value": {"?": 1}}',
        '{"id": 2, "error": {"type": 1}}',
        '{"id": 2, "value": 1, "after": {"?": 1}}',
        '{"id": 2, "every": [{"value": 1}], "complete": true, "runs": 1}',
        '{"id": 2, "every": []}',
    ],
)
def test_a_forged_reply_without_sense_ends_the_worker(made: Made, body: str) -> None:
    raw = f"len(b'''{body}''').to_bytes(4, 'big') + b'''{body}'''"
    session = made(WRITE + f"def f():\n    write({raw})\n    return 1\n")
    assert isinstance(one(session), Crashed)


FORGED = Crashed("it wrote into the channel that carries its answers")


def forger(body: str) -> str:
    """Return a submission that sends ``body`` as the reply to its first question."""
    raw = f"raw = {body.encode()!r}\n"
    return WRITE + raw + "def f(*_): write(len(raw).to_bytes(4, 'big') + raw)\n"


@pytest.mark.parametrize(
    "forged",
    [
        [0] * 66,
        {"t": [0] * 66},
        {"d": [[n, n] for n in range(66)]},
        "x" * 100_000,
    ],
    ids=["list", "tuple", "dict", "text"],
)
def test_a_forged_value_of_any_size_ends_the_worker(made: Made, forged: object) -> None:
    assert one(made(forger(json.dumps({"id": 2, "value": forged})))) == FORGED


@pytest.mark.parametrize("digits", [5_000, 20_000])
def test_a_forged_number_of_any_length_ends_the_worker(made: Made, digits: int) -> None:
    assert one(made(forger(f'{{"id": 2, "value": {"9" * digits}}}'))) == FORGED


@pytest.mark.parametrize(
    "reply",
    [
        {"value": 1},
        {"every": 7},
        {"every": []},
        {"every": [7], "complete": True, "runs": 1},
        {"every": [{"value": 1}], "complete": 1, "runs": 1},
        {"every": [{"value": 1}], "complete": True},
    ],
)
def test_a_forged_reply_to_a_question_of_chance_ends_the_worker(made: Made, reply: Any) -> None:
    session = made(forger(json.dumps({"id": 2, **reply})))
    (varied,) = session.every("f", ["[]"])
    assert (varied.replies, varied.complete) == ((FORGED,), False)


def test_every_reply_of_a_program_of_chance_is_told(made: Made) -> None:
    session = made("import random\ndef f(n): return random.choice([n, 2 * n])\n")
    (varied,) = session.every("f", ["[3]"])
    assert [value(reply) for reply in varied.replies] == [3, 6]
    assert (varied.complete, varied.runs) == (True, 2)


def test_a_worker_that_stops_reading_is_given_up(made: Made) -> None:
    loaded = json.dumps({"id": 1, "loaded": True, "functions": [["f", False]]}).encode()
    text = f"raw = {loaded!r}\nwrite(len(raw).to_bytes(4, 'big') + raw)\nwhile True: pass\n"
    session = made(WRITE + text)
    start = time.monotonic()
    replies = ask(session, *((["x" * 400] * 60,) for _ in range(200)), limit_s=0.3)
    assert time.monotonic() - start < 10
    assert [type(reply) for reply in replies] == [Crashed] * 2 + [Unasked] * 198


def test_forged_details_are_left_out(made: Made) -> None:
    body = '{"id": 2, "value": 1, "after": 5, "chance": "yes", "out": 3}'
    raw = f"len(b'''{body}''').to_bytes(4, 'big') + b'''{body}'''"
    session = made(WRITE + f"def f():\n    write({raw})\n    os._exit(0)\n")
    assert one(session) == Returned(1)
    assert session.output == ""


def test_a_flood_of_raw_bytes_ends_the_worker(made: Made) -> None:
    session = made(WRITE + "def f():\n    while True: write(b'A' * 65536)\n")
    assert one(session) == Crashed("it sent far more than an answer", Verdict.OUTPUT_LIMIT)


def test_a_worker_without_descriptors_is_dead(made: Made) -> None:
    session = made("import os\ndef f():\n    os.closerange(0, 20)\n    return 1\n")
    assert isinstance(one(session), Crashed)


# ---------------------------------------------------------------------------- dying


def test_a_hanging_call_is_cut_off(made: Made) -> None:
    start = time.monotonic()
    assert one(made("def f():\n    while True: pass\n"), limit_s=0.2) == TimedOut(0.2)
    assert time.monotonic() - start < 5


def test_a_process_that_kills_itself_tells_the_signal(made: Made) -> None:
    session = made("import os, signal\ndef f(): os.kill(os.getpid(), signal.SIGKILL)\n")
    assert one(session) == Crashed("the process was ended by signal 9")


def test_a_process_that_ends_itself_tells_the_code(made: Made) -> None:
    session = made("import os\ndef f(): os._exit(3)\n")
    assert one(session) == Crashed("the process ended itself with exit code 3")


def test_too_much_memory_is_an_exception(made: Made) -> None:
    reply = one(made("def f(): return len('x' * 10**10)\n"))
    assert isinstance(reply, Raised)
    assert reply.type_name == "MemoryError"


DIES_ON_ODD = (
    "import os\ndef f(n):\n    if n % 2: os._exit(1)\n    return n\ndef g(): return 'here'\n"
)


def test_a_death_costs_its_own_question_and_no_other(made: Made) -> None:
    died = Crashed("the process ended itself with exit code 1")
    replies = ask(made(DIES_ON_ODD), (0,), (1,), (2,), (4,))
    assert replies[1] == died
    assert [value(replies[n]) for n in (0, 2, 3)] == [0, 2, 4]


def test_after_so_many_deaths_a_function_is_not_asked_again_and_others_are(made: Made) -> None:
    session = made(DIES_ON_ODD)
    replies = ask(session, (1,), (3,), (5,), (2,))
    assert [type(reply) for reply in replies] == [Crashed, Crashed, Unasked, Unasked]
    unasked = Unasked("f hung, crashed or ran out of memory 2 times before", Verdict.RUNTIME_ERROR)
    assert replies[2] == unasked
    assert value(one(session, function="g")) == "here"
    assert one(session, 2) == unasked


def test_after_so_many_hangs_the_verdict_is_the_time_limit(made: Made) -> None:
    session = made("def f():\n    while True: pass\n")
    replies = ask(session, (), (), (), limit_s=0.1)
    assert replies[2] == Unasked(
        "f hung, crashed or ran out of memory 2 times before", Verdict.TIME_LIMIT
    )


def test_when_the_budget_is_spent_nothing_is_asked(made: Made) -> None:
    session = made("def f(): return 1\n", budget_s=-1)
    assert one(session) == Unasked("the time for this submission is used up")


def test_a_hang_is_cut_off_when_the_budget_ends(made: Made) -> None:
    start = time.monotonic()
    replies = ask(made("def f():\n    while True: pass\n", budget_s=0.5), (), ())
    assert [type(reply) for reply in replies] == [TimedOut, Unasked]
    assert time.monotonic() - start < 4


def test_closing_twice_is_harmless(made: Made) -> None:
    session = made("def f(): return 1\n")
    assert value(one(session)) == 1
    session.close()
    session.close()


# ---------------------------------------------------------------------------- loading


def test_loading_tells_the_functions_and_the_level(made: Made) -> None:
    session = made("def f(): return 1\ndef g(): pass\n")
    assert (session.loading.problem, session.loading.stripped) == (None, False)
    assert session.loading.functions == {"f": False, "g": True}
    assert session.level == "limited"


def test_a_file_that_does_not_compile_has_no_functions(made: Made) -> None:
    session = made("def f(:\n")
    problem = session.loading.problem
    assert isinstance(problem, Raised)
    assert (problem.type_name, problem.line, problem.file) == ("SyntaxError", 1, "main.py")
    assert session.loading.functions == {}
    reply = one(session)
    assert isinstance(reply, Raised)
    assert reply.type_name == "AttributeError"


def test_a_file_that_raises_keeps_what_it_defined(made: Made) -> None:
    session = made("def f(): return 1\n1 / 0\n")
    assert isinstance(session.loading.problem, Raised)
    assert not session.loading.stripped
    assert value(one(session)) == 1


def test_a_file_that_exits_early_loads_without_its_top_level(made: Made) -> None:
    session = made("import sys\nsys.exit()\ndef f(): return 1\n")
    assert session.loading.problem is None
    assert session.loading.stripped
    assert value(one(session)) == 1


def test_a_file_that_hangs_with_functions_after_it_loads_without_its_top_level(made: Made) -> None:
    session = made("while True: pass\ndef f(): return 1\n", Limits(load_s=0.5))
    assert session.loading.stripped
    assert value(one(session)) == 1


def test_a_file_that_hangs_and_defines_nothing_has_timed_out(made: Made) -> None:
    session = made("while True: pass\n", Limits(load_s=0.3))
    assert session.loading.problem == TimedOut(0.3)
    assert not session.loading.stripped
    assert one(session) == TimedOut(0.3)


def test_a_file_that_dies_on_import_has_crashed(made: Made) -> None:
    session = made("import os\nos._exit(4)\n")
    assert session.loading.problem == Crashed("the process ended itself with exit code 4")
    assert isinstance(one(session), Crashed)


@pytest.mark.parametrize(
    "functions", ['[["f", 1]]', '["f"]', '{"f": true}', "null", '[["f", true, true]]']
)
def test_a_forged_report_of_loading_is_a_crash(made: Made, functions: str) -> None:
    body = f'{{"id": 1, "loaded": true, "functions": {functions}}}'
    raw = f"len(b'''{body}''').to_bytes(4, 'big') + b'''{body}'''"
    session = made(WRITE + f"write({raw})\nos._exit(0)\n")
    assert isinstance(session.loading.problem, Crashed)


def test_helpers_are_imported_from_the_submission(made: Made) -> None:
    files = {"rules.py": "def won(): return 'X'\n"}
    assert value(one(made("import rules\ndef f(): return rules.won()\n", files=files))) == "X"


def test_a_worker_that_cannot_be_confined_is_a_fault_of_ours(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "parse", lambda *_: {"id": 0, "refused": "OSError: no landlock"})
    with pytest.raises(JudgeError, match="could not be confined: OSError: no landlock"):
        one(made("def f(): return 1\n"))


METHODS = """
LINES = (1, 2)
class Board:
    size = 3
    def full(self): return not self.free()
    def free(self): return LINES
    def secret(self): return "the answer"
class Other:
    def hidden(self): return 1
def helper(board): return board.full()
def answer(board): return 7
"""


@pytest.mark.parametrize(
    ("names", "kept", "left_out"),
    [
        (["Board.full"], ["def full", "def free", "size = 3"], ["secret", "Other", "helper"]),
        (["helper"], ["def helper", "def full", "def free"], ["secret", "def answer"]),
        (["answer"], ["def answer", "LINES"], ["class Board", "class Other", "helper"]),
    ],
)
def test_of_right_classes_no_more_is_sent_than_what_stands_in_leads_to(
    names: list[str], kept: list[str], left_out: list[str]
) -> None:
    sent = only(METHODS, names)
    assert all(part in sent for part in kept)
    assert not any(part in sent for part in left_out)
