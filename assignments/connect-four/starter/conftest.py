"""Lets pytest find your file. There is nothing to change here."""

import importlib
import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).resolve().parent)


def pytest_configure(config):
    """Name the marks the tests carry, and make the file beside this one importable."""
    config.addinivalue_line("markers", "points(n): what the test is worth")
    config.addinivalue_line("markers", "about(*functions): the functions the test is about")
    config.addinivalue_line("markers", "needs(role): what has to be there for the test to begin")
    if HERE not in sys.path:
        sys.path.insert(0, HERE)


@pytest.fixture
def engine():
    """Your connect4.py, loaded only by the tests that need it."""
    return importlib.import_module("connect4")
