"""Grade every known submission once, and let all tests look at the outcomes."""

from collections.abc import Mapping

import pytest

from grader.model import Graded, Outcome
from tests.corpus.grading import assignment, grade_all
from tests.corpus.known import names

CORPUS_S = 3000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the first test, which waits for the whole corpus, the time that takes."""
    for item in items:
        if "corpus" in item.path.parts:
            item.add_marker(pytest.mark.timeout(CORPUS_S))


@pytest.fixture(scope="session")
def outcomes() -> Mapping[str, Outcome]:
    """Every known submission graded, once for the whole run, by name."""
    return grade_all(assignment(), names())


@pytest.fixture(scope="session")
def graded(outcomes: Mapping[str, Outcome]) -> Mapping[str, Graded]:
    """Those of :func:`outcomes` that were graded: all of them, or a test says which were not."""
    return {name: found for name, found in outcomes.items() if isinstance(found, Graded)}
