"""A submission's modules, made from text; nothing is looked up on a path."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from typing import Any


class Submission:
    """The modules of one submission, made from text and never looked up on a path."""

    def __init__(self, files: dict[str, str], entry: str) -> None:
        self.files = files
        self.entry = entry
        self.modules: dict[str, types.ModuleType] = {}

    def install(self) -> None:
        """Let the submission import its own helper modules, after the standard library's."""
        sys.meta_path.append(self)

    def load(self, *, strip: bool, settable: Sequence[str] = ()) -> None:
        """Run the entry file; with ``strip``, without its top-level statements that act.

        Every name can be set from outside; ``settable`` is for languages that have constants.
        """
        del settable
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
        exec(code, module.__dict__)

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
        exec(compile(standin_text, "standins", "exec"), standin.__dict__)
        main = self.modules[self.entry]
        for name in names:
            first, _, method = name.partition(".")
            right = standin.__dict__[first]
            if method and isinstance(main.__dict__.get(first), type):
                type.__setattr__(main.__dict__[first], method, right.__dict__[method])
        for module in self.modules.values():
            for name in names:
                if "." not in name and (module is main or name in module.__dict__):
                    module.__dict__[name] = standin.__dict__[name]

    def callables(self, wanted: Sequence[str]) -> list[str]:
        """Return the functions and classes that the entry file defines, as it spells them."""
        del wanted
        module = self.modules.get(self.entry)
        return [n for n, v in (module.__dict__ if module else {}).items() if callable(v)]

    def unwritten(self) -> set[str]:
        """Return the functions and ``Class.method``s whose body is nothing but a placeholder."""
        return unwritten(self.files[self.entry])

    def has(self, name: str) -> bool:
        """Return whether ``name``, a function or ``Class.method``, can be called."""
        try:
            return callable(self.named(name))
        except BaseException:  # noqa: BLE001 - a class may be anything
            return False

    def named(self, name: str) -> Any:
        """Return what the entry file calls ``name``; ``Class.method`` is a method of a class.

        Raises:
            AttributeError: if there is no such name.
        """
        module = self.modules.get(self.entry)
        first, _, method = name.partition(".")
        if module is None or first not in module.__dict__:
            raise AttributeError(f"{self.entry} has no {first}")
        found = module.__dict__[first]
        return getattr(found, method) if method else found


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
    definitions = (
        ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    )
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
    """Return the functions and ``Class.method``s whose body is nothing but a placeholder."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = {f"{one.name}.{name}" for one in classes for name in _unwritten(one.body)}
    return _unwritten(tree.body) | methods


def _unwritten(body: list[ast.stmt]) -> set[str]:
    return {
        node.name
        for node in body
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
