"""Scripts run in an engine inside the worker, and are asked as Python is."""

from typing import Any

import pytest

from grader.sandbox.inside.crossing import Held
from grader.sandbox.inside.script import Script, Thrown, snake, spellings

pytest.importorskip("_quickjs", reason="scripts need an engine here")


def loaded(text: str, **others: str) -> Script:
    files = {"game.js": text, **{name.replace("_", "."): body for name, body in others.items()}}
    script = Script(files, "game.js")
    script.load(strip=False)
    return script


def thrown(script: Script, name: str, *given: Any) -> dict[str, Any]:
    with pytest.raises(Thrown) as error:
        script.named(name)(*given)
    return error.value.told


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("null", None),
        ("undefined", None),
        ("true", True),
        ("-0", 0),
        ("3", 3),
        ("1.5", 1.5),
        ("-Infinity", float("-inf")),
        ("2 ** 60", 2**60),
        ("12345678901234567890n", 12345678901234567890),
        ("'X'", "X"),
        ("[1, [null, 'O']]", [1, [None, "O"]]),
        ("({ score: 1, move: [0, 2] })", {"score": 1, "move": [0, 2]}),
        ("new Map([['a', 1]])", {"a": 1}),
        ("new Set([1, 2])", {1, 2}),
        ("new Int8Array([1, 2])", [1, 2]),
        ("[1, 2].values()", [1, 2]),
    ],
)
def test_values_come_out_as_what_they_are_in_python(written: str, read: object) -> None:
    value = loaded(f"function f() {{ return {written}; }}").named("f")()
    assert value == read
    assert type(value) is type(read)


@pytest.mark.parametrize(
    "given", [None, 1, True, "x", 1.5, [1, None], {"a": [1]}, (0, 1), float("inf")]
)
def test_values_go_in_and_come_back(given: object) -> None:
    due = list(given) if isinstance(given, tuple) else given
    assert loaded("const f = (a) => a;").named("f")(given) == due


@pytest.mark.parametrize(
    "written", ["() => 1", "Symbol('x')", "new (class Odd {})()", "new Date()"]
)
def test_anything_else_stays_inside(written: str) -> None:
    value = loaded(f"function f() {{ return [{written}]; }}").named("f")()
    assert type(value[0]).__module__.endswith("crossing")


def test_what_is_long_or_deep_is_told_of_and_not_sent() -> None:
    script = loaded("const a = () => 'x'.repeat(1e6); const b = () => new Array(1e6).fill(0);")
    assert type(script.named("a")()).__name__ == "string of 1000000 characters"
    assert type(script.named("b")()).__name__ == "Array of 1000000 items"


def test_an_argument_that_was_changed_is_changed_here_too() -> None:
    board = [None, "X", None]
    loaded("function f(board) { board[0] = 'O'; board.pop(); }").named("f")(board)
    assert board == ["O", "X"]


def test_a_name_in_python_finds_the_same_in_camel_case() -> None:
    script = loaded("function checkWinner() { return 1; } function best_move() { return 2; }")
    assert script.named("check_winner")() == 1
    assert script.named("best_move")() == 2
    assert script.callables(["check_winner", "best_move"]) == ["check_winner", "best_move"]


@pytest.mark.parametrize(
    "text",
    [
        "exports.f = () => 1;",
        "module.exports = { f: () => 1 };",
        "export const f = () => 1;",
        "export default { f() { return 1; } };",
        "let f; f = () => 1;",
        "var f = function () { return 1; };",
    ],
)
def test_a_function_is_found_however_it_is_given(text: str) -> None:
    assert loaded(text).named("f")() == 1


def test_a_class_is_made_and_asked_through_its_methods() -> None:
    script = loaded(
        "class Engine { constructor(n) { this.n = n; } nextMove(k) { return this.n + k; } }"
    )
    engine = script.named("Engine")(4)
    assert isinstance(engine, Held)
    assert type(engine).__name__ == "Engine"
    assert engine.n == 4
    engine.n = 5
    assert engine.next_move(1) == 6
    assert script.named("Engine.next_move")(engine, 2) == 7
    assert script.has("Engine.next_move")
    assert not script.has("Engine.other")


def test_files_of_a_submission_find_each_other() -> None:
    rules = "export const LINES = [[0]]; export function winner() { return 'X'; }"
    script = loaded(
        "import { winner, LINES } from './rules'; const f = () => [winner(), LINES];",
        rules_ts=rules,
    )
    assert script.named("f")() == ["X", [[0]]]


def test_right_functions_take_the_place_of_others_everywhere() -> None:
    rules = "export const checkWinner = () => 'wrong';"
    script = Script(
        {
            "game.js": "import { checkWinner } from './rules.js'; const f = () => checkWinner();",
            "rules.js": rules,
        },
        "game.js",
    )
    script.load(strip=False, settable=["check_winner"])
    script.replace(
        "function checkWinner() { return helper(); } function helper() { return 'right'; }",
        ["check_winner"],
    )
    assert script.named("f")() == "right"
    assert not script.has("helper")


def test_a_right_method_takes_the_place_of_another() -> None:
    script = loaded("class A { f() { return 'wrong'; } g() { return this.f(); } }")
    script.replace("class A { f() { return 'right'; } }", ["A.f"])
    assert script.named("A")().g() == "right"


def test_an_exception_is_told_with_its_line_and_function() -> None:
    told = thrown(loaded("\n\nfunction f(board) {\n  return board.x;\n}"), "f")
    assert told == {
        "type": "TypeError", "message": "cannot read property 'x' of undefined", "line": 4,
        "function": "f", "file": "game.js",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return f();", "RecursionError"),
        ("const a = []; while (true) a.push(new Array(1e5).fill(0));", "MemoryError"),
        ("throw new Error('not implemented');", "NotImplementedError"),
        ("throw new RangeError('over');", "RangeError"),
        ("throw 5;", "throw"),
    ],
)
def test_faults_that_every_language_has_have_one_name(body: str, kind: str) -> None:
    assert thrown(loaded(f"function f() {{ if (f) {{ {body} }} }}"), "f")["type"] == kind


def test_a_slip_is_told_with_its_line() -> None:
    with pytest.raises(Thrown) as error:
        loaded("let a = 1;\nlet b = ;\n")
    assert (error.value.told["type"], error.value.told["line"]) == ("SyntaxError", 2)


def test_what_it_prints_goes_where_prints_go(capsys: pytest.CaptureFixture[str]) -> None:
    loaded("console.log('a', 1, [null]); process.stdout.write('b');")
    assert capsys.readouterr().out == "a 1 [null]\nb"


def test_a_page_and_a_prompt_answer_every_use_with_nothing() -> None:
    script = loaded(
        "document.querySelectorAll('.cell').forEach((cell) => cell.addEventListener('click', f));"
        "for (const cell of document.body.children) f();"
        "const asking = require('node:readline').createInterface({}); asking.question('?', f);"
        "function f() { return typeof window; }"
    )
    assert script.named("f")() == "function"


@pytest.mark.parametrize("name", ["fs", "child_process", "net", "node:http", "./other"])
def test_what_is_not_handed_in_cannot_be_required(name: str) -> None:
    with pytest.raises(Thrown, match="Cannot find module"):
        loaded(f"require('{name}');")


def test_spellings() -> None:
    assert spellings("check_winner") == ["checkWinner", "check_winner"]
    assert spellings("minimax") == ["minimax"]
    assert snake("checkWinner") == "check_winner"
    assert snake("DeterministicEngine") == "DeterministicEngine"
