"""Pruning changes the number of nodes and nothing else."""

from __future__ import annotations

import pytest

from reference import minimax
from reference.alphabeta import search
from reference.board import EMPTY_BOARD, Mark, Position, after, opening
from reference.minimax import Searched
from reference.notation import parse
from reference.tablebase import running, tablebase


@pytest.mark.parametrize("opener", ["X", "O"])
def test_from_the_empty_board_it_visits_18297_nodes(opener: Mark) -> None:
    assert search(opening(opener)) == Searched(0, 18_297)


def test_asked_afresh_for_each_first_square_it_visits_30709_nodes() -> None:
    afresh = [search(after(Position(EMPTY_BOARD, "O"), square)) for square in range(9)]
    assert sum(found.nodes for found in afresh) == 30_709


def test_it_finds_the_value_of_the_tablebase() -> None:
    for position in running():
        if position.board.count(None) <= 4:
            entry = tablebase()[position]
            found = search(position)
            assert found.value == (entry.value if position.turn == "X" else -entry.value)
            assert found.nodes <= entry.nodes


def test_a_window_that_is_closed_stops_after_the_first_reply() -> None:
    position = Position(parse("XO.XO...."), "X")
    assert search(position, alpha=1, beta=1).nodes < minimax.search(position).nodes
    assert search(position, alpha=1, beta=1).nodes < search(position).nodes


def test_a_finished_game_is_one_node() -> None:
    assert search(Position(parse("OOOXX.X.."), "X")) == Searched(-1, 1)
