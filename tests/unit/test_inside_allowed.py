"""What an assignment allows beyond the standard library can be imported, and nothing else can."""

import sys
import time
from pathlib import Path

import pytest

from grader.errors import JudgeError
from grader.model import Raised, Returned
from grader.sandbox import levels
from grader.sandbox.inside.allowed import load_modules
from grader.sandbox.launch import LIMITED, launcher
from grader.sandbox.process import Limits
from grader.sandbox.session import Call, Program, Session

TEXT = "import iniconfig\n\n\ndef name(n):\n    return iniconfig.__name__\n"


@pytest.mark.parametrize("level", [LIMITED, levels.strongest()])
@pytest.mark.parametrize("modules", [(), ("iniconfig",)])
def test_a_module_is_there_only_if_it_is_allowed(level: str, modules: tuple[str, ...]) -> None:
    source = launcher(level, modules)
    program = Program({"main.py": TEXT}, "main.py", ("name",), ("name",))
    session = Session(program, Limits(), time.monotonic() + 60, source)
    try:
        (reply,) = session.ask(Call("name", ["[1]"]))
        assert isinstance(reply, Returned if modules else Raised)
    finally:
        session.close()
        source.close()


def test_a_module_that_is_not_installed_is_our_fault_and_named() -> None:
    with pytest.raises(JudgeError, match="pip install no_such_module"):
        launcher(LIMITED, ("no_such_module",))


def test_the_folder_is_forgotten_and_a_broken_module_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "fine_by_us.py").write_text("VALUE = 1\n")
    (tmp_path / "broken_by_us.py").write_text("raise RuntimeError\n")
    before = list(sys.path)
    load_modules([(str(tmp_path), "fine_by_us"), (str(tmp_path), "broken_by_us")])
    assert sys.path == before
    assert sys.modules.pop("fine_by_us").VALUE == 1
    assert "broken_by_us" not in sys.modules
