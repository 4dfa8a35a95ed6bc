"""Scripts are put in a form that can be run: line for line, without types, without modules."""

import pytest

from grader.sandbox.inside.javascript import prepare

pytest.importorskip("tree_sitter_typescript", reason="scripts need tree-sitter here")


@pytest.mark.parametrize(
    ("written", "run"),
    [
        ("let n: number = 1;", "let n  = 1;"),
        ("const f = (b: Cell[]): number => b.length;", "const f = (b )  => b.length;"),
        ("function f<T>(a: T, b?: T) {}", "function f (a , b  ) {}"),
        ("const a = b as unknown as string[];", "const a = b  ;"),
        ("const a = b!.c satisfies T;", "const a = b .c ;"),
        ("f<number>(x);", "f (x);"),
        ("type A = 1;", " "),
        ("interface A { b: number }", " "),
        ("declare const a: number;", " "),
        ("function f(this: A, b: B): asserts b is C {}", "function f(  b )  {}"),
        ("export function f() {}", "function f() {}"),
        ("export default class A {}", "class A {}"),
        ("export default (a) => a;", "module.exports.default = (a) => a;"),
        ("import type { A } from './a';", " "),
        ('import { a, b as c } from "./x";', 'let {a, b: c} = require("./x");'),
        ('import * as a from "./x";', 'let a = require("./x");'),
        ('import "./x";', 'require("./x");'),
        ('export * from "./x";', 'Object.assign(module.exports, require("./x"));'),
    ],
)
def test_only_what_the_engine_lacks_is_put_another_way(written: str, run: str) -> None:
    assert prepare(written).text == run


def test_plain_javascript_stays_as_it_is() -> None:
    text = "const f = (a, b = {}) => ({ ...b, a: a ? 1 : 2 });\nclass A { #b = 1; get b() {} }\n"
    assert prepare(text).text == text


def test_lines_stay_where_they_were() -> None:
    text = (
        "import {\n  a,\n} from './x';\ninterface B {\n c: d;\n}\nenum D {\n E,\n F,\n}\nthrow 1;"
    )
    assert prepare(text).text.splitlines()[10] == "throw 1;"


def test_parameters_of_a_constructor_become_fields() -> None:
    inner = "private b: X, c, public readonly d = 2"
    text = f"class A extends B {{ constructor({inner}) {{ super(); this.c = c; }} }}"
    assert "super();this.b=b;this.d=d; this.c = c;" in prepare(text).text


def test_a_field_that_is_only_declared_is_left_out() -> None:
    assert "b" not in prepare("abstract class A { declare b: X; }").text.replace("abstract", "")


def test_it_is_known_what_is_declared_and_what_goes_out() -> None:
    found = prepare(
        "const { a, b: [c] } = d;\nfunction e() { return 1; }\nexport { e as f };\nclass G {}\n"
    )
    assert found.names == ("a", "c", "e", "G")
    assert found.exported == {"f": "e"}


@pytest.mark.parametrize(
    ("text", "strict"),
    [("a = 1;", False), ("'use strict'; a = 1;", True), ("export {};", True), ("let a: b;", True)],
)
def test_modules_and_typescript_are_strict(text: str, strict: bool) -> None:  # noqa: FBT001
    assert prepare(text).strict is strict


def test_a_body_that_does_nothing_is_not_written_yet() -> None:
    text = """
      function a() {}
      function b() { throw new Error("not implemented yet"); }
      const c = () => { /* later */ };
      function d() { return null; }
      class E { f() { throw new Error("TODO"); } g() { return 1; } }
    """
    assert prepare(text).unwritten == {"a", "b", "c", "E.f"}


def test_a_second_chance_keeps_declarations_only() -> None:
    kept = prepare("play();\nconst a = 1;\nwhile (true) {}\nfunction b() {}\n", strip=True)
    assert kept.text.split() == ["const", "a", "=", "1;", "function", "b()", "{}"]


def test_a_slip_is_not_put_right_by_leaving_it_out() -> None:
    assert "return [;" in prepare("function a() {\n  return [;\n}\n", strip=True).text


def test_a_constant_can_be_set_where_that_is_wanted() -> None:
    text = "const a = 1, b = 2;\nconst c = 3;"
    assert prepare(text, settable={"b"}).text == "let a = 1, b = 2;\nconst c = 3;"
