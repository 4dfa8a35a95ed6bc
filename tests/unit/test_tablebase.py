"""The solved game, and the numbers everybody can check."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from reference.board import EMPTY_BOARD, Mark, Position, after, is_terminal, legal_moves, opening
from reference.notation import parse, render
from reference.tablebase import Entry, boards, decisions, positions, running, tablebase

BY_MARKS = (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
FINISHED_BY_MARKS = (0, 0, 0, 0, 0, 120, 148, 444, 168, 78)
MARKS: tuple[Mark, ...] = ("X", "O")


def marks_on(position: Position) -> int:
    return 9 - position.board.count(None)


def by_marks(found: list[Position]) -> tuple[int, ...]:
    counted = Counter(map(marks_on, found))
    return tuple(counted[marks] for marks in range(10))


@pytest.mark.parametrize("opener", MARKS)
def test_5478_positions_are_reachable_and_958_of_them_finished(opener: Mark) -> None:
    found = positions(opener)
    over = [position for position in found if is_terminal(position.board)]
    assert (len(found), len(over)) == (5_478, 958)
    assert by_marks(list(found)) == BY_MARKS
    assert by_marks(over) == FINISHED_BY_MARKS


@pytest.mark.parametrize("player", MARKS)
def test_a_player_has_4520_decisions_2423_of_them_as_opener(player: Mark) -> None:
    found = decisions(player)
    level = [p for p in found if p.board.count("X") == p.board.count("O")]
    assert (len(found), len(level), len(found) - len(level)) == (4_520, 2_423, 2_097)


def test_8533_boards_can_come_up_and_1916_of_them_are_finished() -> None:
    assert len(boards()) == len(set(boards())) == 8_533
    assert sum(map(is_terminal, boards())) == 1_916
    shared = {p.board for p in positions("X")} & {p.board for p in positions("O")}
    assert len(shared) == 2_423


def test_9040_positions_are_not_finished() -> None:
    assert len(running()) == len(set(running())) == 9_040
    assert {*decisions("X"), *decisions("O")} == set(running())


def test_255168_complete_games_can_be_played() -> None:
    @cache
    def games(position: Position) -> int:
        moves = legal_moves(position.board)
        return sum(games(after(position, square)) for square in moves) if moves else 1

    assert games(opening("X")) == games(opening("O")) == 255_168


def test_of_4520_decisions_3191_can_be_got_wrong_and_632_are_lost() -> None:
    entries = [(p, tablebase()[p]) for p in decisions("O")]
    assert sum(len(e.optimal) < len(legal_moves(p.board)) for p, e in entries) == 3_191
    assert sum(entry.value == -1 for _, entry in entries) == 632


def test_the_first_best_square_wins_late_in_400_decisions() -> None:
    entries = [tablebase()[p] for p in decisions("O")]
    assert sum(e.value == 1 and e.optimal[0] not in e.best for e in entries) == 400


def test_a_plain_search_from_the_empty_board_visits_549946_nodes() -> None:
    assert tablebase()[opening("X")].nodes == 549_946
    replies = [tablebase()[after(opening("O"), square)].nodes for square in range(9)]
    assert sum(replies) == 549_945


def test_perfect_play_is_a_draw_from_every_opening() -> None:
    entry = tablebase()[opening("X")]
    assert (entry.value, entry.distance_plies) == (0, 9)
    assert entry.optimal == entry.best == tuple(range(9))


def test_a_corner_opening_has_one_answer() -> None:
    assert tablebase()[Position(parse("X........"), "O")].optimal == (4,)


def test_a_finished_game_is_known_as_lost_or_drawn_to_the_player_to_move() -> None:
    assert tablebase()[Position(parse("XXXOO...."), "O")] == Entry(-1, 0, (), (), 1)
    assert tablebase()[Position(parse("XOXXOOOXX"), "O")] == Entry(0, 0, (), (), 1)


def test_a_winner_hurries() -> None:
    """Five squares win, and square 2 wins at once."""
    entry = tablebase()[Position(parse(".....OXXO"), "O")]
    assert (entry.value, entry.distance_plies, entry.best) == (1, 1, (2,))
    assert entry.optimal == (0, 1, 2, 3, 4)


def test_a_loser_stalls() -> None:
    """Whatever O does, X wins; the block at 6 puts it off longest."""
    entry = tablebase()[Position(parse(".....O.XX"), "O")]
    assert (entry.value, entry.distance_plies, entry.best) == (-1, 4, (6,))
    assert entry.optimal == (0, 1, 2, 3, 4, 6)


def test_every_entry_follows_from_those_after_it() -> None:
    for position in running():
        entry = tablebase()[position]
        reached = {s: tablebase()[after(position, s)] for s in legal_moves(position.board)}
        assert entry.value == max(-reply.value for reply in reached.values())
        assert set(entry.optimal) == {s for s, r in reached.items() if -r.value == entry.value}
        assert set(entry.best) <= set(entry.optimal)
        assert {1 + reached[s].distance_plies for s in entry.best} >= {entry.distance_plies}


@pytest.mark.parametrize("found", [running(), decisions("O"), decisions("X")])
def test_positions_come_fewest_marks_first(found: tuple[Position, ...]) -> None:
    assert all(marks_on(a) <= marks_on(b) for a, b in pairwise(found))


def test_boards_come_fewest_marks_first_and_in_notation_order() -> None:
    keys = [(9 - board.count(None), render(board)) for board in boards()]
    assert keys == sorted(keys)
    assert boards()[0] == EMPTY_BOARD


def test_nobody_can_change_the_table() -> None:
    assert not hasattr(tablebase(), "__setitem__")
