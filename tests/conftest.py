"""What all tests share: ``golden``, and the option that rewrites golden files.

A golden file holds the whole of an expected output, in ``tests/golden/``. After a change that is
meant to show, run ``pytest --update-golden`` and review the difference like code.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the expected files in tests/golden/ from what the code puts out now",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return ``compare(name, text)``: fails with a diff if ``text`` is not what the file holds."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8", newline="")
        if not path.is_file():
            pytest.fail(f"there is no {path.name} yet: run pytest --update-golden")
        expected = path.read_bytes().decode()
        if text != expected:
            lines = unified_diff(
                expected.splitlines(), text.splitlines(), f"golden/{name}", "now", lineterm="", n=1
            )
            pytest.fail(
                "\n".join([*lines, "if this is meant: pytest --update-golden"]), pytrace=False
            )

    return compare
