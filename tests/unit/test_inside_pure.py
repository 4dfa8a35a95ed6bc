"""Which functions are shown to be functions of their arguments, and which only look like it."""

from __future__ import annotations

import types

import pytest

from grader.sandbox.inside.pure import recursive_and_pure


def found(text: str, **others: str) -> list[str]:
    """Return the functions of ``text``, a file that may import the ``others``."""
    files = {"main.py": text, **{f"{name}.py": other for name, other in others.items()}}
    modules = {file: types.ModuleType(file.removesuffix(".py")) for file in files}
    for file in reversed(files):
        space = modules[file].__dict__
        space |= {name: modules[f"{name}.py"] for name in others if file == "main.py"}
        exec(compile(files[file], file, "exec"), space)  # noqa: S102 - our own text
    return [name for _, name in recursive_and_pure(modules, files)]


SEARCH = """
EMPTY = " "
LINES = [(0, 1, 2), (3, 4, 5)]
def winner(board):
    for a, b, c in LINES:
        if board[a] != EMPTY and board[a] == board[b] == board[c]:
            return board[a]
    return None
def moves(board): return [n for n in range(9) if board[n] == EMPTY]
def after(board, n, mark):
    copy = board[:]
    copy[n] = mark
    return copy
def minimax(board, turn):
    if winner(board): return 1 if winner(board) == "O" else -1
    if not moves(board): return 0
    scores = [minimax(after(board, n, "O" if turn else "X"), not turn) for n in moves(board)]
    return max(scores) if turn else min(scores)
def best(board): return max(moves(board), key=lambda n: minimax(after(board, n, "O"), False))
"""

SIDES = """
import copy, math
def moves(board): return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}
def result(board, move):
    new = copy.deepcopy(board)
    new[move[0]][move[1]] = "X"
    return new
def high(board):
    best = -math.inf
    for move in moves(board): best = max(best, low(result(board, move)))
    return best
def low(board):
    best = math.inf
    for move in moves(board): best = min(best, high(result(board, move)))
    return best
"""

IN_PLACE = """
def minimax(board, depth):
    best = -100
    for n in range(9):
        if board[n] is None:
            board[n] = "O"
            best = max(best, -minimax(board, depth + 1))
            board[n] = None
    return best
"""


def test_a_textbook_search_is_one_and_what_only_calls_it_needs_no_memory() -> None:
    assert found(SEARCH) == ["minimax"]


def test_two_functions_that_call_each_other_are_both() -> None:
    assert found(SIDES) == ["high", "low"]


def test_a_board_that_is_changed_for_a_while_is_looked_at_when_it_runs() -> None:
    assert found(IN_PLACE) == ["minimax"]


@pytest.mark.parametrize(
    "body",
    [
        "return f(b) if b else 0",
        "return sum(f(x) for x in b) + len(ROWS) + TABLE['a'] + ROWS[0][1]",
        "for r in ROWS:\n        a, c = r\n        if a: return f(c)",
        "import math\n    return f(math.floor(b))",
        "def inner(x): return f(x)\n    return inner(b)",
        "match b:\n        case [x, *_]: return f(x)\n        case _: return 0",
        "try: return f(b[1:])\n    except IndexError as e: raise ValueError from e",
        "best: 'Score' = f(b)\n    return best",
        "return f(other.helper(b))",
        "return max([f(x) for x in b], key=lambda v: (v is None, v))",
        "x = b.copy()\n    x.append(1)\n    return f(x)",
        "return [f(x) for x in FLAT + list(FLAT) if x in FLAT]",
    ],
)
def test_these_depend_on_their_arguments_alone(body: str) -> None:
    text = f"ROWS = [[1, 2]]\nFLAT = [1, 2]\nTABLE = {{'a': 1}}\ndef f(b):\n    {body}\n"
    assert found(text, other="def helper(b): return b[1:]\n") == ["f"]


@pytest.mark.parametrize(
    "body",
    [
        "global count\n    count += 1\n    return f(b)",
        "SEEN.append(b)\n    return f(b)",
        "BOARD[0] = b\n    return f(b)",
        "CACHE[b] = f(b)\n    return CACHE[b]",
        "print(b)\n    return f(b)",
        "return f(b) + random.random()",
        "return f(b) + time.time()",
        "return f(Thing(b))",
        "return f(b) + f.calls",
        "f.calls = 1\n    return f(b)",
        "return f(list(ROWS))",
        "r = ROWS[0]\n    r[0] = 1\n    return f(b)",
        "for r in ROWS:\n        q = r\n        q[0] = 1\n    return f(b)",
        "r = ROWS[:]\n    r[0][0] = 1\n    return f(b)",
        "return f(ROWS)",
        "return f(b) if b is MARK else 0",
        "return eval(b) or f(b)",
        "return id(b) or f(b)",
        "return g(b) or f(b)",
        "from random import choice\n    return f(choice(b))",
        "with open(b) as o: return f(o)",
        "b.shape = 1\n    return f(b)",
        "return f(b.shape)",
        "return f(missing)",
        "del b[0]\n    return f(b)",
        "return f(other.nothing)",
        "return f(ALIAS)",
    ],
)
def test_these_may_depend_on_more(body: str) -> None:
    text = (
        "import random, time\ncount = 0\nSEEN = []\nBOARD = [0]\nCACHE = {}\nROWS = [[1, 2]]\n"
        "MARK = 'X'\nALIAS = BOARD\nclass Thing: pass\n"
        f"def g(b):\n    global count\n    return count\ndef f(b):\n    {body}\n"
    )
    assert found(text, other="") == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(b, seen={}): return f(b)",
        "def f(b, *, seen=[]): return f(b)",
        "import functools\n@functools.lru_cache\ndef f(b): return f(b)",
        "def f(b): return f(b)\ndef f(b): return 1",
        "def f(b): return f(b)\nf = lambda b: 1",
        "class K:\n    def f(self, b): return self.f(b)",
        "async def f(b): return f(b)",
        "def f(b): return 1",
        "LOG = []\ndef f(b): return f(b) + len(LOG)\ndef play(b):\n    LOG.append(b)",
        "BOARD = [0]\nSAME = BOARD\ndef f(b): return f(BOARD[0])\ndef play(): SAME[0] = 1",
    ],
)
def test_what_is_wrapped_shared_or_never_calls_itself_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_file_that_does_not_parse_has_none() -> None:
    module = types.ModuleType("main")
    assert recursive_and_pure({"main.py": module}, {"main.py": "def f(:"}) == []
