"""JavaScript and TypeScript source, made ready to be run as the body of a function.

Types are taken away and modules' imports and exports are put another way; every line stays where
it was, so that an error's line is the student's own. The text is parsed by tree-sitter, whose
TypeScript grammar reads JavaScript too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

_ERASED = frozenset(
    {
        "type_annotation", "type_parameters", "type_arguments", "interface_declaration",
        "type_alias_declaration", "ambient_declaration", "accessibility_modifier",
        "override_modifier", "implements_clause", "abstract_method_signature", "method_signature",
        "function_signature", "index_signature", "asserts_annotation",
        "type_predicate_annotation", "opting_type_annotation", "omitting_type_annotation",
        "adding_type_annotation", "abstract", "readonly", "declare",
    }
)  # fmt: skip
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration"})
_FUNCTIONS = frozenset({"function_declaration", "generator_function_declaration"})
_VARIABLES = frozenset({"lexical_declaration", "variable_declaration"})
_DEFINES = _CLASSES | _FUNCTIONS | _VARIABLES | {
    "enum_declaration", "import_statement", "export_statement",
} | _ERASED  # fmt: skip
NOT_WRITTEN = re.compile(
    r"not\W*(?:been\W*)?(?:yet\W*)?(?:implemented|written)|todo", re.IGNORECASE
)
_STRICT = re.compile(r"""\s*(['"])use strict\1""")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file that is ready to be run.

    Attributes:
        text: the body, line for line as written.
        strict: whether it is held to strict mode, as modules are.
        exported: what it is known as outside, to its name inside.
        names: what it declares at its top level, in order.
        unwritten: functions and ``Class.method``s whose body is only a placeholder.
    """

    text: str
    strict: bool
    exported: dict[str, str]
    names: tuple[str, ...]
    unwritten: frozenset[str]


def prepare(text: str, *, strip: bool = False, settable: Collection[str] = ()) -> Prepared:
    """Return ``text`` ready to be run.

    With ``strip``, only its declarations are kept; the names in ``settable`` can be set from
    outside, even where they are declared as constants.
    """
    import tree_sitter
    import tree_sitter_typescript

    language = tree_sitter.Language(tree_sitter_typescript.language_typescript())
    source = text.replace("\r\n", "\n").replace("\r", "\n").encode()
    root = tree_sitter.Parser(language).parse(source).root_node
    # what cannot be read is left to the engine: leaving it out would put it right
    work = _Work(source, strip=strip and not root.has_error, settable=frozenset(settable))
    work.top(root)
    modular = any(node.type in {"import_statement", "export_statement"} for node in root.children)
    strict = modular or bool(_STRICT.match(text)) or work.typed
    done = work.applied()
    return Prepared(done, strict, work.exported, tuple(work.names), frozenset(work.unwritten))


@dataclass
class _Work:
    """One pass over one file: what to put where, and what was seen on the way."""

    source: bytes
    strip: bool
    settable: frozenset[str]
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    exported: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    unwritten: set[str] = field(default_factory=set)
    typed: bool = False

    def applied(self) -> str:
        """Return the source with all edits made; an edit inside another is lost with it."""
        done, at = bytearray(), 0
        for start, end, new in sorted(self.edits, key=lambda edit: (edit[0], -edit[1])):
            if start < at:
                continue
            done += self.source[at:start] + new.encode()
            done += b"\n" * (self.source[start:end].count(b"\n") - new.count("\n"))
            at = end
        return (done + self.source[at:]).decode()

    # ------------------------------------------------------------------ the top level

    def top(self, root: Any) -> None:
        """Take in every statement of a file."""
        for node in root.children:
            if self.strip and node.type not in _DEFINES:
                self._erase(node)
            elif node.type == "import_statement":
                self._import(node)
            elif node.type == "export_statement":
                self._export(node)
            else:
                self._declare(node)
                self._inside(node)

    def _declare(self, node: Any) -> None:
        """Note what a statement declares."""
        if node.type in _VARIABLES:
            self._variables(node)
        elif node.type in _CLASSES | _FUNCTIONS | {"enum_declaration"}:
            name = self._name(node)
            self.names.append(name)
            body = node.child_by_field_name("body")
            if node.type in _FUNCTIONS and self._is_placeholder(body):
                self.unwritten.add(name)
            elif node.type in _CLASSES:
                self._methods(name, body)

    def _variables(self, node: Any) -> None:
        names = []
        for declarator in node.named_children:
            if declarator.type != "variable_declarator":
                continue
            names += list(self._bound(declarator.child_by_field_name("name")))
            value = declarator.child_by_field_name("value")
            if value is not None and value.type in {"arrow_function", "function_expression"}:
                if self._is_placeholder(value.child_by_field_name("body")):
                    self.unwritten.add(names[-1])
            elif value is not None and value.type == "class":
                self._methods(names[-1], value.child_by_field_name("body"))
        self.names += names
        if self.settable & set(names) and node.children[0].type == "const":
            self._put(node.children[0], "let")

    def _methods(self, name: str, body: Any) -> None:
        for method in body.named_children:
            inner = method.child_by_field_name("body")
            if method.type == "method_definition" and self._is_placeholder(inner):
                self.unwritten.add(f"{name}.{self._name(method)}")

    def _bound(self, pattern: Any) -> Iterator[str]:
        """Yield the names that a pattern binds."""
        if pattern is None:
            return
        if pattern.type in {"identifier", "shorthand_property_identifier_pattern"}:
            yield self._text(pattern)
        for child in pattern.named_children:
            if child.type == "pair_pattern":
                yield from self._bound(child.child_by_field_name("value"))
            elif pattern.type != "identifier":
                yield from self._bound(child)

    def _is_placeholder(self, body: Any) -> bool:
        """Return whether a body does nothing, or says that it is not written."""
        if body is None or body.type != "statement_block":
            return False
        match [node for node in body.named_children if node.type != "comment"]:
            case []:
                return True
            case [one] if one.type == "throw_statement":
                return bool(NOT_WRITTEN.search(self._text(one)))
            case _:
                return False

    # ------------------------------------------------------------------ modules

    def _import(self, node: Any) -> None:
        source = node.child_by_field_name("source")
        if source is None or any(child.type == "type" for child in node.children):
            self._erase(node)
            return
        wanted = f"require({json.dumps(self._string(source))})"
        parts = []
        for clause in (inner for child in node.children for inner in child.named_children):
            if clause.type == "identifier":
                parts.append(f"{self._text(clause)} = (m => m.default ?? m)({wanted})")
                self.names.append(self._text(clause))
            elif clause.type == "namespace_import":
                parts.append(f"{self._text(clause.named_children[-1])} = {wanted}")
            elif clause.type == "named_imports":
                parts.append(f"{{{', '.join(self._specifiers(clause, ': '))}}} = {wanted}")
        self._put(node, f"let {', '.join(parts)};" if parts else f"{wanted};")

    def _specifiers(self, clause: Any, between: str) -> Iterator[str]:
        for one in clause.named_children:
            if one.type != "import_specifier" or one.children[0].type == "type":
                continue
            outer = self._text(one.child_by_field_name("name"))
            alias = one.child_by_field_name("alias")
            inner = outer if alias is None else self._text(alias)
            self.names.append(inner)
            yield outer if alias is None else f"{outer}{between}{inner}"

    def _export(self, node: Any) -> None:
        kinds = [child.type for child in node.children]
        declared = node.child_by_field_name("declaration")
        if declared is not None:
            self._export_declared(node, declared, default="default" in kinds)
        elif "default" in kinds:
            value = node.child_by_field_name("value")
            self.edits.append((node.start_byte, value.start_byte, "module.exports.default = "))
            self._inside(value)
            if value.type == "identifier":
                self.exported["default"] = self._text(value)
        else:
            self._export_listed(node)

    def _export_declared(self, node: Any, declared: Any, *, default: bool) -> None:
        self.edits.append((node.start_byte, declared.start_byte, ""))
        before = len(self.names)
        if declared.child_by_field_name("name") is None and declared.type not in _VARIABLES:
            self.edits[-1] = (node.start_byte, declared.start_byte, "module.exports.default = ")
        else:
            self._declare(declared)
        self._inside(declared)
        for name in self.names[before:]:
            self.exported[name] = name
            if default:
                self.exported["default"] = name

    def _export_listed(self, node: Any) -> None:
        source = node.child_by_field_name("source")
        if source is None:
            for one in (inner for child in node.children for inner in child.named_children):
                if one.type == "export_specifier":
                    inner = self._text(one.child_by_field_name("name"))
                    alias = one.child_by_field_name("alias")
                    self.exported[inner if alias is None else self._text(alias)] = inner
            self._erase(node)
        else:
            wanted = f"require({json.dumps(self._string(source))})"
            self._put(node, f"Object.assign(module.exports, {wanted});")

    # ------------------------------------------------------------------ types

    def _inside(self, node: Any) -> None:
        """Take away what only TypeScript has, everywhere below ``node``."""
        stack = [node]
        while stack:
            one = stack.pop()
            if one.type in _ERASED:
                self.typed = True
                self._erase(one)
                continue
            if (special := _SPECIAL.get(one.type)) is not None:
                special(self, one)
            stack.extend(one.children)

    def _after_first(self, node: Any) -> None:
        """Keep the value of ``value as T``, ``value satisfies T`` and ``value!``."""
        self.typed = True
        self._blank(node.children[0].end_byte, node.end_byte)

    def _parameter(self, node: Any) -> None:
        """Take away the ``?`` of a parameter, and a parameter that only tells of ``this``."""
        for child in node.children:
            if child.type == "?":
                self._erase(child)
            elif child.type == "this":
                after = node.next_sibling
                comma = after is not None and after.type == ","
                self._blank(node.start_byte, after.end_byte if comma else node.end_byte)

    def _member(self, node: Any) -> None:
        """Take away the ``?`` and ``!`` of a field; a field that is only declared goes whole."""
        if any(child.type in {"declare", "abstract"} for child in node.children):
            self._erase(node)
        for child in node.children:
            if child.type in {"?", "!"}:
                self._erase(child)

    def _constructor(self, node: Any) -> None:
        """Give a constructor's ``private board`` parameters their fields."""
        parameters, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
        if self._name(node) != "constructor" or body is None:
            self._member(node)
            return
        kept = [
            self._text(one.child_by_field_name("pattern"))
            for one in parameters.named_children
            if any(child.type in {"accessibility_modifier", "readonly"} for child in one.children)
        ]
        first = next((one for one in body.named_children if "super(" in self._text(one)), None)
        at = body.start_byte + 1 if first is None else first.end_byte
        if kept:
            self.edits.append((at, at, "".join(f"this.{name}={name};" for name in kept)))

    def _enum(self, node: Any) -> None:
        """Put an object in place of an enumeration, with names both ways."""
        self.typed = True
        steps, following = [], "0"
        for member in node.child_by_field_name("body").named_children:
            if member.type == "comment":
                continue
            value = member.child_by_field_name("value")
            name = member.child_by_field_name("name") if value is not None else member
            key = self._text(name).strip("'\"")
            given = following if value is None else self._text(value)
            steps.append(f"const {key}=e[{json.dumps(key)}]={given};")
            if value is None or value.type != "string":
                steps.append(f"e[{key}]={json.dumps(key)};")
                following = f"{key}+1"
        made = f"let {self._name(node)}=(()=>{{const e={{}};{''.join(steps)}return e;}})();"
        self._put(node, made)

    def _declarator(self, node: Any) -> None:
        for child in node.children:
            if child.type == "!":
                self._erase(child)

    # ------------------------------------------------------------------ small

    def _name(self, node: Any) -> str:
        name = node.child_by_field_name("name")
        return "" if name is None else self._text(name)

    def _text(self, node: Any) -> str:
        return self.source[node.start_byte : node.end_byte].decode(errors="replace")

    def _string(self, node: Any) -> str:
        return self._text(node)[1:-1]

    def _put(self, node: Any, new: str) -> None:
        self.edits.append((node.start_byte, node.end_byte, new))

    def _erase(self, node: Any) -> None:
        self._blank(node.start_byte, node.end_byte)

    def _blank(self, start: int, end: int) -> None:
        self.edits.append((start, end, " "))


_SPECIAL = {
    "as_expression": _Work._after_first,  # noqa: SLF001
    "satisfies_expression": _Work._after_first,  # noqa: SLF001
    "non_null_expression": _Work._after_first,  # noqa: SLF001
    "required_parameter": _Work._parameter,  # noqa: SLF001
    "optional_parameter": _Work._parameter,  # noqa: SLF001
    "public_field_definition": _Work._member,  # noqa: SLF001
    "method_definition": _Work._constructor,  # noqa: SLF001
    "variable_declarator": _Work._declarator,  # noqa: SLF001
    "enum_declaration": _Work._enum,  # noqa: SLF001
}
