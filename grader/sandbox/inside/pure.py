"""Which functions of a submission are functions of their arguments, shown from its source.

Conservative on purpose: what is not understood is not one. A function may read its arguments and
what the modules hold constant, make new data, change its arguments for a while (whether they are as
before at the end is looked at when it runs), and call others like itself.
"""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import itertools
import math
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

OURS = "standins"  # the file name of our own right functions
_SAFE = (
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "frozenset",
    "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next", "pow", "range",
    "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip", "ArithmeticError",
    "AssertionError", "Exception", "IndexError", "KeyError", "NotImplementedError",
    "RuntimeError", "TypeError", "ValueError",
)  # fmt: skip
_BUILTINS = {name: getattr(builtins, name) for name in _SAFE}
_MODULES: dict[Any, frozenset[str]] = {
    math: frozenset(dir(math)),
    copy: frozenset({"copy", "deepcopy"}),
    itertools: frozenset({"chain", "product", "combinations", "permutations"}),
    functools: frozenset({"reduce"}),
}
_FROM_MODULES = [getattr(module, name) for module, names in _MODULES.items() for name in names]
_METHODS = frozenset(
    name
    for kind in (list, dict, tuple, set, frozenset, str, int, float)
    for name in dir(kind)
    if not name.startswith("_")
)
_WALKS = frozenset({"len", "enumerate", "zip", "reversed", "range"})
_LOOKS = frozenset({"index", "count", "copy", "get", "items", "keys", "values"})
_CHANGES = frozenset({
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "add",
    "discard", "setdefault", "popitem",
})  # fmt: skip
_REFUSED = (
    ast.Global, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.With, ast.AsyncFunctionDef,
    ast.ClassDef, ast.Delete, ast.ImportFrom,
)  # fmt: skip
_ATOMS = (int, float, str, bool, type(None), complex, bytes)


def recursive_and_pure(
    modules: Mapping[str, types.ModuleType], files: Mapping[str, str]
) -> list[tuple[types.ModuleType, str]]:
    """Return module and name of each top-level function that calls itself, if only by others.

    ``modules`` are the submission's, by file; ``files`` their texts.
    """
    trees = {file: _parsed(files[file]) for file in modules if file in files}
    stored = frozenset(name for tree in trees.values() for name in _stored_through(tree))
    found: dict[Any, frozenset[Any]] = {}
    places: dict[Any, tuple[types.ModuleType, str]] = {}
    for file, tree in trees.items():
        for node in tree.body:
            function: Any = modules[file].__dict__.get(getattr(node, "name", ""))
            if isinstance(node, ast.FunctionDef) and _is_as_written(function, node, file):
                places[function] = modules[file], node.name
                calls = _Reading(node, function, stored, modules.values()).calls()
                if calls is not None:
                    found[function] = calls
    pure = _closed(found)
    return [places[function] for function in pure if _reaches(function, function, pure)]


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _is_as_written(function: object, node: ast.FunctionDef, file: str) -> bool:
    """Return whether what bears the name is still what the text defines, with nothing round it."""
    return (
        isinstance(function, types.FunctionType)
        and function.__code__.co_filename == file
        and function.__code__.co_firstlineno == node.lineno
        and function.__closure__ is None
        and not node.decorator_list
        and all(map(_is_constant, function.__defaults__ or ()))
        and all(map(_is_constant, (function.__kwdefaults__ or {}).values()))
    )


def _is_constant(value: object) -> bool:
    if type(value) in {tuple, frozenset}:
        return all(map(_is_constant, value))  # type: ignore[call-overload] # one of the two
    return type(value) in _ATOMS


def _stored_through(tree: ast.Module) -> Iterator[str]:
    """Yield names that a function declares global, or stores or changes something through."""
    for node in ast.walk(tree):
        match node:
            case ast.Global(names):
                yield from names
            case ast.Subscript(ast.expr() as base, ctx=ast.Store() | ast.Del()):
                yield from _root(base)
            case ast.Attribute(ast.expr() as base, ctx=ast.Store() | ast.Del()):
                yield from _root(base)
            case ast.Call(ast.Attribute(ast.expr() as base, method)) if method in _CHANGES:
                yield from _root(base)
            case _:
                pass


def _root(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        yield node.id


class _Reading:
    """One function's source, read for what it depends on."""

    def __init__(
        self,
        node: ast.FunctionDef,
        function: types.FunctionType,
        stored: frozenset[str],
        modules: Iterable[types.ModuleType],
    ) -> None:
        self._node = node
        self._modules = list(modules)
        self._function = function
        self._stored = stored
        self._own = frozenset(_bound(node))
        self._parents = {
            child: parent for parent in ast.walk(node) for child in ast.iter_child_nodes(parent)
        }
        self._borrowed = frozenset(_borrowed(node))
        self._calls: set[Any] = set()

    def calls(self) -> frozenset[Any] | None:
        """Return the functions it needs, or None if it depends on more than its arguments."""
        ignored = set(_annotations(self._node))
        for node in ast.walk(self._node):
            if node not in ignored and not self._is_fine(node):
                return None
        return frozenset(self._calls)

    def _is_fine(self, node: ast.AST) -> bool:
        match node:
            case ast.Import(names):
                return all(alias.name in {m.__name__ for m in _MODULES} for alias in names)
            case ast.Name(name, ast.Load()) if name not in self._own:
                return self._is_fine_global(node, name)
            case ast.Attribute():
                return self._is_fine_attribute(node)
            case ast.Subscript(base, ctx=ast.Store()):
                return not set(_root(base)) & self._borrowed
            case ast.Compare(left, operators, others):
                identity = any(isinstance(o, ast.Is | ast.IsNot) for o in operators)
                return not identity or all(map(self._is_sole, others)) or self._is_sole(left)
            case _:
                return not isinstance(node, _REFUSED)

    def _is_fine_attribute(self, node: ast.Attribute) -> bool:
        if not isinstance(node.ctx, ast.Load):
            return False
        base = node.value
        if isinstance(base, ast.Name) and base.id not in self._own:
            value = self._function.__globals__.get(base.id)
            if isinstance(value, types.ModuleType):
                return node.attr in _MODULES.get(value, ()) or self._is_theirs(value, node.attr)
            return node.attr in (_METHODS if _is_constant(value) else _LOOKS)
        imported = isinstance(base, ast.Name) and base.id in {m.__name__ for m in _MODULES}
        if not imported and node.attr not in _METHODS:
            return False
        return node.attr not in _CHANGES or not set(_root(base)) & self._borrowed

    def _is_theirs(self, module: types.ModuleType, name: str) -> bool:
        """Return whether ``module`` is another file of the submission, and it has the function."""
        function = module.__dict__.get(name)
        if module not in self._modules or not isinstance(function, types.FunctionType):
            return False
        self._calls.add(function)
        return name not in self._stored

    def _is_fine_global(self, node: ast.AST, name: str) -> bool:
        known = self._function.__globals__
        if name in self._stored or name not in known:
            return name not in self._stored and name in _BUILTINS
        value = known[name]
        if isinstance(value, types.FunctionType):
            self._calls.add(value)
            return not isinstance(self._parents.get(node), ast.Attribute)
        if isinstance(value, types.ModuleType):
            return isinstance(self._parents.get(node), ast.Attribute)
        if type(value) in {list, dict, set}:
            return self._is_only_read(node, value)
        return _is_constant(value) or any(value is one for one in _FROM_MODULES)

    def _is_only_read(self, node: ast.AST, value: Any) -> bool:
        """Return whether a list, dict or set that all calls share is but looked at here."""
        known = self._function.__globals__
        if any(known.get(name) is value for name in self._stored):
            return False
        flat = all(map(_is_constant, value.values() if type(value) is dict else value))
        return self._only_looked_at(node, flat=flat)

    def _only_looked_at(self, node: ast.AST, *, flat: bool) -> bool:
        """Return whether what is done with shared data at ``node`` cannot change it.

        What is in one that is not ``flat`` could be changed too, so it must stay in sight.
        """
        parent = self._parents.get(node)
        match parent:
            case ast.For(iter=used) | ast.comprehension(iter=used):
                return used is node
            case ast.Subscript(value, ctx=ast.Load()):
                return value is node and (flat or self._stays_in_sight(parent))
            case ast.Compare() | ast.Starred() | ast.Attribute() | ast.BinOp():
                return flat
            case ast.Call(ast.Name(name)):
                known = _BUILTINS if flat else _WALKS
                return name in known and name not in self._function.__globals__
            case _:
                return False

    def _stays_in_sight(self, item: ast.AST) -> bool:
        parent = self._parents.get(item)
        if isinstance(item, ast.Subscript) and isinstance(item.slice, ast.Slice):
            return False
        return isinstance(parent, ast.Subscript | ast.For | ast.comprehension | ast.Assign)

    def _is_sole(self, node: ast.expr) -> bool:
        """Return whether ``node`` is None, True or False, of which there is only one."""
        if isinstance(node, ast.Name) and node.id not in self._own:
            value = self._function.__globals__.get(node.id, 0)
            return value is None or type(value) is bool
        is_it = isinstance(node, ast.Constant)
        return is_it and (node.value is None or type(node.value) is bool)  # type: ignore[attr-defined]


def _bound(node: ast.FunctionDef) -> Iterator[str]:
    """Yield the names that are bound anywhere in a function, those of functions in it included."""
    for inner in ast.walk(node):
        match inner:
            case ast.arg(name):
                yield name
            case ast.Name(name, ast.Store()):
                yield name
            case ast.FunctionDef(name) if inner is not node:
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield name
            case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name
            case ast.Import(names):
                yield from (alias.asname or alias.name for alias in names)
            case _:
                pass


def _borrowed(node: ast.AST) -> Iterator[str]:
    """Yield names for parts of something that is there already: loop variables, items."""
    found: set[str] = set()
    before = -1
    while len(found) > before:  # until no name stands for another any more
        before = len(found)
        for inner in ast.walk(node):
            match inner:
                case ast.For(target) | ast.comprehension(target):
                    found.update(_targets(target))
                case ast.Assign(targets, ast.Subscript(slice=at)) if not isinstance(at, ast.Slice):
                    found.update(name for target in targets for name in _targets(target))
                case ast.Assign(targets, ast.Name(name)) if name in found:
                    found.update(name for target in targets for name in _targets(target))
                case _:
                    pass
    yield from found


def _targets(target: ast.AST) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all that stands in annotations: it says nothing of what a function does."""
    for inner in ast.walk(node):
        for field in ("annotation", "returns"):
            part = getattr(inner, field, None)
            if isinstance(part, ast.AST):
                yield from ast.walk(part)


def _closed(found: Mapping[Any, frozenset[Any]]) -> dict[Any, frozenset[Any]]:
    """Return those of ``found`` that call only one another and functions of ours."""
    pure = dict(found)
    while True:
        lost = [f for f, calls in pure.items() if not all(c in pure or _ours(c) for c in calls)]
        if not lost:
            return pure
        for function in lost:
            del pure[function]


def _ours(function: types.FunctionType) -> bool:
    return function.__code__.co_filename == OURS


def _reaches(start: Any, goal: Any, calls: Mapping[Any, Iterable[Any]]) -> bool:
    seen: set[Any] = set()
    waiting = list(calls.get(start, ()))
    while waiting:
        function = waiting.pop()
        if function is goal:
            return True
        if function not in seen:
            seen.add(function)
            waiting += calls.get(function, ())
    return False
