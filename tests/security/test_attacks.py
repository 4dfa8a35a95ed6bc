"""Every attack, at each strong level, as root and as a user without rights, beside an honest one.

What an attack may earn is written in its own docstring. Those that say ``EXPECT: any`` have their
policy here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grader.sandbox.launch import CONFINED, LIMITED, NO_OPEN
from tests.security.boards import FUNCTIONS
from tests.security.harness import PROBES, expectations, names
from tests.security.runs import ATTACKS, Run

Story = Mapping[str, Any]
EVERYTHING = list(FUNCTIONS)
NAMES = (*names(ATTACKS), *names(PROBES))

# traces of success in what an attack says, beside whatever changed
BOASTS = ("CANARY", "PYTEST IN PROCESS", "value='forked ", "value='wrote ")

# attacks that a process of its own, its limits and the judge outside it must stop
WITHOUT_BARRIER = (
    "conftest.py",
    "dos_c_level.py",
    "dos_close_fds.py",
    "dos_compile_constant.py",
    "dos_del_hang.py",
    "dos_fd_exhaust.py",
    "dos_huge_return.py",
    "dos_infinite_iterable.py",
    "dos_loop_call.py",
    "dos_loop_one_call.py",
    "dos_main_no_guard_loop.py",
    "dos_memory_import.py",
    "dos_nested_source.py",
    "dos_os_exit_import.py",
    "dos_recursion_segv.py",
    "dos_sleep_under_limit.py",
    "dos_stdout_flood.py",
    "dos_stop_self.py",
    "dos_thread_bomb.py",
    "exfil_environ.py",
    "forge_all_values_list.py",
    "forge_bool_as_int.py",
    "forge_class_property.py",
    "forge_exception_hooks.py",
    "forge_exit_code.py",
    "forge_int_subclass.py",
    "forge_mutate_board.py",
    "forge_overfit.py",
    "forge_patch_builtins.py",
    "forge_patch_worker.py",
    "forge_protocol_fd.py",
    "forge_pytest_hijack.py",
    "forge_stdout_protocol.py",
    "forge_tamper_time.py",
    "good.py",
    "hoard.py",
    "inject_csv_formula.py",
    "inject_str_bomb.py",
    "inject_surrogate.py",
    "json.py",
    "odd_bidi.py",
    "odd_empty.py",
    "odd_future_syntax.py",
    "odd_homoglyph.py",
    "odd_import_pygame.py",
    "odd_import_turtle.py",
    "odd_missing_helper.py",
    "odd_null_bytes.py",
    "odd_random_answers.py",
    "odd_relative_import.py",
    "odd_utf16.py",
    "odd_wrong_arity.py",
    "ok_bom.py",
    "ok_cr.py",
    "ok_crlf.py",
    "ok_global_state.py",
    "ok_latin1_cookie.py",
    "ok_main_no_guard.py",
    "ok_print_spam.py",
    "ok_slow.py",
    "random.py",
    "test_minimax.py",
)

# ---------------------------------------------------------------------------- policies for "any"

Policy = Callable[[Story], bool]


def _earns(*functions: str) -> Policy:
    return lambda story: story["earned"] == list(functions)


def _names(*words: str) -> Policy:
    """Nothing is earned, and the student is told why, by name."""
    return lambda story: not story["earned"] and all(word in story["problem"] for word in words)


def _or(*policies: Policy) -> Policy:
    return lambda story: any(policy(story) for policy in policies)


def _loads_stripped(story: Story) -> bool:
    return bool(story["stripped"]) and story["earned"] == EVERYTHING


POLICIES: Mapping[str, Policy] = {
    # whoever hangs on some boards keeps the functions that never meet one
    "dos_loop_one_call.py": _earns("check_winner"),
    # a game that starts on import is loaded a second time without its top-level statements
    "dos_main_no_guard_loop.py": _loads_stripped,
    # each question has a board of its own: only the functions that lie lose
    "forge_mutate_board.py": _earns("is_board_full"),
    # a person is told of it (the file's remarks); the code runs as it is
    "odd_bidi.py": _earns(*EVERYTHING),
    "odd_import_pygame.py": _names("ModuleNotFoundError", "'pygame'"),
    # full marks where the machine has tkinter, else the missing module is named
    "odd_import_turtle.py": _or(
        _earns(*EVERYTHING),
        _names("ModuleNotFoundError", "'turtle'"),
        _names("ModuleNotFoundError", "tkinter'"),
        _names("ImportError", "libtk"),
    ),
    # luck earns nothing, and the same nothing at each run: see test_worker.py
    "odd_random_answers.py": _earns(),
    "odd_relative_import.py": _names("ImportError", "relative import"),
    "odd_utf16.py": _earns(*EVERYTHING),
    "ok_slow.py": _earns(*EVERYTHING),
}


def _fits(name: str, story: Story) -> bool:
    """Return whether an attack earned what it says it may."""
    match story["expect"]:
        case "full" | "ok":
            return bool(story["earned"] == EVERYTHING)
        case "low":
            return len(story["earned"]) <= len(EVERYTHING) / 2
        case "zero":
            return not story["earned"]
        case _:
            return POLICIES[name](story)


# ---------------------------------------------------------------------------- the tests

STRONG_RUNS = [
    pytest.param(Run(level, user, names=NAMES), id=f"{level}-{user}")
    for level in (CONFINED, NO_OPEN)
    for user in ("root", "unprivileged")
]
LIMITED_RUN = Run(LIMITED, "unprivileged", names=WITHOUT_BARRIER)


def _check(name: str, story: Story) -> None:
    assert _fits(name, story), f"it earned {story['earned']}: {story['problem']} {story['told']}"
    assert [boast for boast in BOASTS if boast in story["told"]] == [], story["told"]
    assert story["reached"] == []
    assert story["seconds"] < story["allowed_s"]
    assert story["control"] == EVERYTHING, "the honest submission after it"


@pytest.mark.parametrize("planned", STRONG_RUNS)
@pytest.mark.parametrize("name", NAMES)
def test_an_attack_earns_and_reaches_nothing(
    name: str, planned: Run, stories: Callable[[Run], Mapping[str, Story]]
) -> None:
    _check(name, stories(planned)[name])


@pytest.mark.parametrize("planned", [LIMITED_RUN], ids=[LIMITED])
@pytest.mark.parametrize("name", WITHOUT_BARRIER)
def test_what_needs_no_barrier_holds_at_limited(
    name: str, planned: Run, stories: Callable[[Run], Mapping[str, Story]]
) -> None:
    _check(name, stories(planned)[name])


@pytest.mark.parametrize("planned", STRONG_RUNS)
def test_not_even_the_size_of_a_file_is_to_be_had(
    planned: Run, stories: Callable[[Run], Mapping[str, Story]]
) -> None:
    """Except by path, at ``confined``, of what the grader's own user may look at."""
    told = stories(planned)["exfil_stat_oracle.py"]["told"]
    may = planned.level == CONFINED and planned.user == "unprivileged"
    assert ("STAT " in told) == may


@pytest.mark.parametrize("planned", STRONG_RUNS)
def test_descriptors_run_out_at_64(
    planned: Run, stories: Callable[[Run], Mapping[str, Story]]
) -> None:
    assert "value='fds 60'" in stories(planned)["dos_fd_exhaust.py"]["told"]


def test_every_any_has_a_policy() -> None:
    expect = expectations(ATTACKS)
    assert {name for name in expect if expect[name] == "any"} == set(POLICIES)
