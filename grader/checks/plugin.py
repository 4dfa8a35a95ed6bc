"""pytest plugin: gives checks their engine, order, gates, points and verdict.

Loaded by :mod:`grader.checks.run` with ``-p grader.checks.plugin`` in a process of its own, one
for each submission; never installed.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any, cast

import pytest

from grader.assignment import Assignment, LayerPlan
from grader.checks import gate, job
from grader.checks.ask import Ask, begin
from grader.checks.bench import Bench, Setting
from grader.checks.engine import Engine
from grader.checks.game import Game
from grader.checks.judgement import Judged, verdict_of
from grader.checks.play import Play
from grader.checks.play import play as prove_play
from grader.checks.prepared import NAME, Prepared
from grader.checks.record import write_check, write_proof
from grader.checks.variant import Variant
from grader.model import CheckResult, Example, Verdict, Visibility

MESSAGE_LIMIT = 600
PROGRESS_S = 0.2
_DRAWN = re.compile(r"(?<![XO./])[XO.]{3}/[XO.]{3}/[XO.]{3}(?![XO./])")

BENCH = pytest.StashKey[Bench]()
PLAY = pytest.StashKey[Play]()
NOTE = pytest.StashKey[str]()
FAILED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say which job this is: the assignment and the submission, in one file."""
    parser.getgroup("grader").addoption("--grader-job")


def pytest_configure(config: pytest.Config) -> None:
    """Set the bench up, register the markers, and a fixture for each file handed in."""
    for line in (
        "points(n): what passing this check earns",
        "bonus(n): what passing this check earns beyond the full score",
        "about(*functions): what this check judges; the first is the one it is filed under",
        "needs(role): the part in the game without which the check is not begun",
    ):
        config.addinivalue_line("markers", line)
    if config.getoption("--grader-job") is None:
        raise pytest.UsageError("--grader-job names no job")
    prepared = cast("Prepared | None", config.pluginmanager.get_plugin(NAME))
    bench = job.read(config.getoption("--grader-job"), prepared)
    config.stash[BENCH] = bench
    config.stash[FAILED] = []
    config.add_cleanup(bench.close)
    config.pluginmanager.register(_file_fixtures(bench.assignment), "grader-files")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run layers in the assignment's order, and of each the visible checks first."""
    order = [layer.name for layer in config.stash[BENCH].assignment.layers]
    twice = [name for name, n in Counter(map(_ident, items)).items() if n > 1]
    if twice:
        raise pytest.UsageError(f"two checks are called {twice[0]}")
    items.sort(
        key=lambda item: (order.index(_layer(item).name), _visibility(item).value == "hidden")
    )


# ---------------------------------------------------------------------------- fixtures


def _file_fixtures(assignment: Assignment) -> ModuleType:
    """Return a plugin with one fixture for each file handed in, under the name tests use."""
    plugin = ModuleType("grader_files")
    for slot in assignment.files:
        setattr(plugin, slot.fixture, _engine_fixture(slot.fixture))
    return plugin


def _engine_fixture(fixture: str) -> Any:
    @pytest.fixture(name=fixture)
    def engine(request: pytest.FixtureRequest) -> Engine:
        return Engine(request.config.stash[BENCH], Setting(fixture))

    return engine


@pytest.fixture
def ask(pytestconfig: pytest.Config, request: pytest.FixtureRequest) -> Ask:
    """Ask one function about many boards."""
    bench = pytestconfig.stash[BENCH]
    slot = gate.slot_of(bench.assignment, _about(request.node)[0])
    return Ask(bench, Setting(slot.fixture))


@pytest.fixture(scope="session")
def game(pytestconfig: pytest.Config) -> Game:
    """Return every board and position, with the truth."""
    prepared = pytestconfig.pluginmanager.get_plugin(NAME)
    if prepared is not None:
        return cast("Prepared", prepared).game
    assignment = pytestconfig.stash[BENCH].assignment
    return Game(assignment.match, assignment.codec)


@pytest.fixture(scope="session")
def play(pytestconfig: pytest.Config) -> Play:
    """Return the program's play at all of its decisions."""
    bench = pytestconfig.stash[BENCH]
    found = prove_play(bench, _progress())
    pytestconfig.stash[PLAY] = found
    return found


@pytest.fixture(scope="session")
def variant(pytestconfig: pytest.Config) -> Callable[[str], Variant]:
    """Return another game that the assignment is about, by its name there; each made once."""
    bench = pytestconfig.stash[BENCH]
    return cache(lambda name: Variant(bench, bench.assignment.variants[name]))


def _progress() -> Callable[[int, int], None]:
    """Return a teller of progress, on standard error and not too often."""
    last = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last > PROGRESS_S:
            last = time.monotonic()
            print(f"progress {done} {of}", file=sys.__stderr__, flush=True)

    return tell


# ---------------------------------------------------------------------------- running a check


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Stop a check whose function, or whose layer's, is not there; no fixture is made for it."""
    bench = item.config.stash[BENCH]
    gate.open_layer(bench, _layer(item))
    if (stop := gate.why_not(bench, _about(item)[0])) is not None:
        raise stop
    for marker in item.iter_markers("needs"):
        begin(bench, *marker.args)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Run a check as written and, if it fails, with right helpers: the better of the two counts."""
    bench = pyfuncitem.config.stash[BENCH]
    first: BaseException | None = None
    for setting in gate.settings(bench.assignment, _about(pyfuncitem)):
        error = _judged(pyfuncitem, bench.ways(setting))
        if error is None:
            if setting.replaced:
                pyfuncitem.stash[NOTE] = _given_right(pyfuncitem, setting)
            return True
        if verdict_of(error) in {Verdict.JUDGE_ERROR, Verdict.SKIPPED}:
            raise error
        first = first or error
    assert first is not None
    raise first


def _judged(item: pytest.Function, ways: Iterable[Setting]) -> BaseException | None:
    """Return what a check found, None if nothing: the first of ``ways`` that settles it.

    What is wrong when accelerated is asked again plainly before it is reported.
    """
    error: BaseException | None = None
    for way in ways:
        try:
            _call(item, way)
        except BaseException as found:  # noqa: BLE001 - all that stops a check is a verdict
            error = found
            if getattr(found, "confirmed", False):
                break
        else:
            return None
    return error


def _call(item: pytest.Function, setting: Setting) -> None:
    names = item._fixtureinfo.argnames  # noqa: SLF001 - as pytest's own hook does
    values = {name: item.funcargs[name] for name in names}
    moved = {
        name: value.moved_to(setting) if isinstance(value, Engine | Ask) else value
        for name, value in values.items()
    }
    item.obj(**moved)


def _given_right(item: pytest.Function, setting: Setting) -> str:
    """Return what a check was accepted in spite of, in words."""
    failed = [f for f in item.config.stash[FAILED] if f in setting.replaced]
    return f"right, given a right {failed[0]}" if failed else "right, given right helpers"


# ---------------------------------------------------------------------------- recording


@pytest.hookimpl(optionalhook=True)
def pytest_json_runtest_metadata(item: pytest.Item, call: pytest.CallInfo[None]) -> dict[str, Any]:
    """Record on the JSON report what pytest itself does not know."""
    error = call.excinfo.value if call.excinfo else None
    verdict = verdict_of(error)
    if verdict is Verdict.ACCEPTED and call.when != "call":
        return {}  # only the call phase can accept; a clean teardown must not overwrite it
    if verdict is not Verdict.ACCEPTED:
        item.config.stash[FAILED] += [f for f in _about(item) if f not in item.config.stash[FAILED]]
    return {"check": write_check(_result(item, verdict, error))}


@pytest.hookimpl(optionalhook=True)
def pytest_json_modifyreport(json_report: dict[str, Any]) -> None:
    """Leave out what nobody reads: the environment, tracebacks and logs."""
    json_report["tests"] = [_slim(test) for test in json_report.get("tests", [])]
    for key in ("environment", "warnings"):
        json_report.pop(key, None)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what the whole examination found beside pytest's own report."""
    bench = session.config.stash[BENCH]
    play = session.config.stash.get(PLAY, None)
    found = {"proof": write_proof(play.proof if play else None)}
    job.write(session.config.getoption("--grader-job"), bench, found)


def _slim(test: dict[str, Any]) -> dict[str, Any]:
    return {key: test[key] for key in ("nodeid", "outcome", "metadata") if key in test}


def _result(item: pytest.Item, verdict: Verdict, error: BaseException | None) -> CheckResult:
    points, bonus = _points(item, "points"), _points(item, "bonus")
    earned = verdict is Verdict.ACCEPTED
    judged = error if isinstance(error, Judged) else None
    return CheckResult(
        ident=_ident(item),
        layer=_layer(item).name,
        title=_title(item),
        visibility=_visibility(item),
        verdict=verdict,
        score=points if earned else Fraction(0),
        max_score=points,
        bonus=bonus if earned else Fraction(0),
        message=_message(error),
        note=item.stash.get(NOTE, "") if earned else "",
        blocked_by=getattr(judged, "blocked_by", ""),
        functions=_about(item),
        examples=_examples(item, error),
    )


def _ident(item: pytest.Item) -> str:
    return f"{_layer(item).name}/{item.name.removeprefix('test_')}"


def _examples(item: pytest.Item, error: BaseException | None) -> tuple[Example, ...]:
    """Return the boards a check was lost on; of a plain assertion, those its message draws."""
    if isinstance(error, Judged):
        return error.examples
    named = _DRAWN.findall(_message(error)) if isinstance(error, AssertionError) else []
    boards = dict.fromkeys(text.replace("/", "") for text in named)
    return tuple(Example(_about(item)[0], board, "", "", "") for board in boards)


def _message(error: BaseException | None) -> str:
    if error is None:
        return ""
    text = str(error).partition("\n")[0]
    if not isinstance(error, Judged | AssertionError):
        text = f"{type(error).__name__}: {text}"  # ours: say all there is
    return text if len(text) <= MESSAGE_LIMIT else f"{text[:MESSAGE_LIMIT]}…"


def _title(item: pytest.Item) -> str:
    doc = getattr(getattr(item, "obj", None), "__doc__", None) or item.name
    return str(doc).strip().partition("\n")[0]


def _points(item: pytest.Item, marker: str) -> Fraction:
    found = item.get_closest_marker(marker)
    return Fraction(str(found.args[0])) if found else Fraction(0)


def _about(item: pytest.Item) -> tuple[str, ...]:
    found = item.get_closest_marker("about")
    if found is None:
        raise LookupError(f"{item.nodeid} does not say what it is about")
    return found.args


def _layer(item: pytest.Item) -> LayerPlan:
    name = item.path.stem.removeprefix("test_")
    assignment: Assignment = item.config.stash[BENCH].assignment
    for layer in assignment.layers:
        if layer.name == name:
            return layer
    raise LookupError(f"{item.path.name}: no [[layers]] of assignment.toml is called {name!r}")


def _visibility(item: pytest.Item) -> Visibility:
    return Visibility.HIDDEN if item.path.parent.name == "hidden" else Visibility.VISIBLE
