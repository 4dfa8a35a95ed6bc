"""What scripts need is named in one line where it is not there."""

import pytest

from grader.errors import JudgeError
from grader.sandbox import scripts


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("game.js", True), ("game.ts", True), ("game.mjs", True), ("game.py", False), ("js", False)],
)
def test_a_script_is_known_by_its_name(name: str, is_one: bool) -> None:  # noqa: FBT001
    assert scripts.is_script(name) is is_one


def test_python_needs_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "MODULES", ("there_is_no_such_module",))
    assert scripts.modules_for(["game.py"]) == ()


def test_without_an_engine_it_is_said_in_one_line_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scripts, "MODULES", ("there_is_no_such_module",))
    with pytest.raises(JudgeError, match="python -m pip install quickjs-ng") as error:
        scripts.modules_for(["game.js"])
    assert "\n" not in str(error.value)
    part = scripts.part()
    assert not part.present
    assert part.remedy == scripts.REMEDY


def test_what_to_install_is_what_the_project_pins() -> None:
    extra = ("quickjs-ng", "tree-sitter", "tree-sitter-typescript")
    assert scripts.REMEDY.split()[-3:] == list(extra)
