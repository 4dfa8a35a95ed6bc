"""The textbook algorithm."""

from __future__ import annotations

import pytest

from reference.board import Mark, Position
from reference.minimax import Searched, leaf_value, search
from reference.notation import parse
from reference.tablebase import running, tablebase


@pytest.mark.parametrize(
    ("text", "value"), [("XXX.OO...", 1), ("OOOXX.X..", -1), ("XOXXOOOXX", 0), ("XX.OO....", None)]
)
def test_a_finished_game_is_worth_its_result_to_x(text: str, value: int | None) -> None:
    assert leaf_value(Position(parse(text), "X")) == value


def test_a_finished_game_is_one_node() -> None:
    assert search(Position(parse("XXX.OO..."), "O")) == Searched(1, 1)


@pytest.mark.parametrize(("turn", "value"), [("X", 1), ("O", -1)])
def test_whoever_moves_takes_the_win(turn: Mark, value: int) -> None:
    assert search(Position(parse("XX.OO...."), turn)).value == value


def test_values_and_node_counts_agree_with_the_tablebase() -> None:
    few = [p for p in running() if p.board.count(None) <= 3]
    for position in few:
        entry = tablebase()[position]
        value = entry.value if position.turn == "X" else -entry.value
        assert search(position) == Searched(value, entry.nodes)


def test_a_search_after_one_mark_visits_59705_nodes() -> None:
    position = Position(parse("X........"), "O")
    assert search(position) == Searched(0, 59_705)
