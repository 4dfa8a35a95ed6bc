"""What is said of a script is said in its own words."""

from fractions import Fraction

import pytest

from grader.model import (
    CheckResult,
    Example,
    Finding,
    Grade,
    Graded,
    Layer,
    Submission,
    Verdict,
    Visibility,
)
from grader.speech import in_script, said, words

SPELT = words(["check_winner", "minimax", "Engine.next_move"])


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("check_winner([None, 'X']) is True", "checkWinner([null, 'X']) is true"),
        ("my_check_winner stays", "my_check_winner stays"),
        ("Engine().next_move(False)", "Engine().nextMove(false)"),
        ("Nonetheless", "Nonetheless"),
    ],
)
def test_whole_words_are_put_the_way_of_the_language(text: str, spoken: str) -> None:
    assert said(text, SPELT) == spoken


def test_everything_of_ours_is_put_its_way_and_nothing_of_the_students() -> None:
    check = CheckResult(
        "rules/x", "rules", "check_winner sees a line", Visibility.HIDDEN, Verdict.WRONG_ANSWER,
        Fraction(0), Fraction(1), message="check_winner(None)", functions=("check_winner",),
        examples=(Example("check_winner", "", "check_winner([None])", "None", "True"),),
    )  # fmt: skip
    layer = Layer(
        "rules", "Rules", Visibility.HIDDEN, Fraction(0), Fraction(1), Fraction(0), (check,)
    )
    found = Graded(
        Submission("None True", "ada", "check_winner.js", {"check_winner.js": "None"}),
        Grade(Fraction(0), Fraction(1), Fraction(0), (layer,)),
        None,
        (Finding("slug", "check_winner", True, "check_winner", "None", "see check_winner"),),  # noqa: FBT003
        output="None",
    )
    spoken = in_script(found, SPELT)
    (one,) = spoken.grade.layers[0].checks
    assert (one.title, one.message, one.functions) == (
        "checkWinner sees a line",
        "checkWinner(null)",
        ("checkWinner",),
    )
    assert (one.examples[0].asked, one.examples[0].got, one.examples[0].due) == (
        "checkWinner([null])",
        "null",
        "true",
    )
    assert (spoken.findings[0].function, spoken.findings[0].evidence) == ("checkWinner", "null")
    assert (spoken.submission, spoken.output) == (found.submission, found.output)
