from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from grader.model import Graded
from grader.report import results
from grader.report.view import ClassReport
from tests.report_samples import sample_class

SCHEMA = Path(__file__).parents[2] / "docs" / "results.schema.json"


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def read(view: ClassReport) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(results.render(view))
    return table


def test_schema_is_a_schema(validator: Draft202012Validator) -> None:
    validator.check_schema(validator.schema)


def test_output_fits_the_published_schema(validator: Draft202012Validator) -> None:
    assert [error.message for error in validator.iter_errors(read(sample_class()))] == []


def test_schema_refuses_an_unknown_key(validator: Draft202012Validator) -> None:
    assert not validator.is_valid(read(sample_class()) | {"surprise": 1})


def test_schema_refuses_a_zero_for_a_missing_student(validator: Draft202012Validator) -> None:
    table = read(sample_class())
    table["submissions"][-1]["score"] = 0
    assert not validator.is_valid(table)


def test_student_without_a_grade_has_no_score() -> None:
    unseen = [s for s in read(sample_class())["submissions"] if s["outcome"] != "graded"]
    assert [s["outcome"] for s in unseen] == ["ungraded", "missing", "missing"]
    assert [s["score"] for s in unseen] == [None] * 3


def test_counts_of_a_proof_add_up() -> None:
    for submission in read(sample_class())["submissions"]:
        if proof := submission.get("proof"):
            parts = ("optimal", "loses_value", "illegal", "no_answer", "errors")
            assert sum(proof[part] for part in parts) == proof["asked"]


def test_output_is_cut_at_64_kib_between_characters() -> None:
    view = sample_class()
    first = view.outcomes[0]
    assert isinstance(first, Graded)
    loud = replace(view, outcomes=(replace(first, output="é" * 100_000),))
    assert read(loud)["submissions"][0]["output"] == "é" * (64 * 1024 // 2)


def test_it_is_the_same_text_in_pieces_of_a_submission_each() -> None:
    view = sample_class()
    pieces = list(results.parts(view))
    assert len(pieces) == len(view.outcomes) + 2
    assert "".join(pieces) == json.dumps(json.loads(results.render(view)), indent=2) + "\n"
    nobody = replace(view, outcomes=())
    assert results.render(nobody) == json.dumps(json.loads(results.render(nobody)), indent=2) + "\n"
