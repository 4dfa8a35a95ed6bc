"""The diagnosis on known submissions: the right function and kind first, and nothing untrue."""

from collections.abc import Mapping

import pytest

from grader.model import Graded
from tests.corpus.diagnosis_table import (
    FAULTY,
    KINDS,
    SLOW,
    first,
    names_function,
    names_kind,
    table,
)
from tests.corpus.known import ROOT, given


def test_the_committed_table_is_what_the_diagnosis_says(graded: Mapping[str, Graded]) -> None:
    """The page shows what ``python -m tests.corpus.diagnosis_table`` prints."""
    assert table(graded) in (ROOT / "docs" / "diagnosis.md").read_text(encoding="utf-8")


def test_enough_functions_and_kinds_are_named(graded: Mapping[str, Graded]) -> None:
    found = {case: first(graded[f"given/{case}"]) for case in KINDS}
    assert sum(names_function(case, finding) for case, finding in found.items()) >= 27
    assert sum(names_kind(case, finding) for case, finding in found.items()) >= 24


@pytest.mark.parametrize("case", KINDS)
def test_the_first_certain_finding_names_function_and_kind(
    graded: Mapping[str, Graded], case: str
) -> None:
    finding = first(graded[f"given/{case}"])
    assert names_kind(case, finding)
    assert KINDS[case] <= {finding.slug, *finding.candidates}
    if case != SLOW:
        assert names_function(case, finding)


@pytest.mark.parametrize("case", KINDS)
def test_no_certain_finding_blames_a_function_that_is_right(
    graded: Mapping[str, Graded], case: str
) -> None:
    """What is wrong of itself, and no more; the one that leaves marks does so in two functions."""
    allowed = {FAULTY[case]["first_wrong_function"], "get_best_move" if case[:2] == "04" else ""}
    faults = [f for f in graded[f"given/{case}"].findings if f.certain and not f.harmless]
    if case != SLOW:
        assert {finding.function for finding in faults} <= allowed


@pytest.mark.parametrize("case", [row["case"] for row in given() if row["sound"]])
def test_a_sound_program_has_no_fault(graded: Mapping[str, Graded], case: str) -> None:
    assert all(finding.harmless for finding in graded[f"given/{case}"].findings)


@pytest.mark.parametrize("case", KINDS)
def test_a_fault_is_shown_on_a_board_and_worth_points(
    graded: Mapping[str, Graded], case: str
) -> None:
    finding = first(graded[f"given/{case}"])
    if not finding.harmless and case != SLOW:
        assert finding.board
        assert finding.function in finding.evidence
        assert finding.gain > 0
