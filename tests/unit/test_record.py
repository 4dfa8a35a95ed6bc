"""What crosses from the pytest process: written and read are inverse."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import cycle

import pytest

from grader.checks.record import (
    read_check,
    read_proof,
    read_sheet,
    write_check,
    write_proof,
    write_sheet,
)
from grader.codec import Codec
from grader.match import alone
from grader.model import (
    CheckResult,
    Crashed,
    Example,
    Raised,
    Reply,
    Returned,
    Sheet,
    TimedOut,
    Unasked,
    Verdict,
    Visibility,
)
from grader.proof import answer, prove, questions
from reference.tablebase import running, tablebase

CODEC = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("visibility", Visibility)
def test_a_check_is_read_as_it_was_written(verdict: Verdict, visibility: Visibility) -> None:
    check = CheckResult(
        ident="rules/rows",
        layer="rules",
        title="Finds rows — é",
        visibility=visibility,
        verdict=verdict,
        score=Fraction(1, 3),
        max_score=Fraction("0.1"),
        bonus=Fraction(2),
        message="no",
        note="given right helpers",
        blocked_by="check_winner",
        functions=("f", "g"),
        examples=(Example("f", "X........", "f(…)", "1", "4", 1, (4, 5)),),
    )
    assert read_check(json.loads(json.dumps(write_check(check)))) == check


@pytest.mark.parametrize("said", [8, None, 4])
def test_a_proof_is_read_as_it_was_written(said: object) -> None:
    answers = {p: answer(p, [Returned(said)], CODEC, alone("O")) for p in questions(alone("O"))}
    proof = prove(answers, alone("O"))
    assert proof.counterexample is not None
    assert read_proof(json.loads(json.dumps(write_proof(proof)))) == proof


def test_a_proof_without_a_counterexample_is_read_as_it_was_written() -> None:
    perfect = {p: Returned(tablebase()[p].best[0]) for p in questions(alone("O"))}
    proof = prove(
        {p: answer(p, [reply], CODEC, alone("O")) for p, reply in perfect.items()}, alone("O")
    )
    assert proof.counterexample is None
    assert read_proof(json.loads(json.dumps(write_proof(proof)))) == proof


def test_no_proof_is_no_proof() -> None:
    assert read_proof(json.loads(json.dumps(write_proof(None)))) is None


# ---------------------------------------------------------------------------- answer sheets

REPLIES: tuple[Reply, ...] = (
    Returned(4),
    Returned([(1, 2), None, 0.5]),
    Returned(None, ()),
    Raised("KeyError", "x", 3, "f", "main.py"),
    TimedOut(2.0),
    Crashed("gone", Verdict.OUTPUT_LIMIT),
    Unasked("no time"),
)


@pytest.mark.parametrize("given_right", [True, False])
def test_an_answer_sheet_is_read_as_it_was_written(given_right: object) -> None:
    asked = zip(running(), cycle(REPLIES), strict=False)
    sheet = Sheet("f", given_right is True, dict(asked))
    assert len(sheet.replies) == 9_040
    read = read_sheet(json.loads(json.dumps(write_sheet(sheet))))
    assert (read.function, read.given_right) == ("f", given_right)
    assert list(read.replies) == list(sheet.replies)
    assert read.replies == sheet.replies


def test_each_reply_is_written_once() -> None:
    sheet = Sheet("f", given_right=False, replies=dict.fromkeys(running(), Returned(4)))
    assert len(write_sheet(sheet)["replies"]) == 1


def test_a_reply_of_no_known_form_is_refused() -> None:
    with pytest.raises(ValueError, match="no reply"):
        read_sheet({"function": "f", "given_right": False, "replies": [[]]})
