"""Which function plays which role, as an assignment writes it down."""

from __future__ import annotations

import pytest

from grader.assignment import Assignment
from grader.errors import ConfigError
from grader.guide import BOARD, ROLES, Guide, Role, Word, roles
from grader.table import Table


def read(**rows: object) -> dict[str, Role]:
    return roles(Table(rows, "made.toml: [roles]"))


def test_a_role_is_a_call() -> None:
    found = read(value="minimax(board, 0, turn)", winner="check_winner(board)")
    assert list(found) == ["winner", "value"]  # the order of blame
    assert found["value"] == Role("minimax", (BOARD, 0, Word("turn")), lenient=True)


def test_no_role_need_be_played() -> None:
    assert read() == {}
    assert dict(Guide({})) == {}


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ({"value": "minimax"}, "value: 'minimax' is no call"),
        ({"value": "minimax(board"}, "value: 'minimax(board' is no call"),
        ({"value": 7}, "value: 7 is of the wrong kind"),
        ({"judge": "minimax(board)"}, "judge: unknown key"),
    ],
)
def test_what_is_no_role_is_refused(rows: dict[str, object], told: str) -> None:
    with pytest.raises(ConfigError, match=r"made\.toml: \[roles\]: ") as refused:
        read(**rows)
    assert told in str(refused.value)


def test_the_main_assignment_fills_every_role(csroom: Assignment) -> None:
    played = ("winner", "full", "moves", "play", "over", "value", "decide")
    assert tuple(csroom.advice.roles) == played
    assert set(played) <= set(ROLES)
