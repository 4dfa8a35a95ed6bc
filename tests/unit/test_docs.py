"""What a program can check of the documents: headings, pins, commands, links, machine traces."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import diagnosis
from grader.errors import GraderError

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README_COMMANDS = (
    "python -m pip install -e . && python grade.py batch",
    'python -m pip install -e ".[test]" && python -m pytest',
)
ADRS = sorted(DOCS.glob("adr/*.md"))
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), ROOT / "reports" / "README.md"])
ASSIGNMENT_CODE = sorted(ROOT.glob("assignments/**/*.py"))

# Put together from parts, so that this file does not hold what it looks for.
HOME = re.compile(r"(?<![\w.])/(?:root|home/\w+|Users/\w+)" + "/")
REGISTRY = re.compile("|".join(["py" + r"pi\.org", "python" + r"hosted\.org", "index" + "-url"]))
HOSTILE = "tests/attacks/"  # names such paths on purpose


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def headings(page: Path) -> list[str]:
    return re.findall(r"^## (.+)$", read(page), re.MULTILINE)


def section(page: Path, heading: str) -> str:
    return read(page).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def finding_slugs() -> set[str]:
    """Return each text that diagnosis may pass as ``slug=``, the kinds of a lost check included."""
    tree = ast.parse(read(Path(diagnosis.__file__)))
    given = [k.value for k in ast.walk(tree) if isinstance(k, ast.keyword) and k.arg == "slug"]
    texts = {
        node.value
        for value in given
        for node in ast.walk(value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return texts | {slug for slug, _ in diagnosis._KINDS.values()}


def name_of(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", requirement).casefold()


def pins(requirements: list[str]) -> dict[str, str]:
    """Return name to version of the requirements that pin one."""
    split = [line.partition(";")[0].strip().partition("==") for line in requirements]
    return {name_of(name): version for name, _, version in split if version}


def tracked_texts() -> Iterator[tuple[str, str]]:
    """Yield name and text of every file that is in the repository or may come into it."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)  # noqa: S603 - ours
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        if not name.startswith(HOSTILE) and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="ignore")


def imported(path: Path) -> set[str]:
    """Return the top-level names of all modules that ``path`` imports; ``.`` if relative."""
    found = set()
    for node in ast.walk(ast.parse(read(path))):
        match node:
            case ast.Import(names):
                found |= {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(module=str(module), level=0):
                found.add(module.partition(".")[0])
            case ast.ImportFrom():
                found.add(".")
    return found


@pytest.mark.parametrize("error", GraderError.__subclasses__(), ids=lambda error: error.slug)
def test_every_error_is_documented_with_its_exit_code(error: type[GraderError]) -> None:
    assert error.slug in headings(DOCS / "errors.md")
    assert f"**Exit code:** {error.exit_code}\n" in section(DOCS / "errors.md", error.slug)


def test_every_finding_is_documented_and_no_other() -> None:
    slugs = finding_slugs()
    assert len(slugs) > len(diagnosis._KINDS)
    assert sorted(headings(DOCS / "findings.md")) == sorted(slugs)


def test_decisions_are_numbered_without_a_gap() -> None:
    assert [int(path.name[:4]) for path in ADRS] == list(range(1, len(ADRS) + 1))


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.stem)
def test_decision_has_its_four_sections(path: Path) -> None:
    assert read(path).startswith(f"# {int(path.name[:4])}. ")
    assert headings(path) == ["Status", "Context", "Decision", "Consequences"]


@pytest.mark.parametrize("command", README_COMMANDS)
def test_readme_opens_with_the_two_commands(command: str) -> None:
    assert f"```\n{command}\n```" in "\n".join(read(ROOT / "README.md").splitlines()[:25])


@pytest.mark.parametrize("command", README_COMMANDS)
def test_ci_runs_the_commands_of_the_readme(command: str) -> None:
    assert command.rpartition(" && ")[2] in read(ROOT / ".ci" / "run")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    links = re.findall(r"\]\(([\w./-]+?)(?:#[\w-]*)?\)", read(page))
    pictures = {".png", ".svg"}
    missing = [link for link in links if not (page.parent / link).exists()]
    assert [link for link in missing if Path(link).suffix not in pictures] == []


def test_constraints_agree_with_the_pins_of_the_project() -> None:
    project = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    asked = pins([*project["dependencies"], *extras])
    lines = [
        line for line in read(ROOT / "constraints.txt").splitlines() if not line.startswith("#")
    ]
    held = pins(lines)
    assert len(held) == len(lines)  # each line pins, and no name is there twice
    assert {name: held.get(name) for name in asked} == asked


@pytest.mark.parametrize("trace", [HOME, REGISTRY], ids=["home folder", "package registry"])
def test_no_file_names_the_machine_it_was_made_on(trace: re.Pattern[str]) -> None:
    assert [name for name, text in tracked_texts() if trace.search(text)] == []


@pytest.mark.parametrize(
    "path", ASSIGNMENT_CODE, ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_assignment_imports_pytest_and_the_standard_library_only(path: Path) -> None:
    provided = {file.stem for file in (path.parents[1] / "provided").glob("*.py")}
    assert imported(path) <= {"pytest", *sys.stdlib_module_names, *provided}
