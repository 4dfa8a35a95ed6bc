"""A submission's modules, made from text; here in this process, with texts of our own."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator

import pytest

from grader.sandbox.inside.loading import Submission, module_name, stripped, unwritten

MINE = "made_up_"


@pytest.fixture(autouse=True)
def _clean_imports() -> Iterator[None]:
    path = sys.meta_path[:]
    yield
    sys.meta_path[:] = path
    for name in [name for name in sys.modules if name.startswith(MINE)]:
        del sys.modules[name]


def loaded(strip: bool = False, **files: str) -> Submission:  # noqa: FBT001, FBT002 - a switch
    """Load ``made_up_main.py``; the other files are importable beside it."""
    texts = {f"{MINE}{name.replace('__', '/')}.py": text for name, text in files.items()}
    submission = Submission(texts, f"{MINE}main.py")
    submission.install()
    submission.load(strip=strip)
    return submission


def test_what_the_entry_file_defines_can_be_named() -> None:
    submission = loaded(main="x = 2\ndef double(n):\n    return x * n\n")
    assert submission.named("double")(3) == 6


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"made_up_main\.py has no triple"):
        loaded(main="").named("triple")
    with pytest.raises(AttributeError, match=r"main\.py has no f"):
        Submission({}, "main.py").named("f")


def test_an_inherited_name_of_a_module_is_not_its_own() -> None:
    with pytest.raises(AttributeError):
        loaded(main="").named("__class__")


def test_the_entry_file_knows_its_name_and_is_not_run_as_a_program() -> None:
    submission = loaded(main="seen = (__name__, __file__)\n")
    assert submission.named("seen") == ("made_up_main", "made_up_main.py")


def test_our_future_imports_do_not_leak_into_a_submission() -> None:
    submission = loaded(main="def f(n: int): ...\nkinds = f.__annotations__\n")
    assert submission.named("kinds") == {"n": int}


def test_a_helper_module_is_imported_from_the_submission() -> None:
    submission = loaded(main="from made_up_rules import won\n", rules="won = 1\n")
    assert submission.named("won") == 1


def test_a_helper_package_is_imported_with_or_without_an_init() -> None:
    bare = loaded(main="from made_up_game.board import size\n", game__board="size = 3\n")
    assert bare.named("size") == 3
    full = loaded(
        main="import made_up_full\nfrom made_up_full.board import size\n",
        full____init__="answer = 42\n",
        full__board="size = 4\n",
    )
    assert full.named("size") == 4


def test_a_packages_init_is_run() -> None:
    files = {f"{MINE}pack/__init__.py": "answer = 42\n", f"{MINE}pack/a.py": ""}
    Submission(files, "").install()
    assert importlib.import_module(f"{MINE}pack").answer == 42


def test_a_helper_called_like_a_library_module_does_not_replace_it() -> None:
    submission = Submission({"random.py": "", "json/decoder.py": ""}, "main.py")
    assert submission.find_spec("random") is None
    assert submission.find_spec("json.decoder") is None
    assert submission.find_spec("nobody") is None


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("main.py", "main"),
        ("game/tictactoe.py", "tictactoe"),
        ("random.py", "submitted_random"),
        ("__main__.py", "submitted___main__"),
    ],
)
def test_no_file_is_loaded_under_a_name_of_the_library(file: str, name: str) -> None:
    assert module_name(file) == name


# ---------------------------------------------------------------------------- stand-ins


def test_right_functions_replace_the_submissions_own_wherever_they_are_bound() -> None:
    submission = loaded(
        main="from made_up_rules import won\ndef ask():\n    return won(), other()\n",
        rules="def won():\n    return 'wrong'\ndef again():\n    return won()\n",
    )
    right = "def won():\n    return 'right'\ndef other():\n    return 'new'\n"
    submission.replace(right, ["won", "other"])
    assert submission.named("ask")() == ("right", "new")
    assert sys.modules["made_up_rules"].again() == "right"
    assert not hasattr(sys.modules["made_up_rules"], "other")


# ---------------------------------------------------------------------------- stripped

GAME = """
import math
from math import inf
EMPTY: str = " "
board = [EMPTY] * 9
count = 0
count += 1
name = input("Name? ")
difficulty = ask_difficulty()
try:
    import math as m
except ImportError:
    m = None
try:
    play()
except EOFError:
    pass
def ask_difficulty():
    return ask()
def ask():
    return input()
def play():
    return board
async def later(): ...
class Board: ...
print("hello")
for n in range(3):
    play()
while True:
    play()
if __name__ == "__main__":
    play()
"""


def test_stripping_keeps_imports_definitions_and_plain_assignments() -> None:
    kept = ast.unparse(stripped(ast.parse(GAME)))
    for line in ("import math", "from math import inf", "board = [EMPTY] * 9", "count += 1"):
        assert line in kept
    for name in ("def ask_difficulty", "def play", "async def later", "class Board"):
        assert name in kept
    assert "import math as m" in kept


def test_stripping_drops_what_acts_or_asks() -> None:
    tree = stripped(ast.parse(GAME))
    kept = ast.unparse(tree)
    for gone in (
        "name =",
        "difficulty =",
        "print",
        "for n",
        "while",
        "__main__",
        "except EOFError",
    ):
        assert gone not in kept


def test_a_file_that_hangs_when_imported_loads_without_its_top_level() -> None:
    submission = loaded(strip=True, main="def f():\n    return 1\nwhile True:\n    pass\n")
    assert submission.named("f")() == 1


# ---------------------------------------------------------------------------- unwritten


def test_a_body_that_is_only_a_placeholder_is_unwritten() -> None:
    text = '''
def a():
    """Say."""
def b():
    """Say."""
    pass
def c():
    raise NotImplementedError
def d():
    raise NotImplementedError("later")
def e():
    ...
def f():
    return None
def g():
    raise ValueError
def h():
    pass
    return 1
class K:
    def inner(self): pass
'''
    assert unwritten(text) == {"a", "b", "c", "d", "e", "K.inner"}


@pytest.mark.parametrize("text", ["def f(:", "x = '\0'", "(" * 10_000])
def test_what_does_not_parse_has_no_placeholders(text: str) -> None:
    assert unwritten(text) == set()
