"""A corpus of known submissions judges the judge: each says what it must earn."""

from collections.abc import Mapping
from typing import Any

import pytest

from grader.model import Graded, Layer, Outcome, Verdict
from tests.corpus.grading import assignment, grade_accelerated
from tests.corpus.known import given, names, odd, rows

FIRST_LAYERS = {
    "check_winner": {"rules"},
    "is_board_full": {"rules"},
    "get_valid_moves": {"rules"},
    "make_move": {"rules"},
    "is_game_over": {"rules"},
    "minimax": {"search"},
    "get_best_move": {"move", "perfect_play"},
}
SLOW_NOT_WRONG = "41_recursion_called_twice_too_slow"


def layers(graded: Graded) -> dict[str, Layer]:
    return {layer.name: layer for layer in graded.grade.layers}


def by_case(rows: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("row", rows, ids=lambda row: row["case"])


@pytest.mark.parametrize("name", names())
def test_is_graded(outcomes: Mapping[str, Outcome], name: str) -> None:
    """No submission, however odd, is left without a grade or breaks one of our checks."""
    assert isinstance(outcomes[name], Graded)


@by_case([row for row in given() if row["sound"]])
def test_sound_program_earns_full_marks(graded: Mapping[str, Graded], row: dict[str, Any]) -> None:
    found = graded[f"given/{row['case']}"]
    assert found.grade.score == found.grade.max_score == 100


@by_case([row for row in given() if not row["sound"] and row["case"] != SLOW_NOT_WRONG])
def test_faulty_program_loses_points_first_where_it_is_wrong(
    graded: Mapping[str, Graded], row: dict[str, Any]
) -> None:
    found = layers(graded[f"given/{row['case']}"])
    lost = [name for name, layer in found.items() if layer.score < layer.max_score]
    assert lost
    assert lost[0] in FIRST_LAYERS[row["first_wrong_function"]]


@by_case([row for row in given() if row["case"] != SLOW_NOT_WRONG])
def test_proof_counts_are_the_known_ones(graded: Mapping[str, Graded], row: dict[str, Any]) -> None:
    proof = graded[f"given/{row['case']}"].proof
    assert proof is not None
    assert proof.asked == row["asked"]
    assert proof.optimal == row["optimal"]
    assert proof.loses_value == row["loses"]
    assert proof.illegal == row["illegal"]
    assert proof.no_answer == row["none"]
    assert proof.errors == row["err"]


def test_slow_program_is_called_slow_and_never_wrong(graded: Mapping[str, Graded]) -> None:
    found = graded[f"given/{SLOW_NOT_WRONG}"]
    verdicts = {check.verdict for layer in found.grade.layers for check in layer.checks}
    assert verdicts == {Verdict.ACCEPTED, Verdict.TIME_LIMIT, Verdict.SKIPPED}
    assert found.proof is not None
    assert found.proof.optimal + found.proof.errors == found.proof.asked
    assert found.proof.optimal >= 4520 - 1 - 9 - 72  # all with at most six empty squares


def test_slow_program_that_may_remember_earns_everything() -> None:
    found = grade_accelerated(assignment(), f"given/{SLOW_NOT_WRONG}")
    assert isinstance(found, Graded)
    assert found.proof is not None
    assert found.proof.accelerated
    assert found.grade.score == found.grade.max_score == 100


@pytest.mark.parametrize("name", rows())
def test_row_of_the_points_table(graded: Mapping[str, Graded], name: str) -> None:
    row = rows()[name]
    found = graded[f"given/{row['given']}" if "given" in row else f"rows/{name}"]
    if "at_most" in row:
        assert found.grade.score <= row["at_most"]
    else:
        assert float(found.grade.score) == row["points"]


@pytest.mark.parametrize("name", [name for name, row in rows().items() if "choice" in row])
def test_every_course_of_chance_is_proved(graded: Mapping[str, Graded], name: str) -> None:
    row, proof = rows()[name], graded[f"rows/{name}"].proof
    assert proof is not None
    assert proof.choice == row["choice"]
    assert proof.optimal == row["kept"]
    assert list(proof.line_as_second) == row["line_as_second"]


@pytest.mark.parametrize("name", odd())
def test_odd_submission_earns_its_verdict(graded: Mapping[str, Graded], name: str) -> None:
    """Each is named for the verdict that all its functions earn, everywhere they are asked."""
    due = Verdict(name.partition("/")[0])
    judged = [
        check
        for layer in graded[f"odd/{name}"].grade.layers
        for check in layer.checks
        if layer.name not in {"warmup", "extensions"} and check.max_score
    ]
    assert {check.verdict for check in judged} == {due}


@pytest.mark.parametrize("name", ["constant_none", "constant_false", "constant_zero"])
def test_constant_earns_nothing_but_its_warm_up(graded: Mapping[str, Graded], name: str) -> None:
    found = layers(graded[f"rows/{name}"])
    assert {name for name, layer in found.items() if layer.score} == {"warmup"}


def test_starter_is_not_started_rather_than_failed(graded: Mapping[str, Graded]) -> None:
    found = layers(graded["rows/empty_starter"])
    verdicts = {check.verdict for layer in found.values() for check in layer.checks}
    assert verdicts == {Verdict.NOT_STARTED, Verdict.SKIPPED}
    assert all(
        check.message == "skipped because get_best_move is not started"
        for check in found["perfect_play"].checks
    )


@pytest.mark.parametrize(
    ("case", "slug"),
    [
        ("10_depth_ignored_stalls", "slow-wins"),
        ("35_game_starts_on_import", "game-starts-on-import"),
    ],
)
def test_harmless_habit_earns_a_note(graded: Mapping[str, Graded], case: str, slug: str) -> None:
    findings = graded[f"given/{case}"].findings
    assert slug in {finding.slug for finding in findings if finding.harmless}
    assert all(finding.harmless for finding in findings)
