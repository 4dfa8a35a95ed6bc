"""Known programs for any solved game, and their faults by name."""

from dataclasses import replace

import pytest

from grader.catalogue.book import UNKNOWN, choice_engines, programs, right_moves
from grader.catalogue.reading import Failed
from grader.diagnosis.by_book import name_by_book
from grader.match import Match, alone
from reference.game import Position
from reference.nim import Nim

MATCH = Match(("X",), maximiser="X", game=Nim((3, 4, 5)))
FAULTY = [name for name in programs(MATCH) if name.startswith("decide/")]


def answers(name: str) -> dict[Position, object]:
    program = programs(MATCH)[name]
    return {p: program.reading("decide", p, right=False) for p in MATCH.decisions}


@pytest.mark.parametrize("name", [name for name in programs(MATCH) if name.startswith("right/")])
def test_a_sound_program_keeps_every_value(name: str) -> None:
    assert all(reading in right_moves(MATCH, p) for p, reading in answers(name).items())
    assert name_by_book(answers(name), MATCH) == []  # type: ignore[arg-type] # readings


@pytest.mark.parametrize("name", FAULTY)
def test_the_fault_of_a_faulty_program_is_named(name: str) -> None:
    found = name_by_book(answers(name), MATCH)  # type: ignore[arg-type] # readings
    assert [named.slug for named in found] == [name.partition("/")[2]]
    assert found[0].certain


def test_of_another_position_nothing_is_known() -> None:
    elsewhere = Position((9, 9, 9), "X")
    for engine in choice_engines(MATCH):
        assert tuple(engine.allowed(elsewhere)) == (Failed(UNKNOWN),)


def test_tic_tac_toe_has_its_own_catalogue() -> None:
    assert "winner/empty-line-wins" in programs(alone("O"))


def test_a_match_may_be_bounded() -> None:
    bounded = replace(MATCH, within=2)
    assert {sum(p.board) for p in bounded.decisions} == {1, 2}
