"""Nim, under both rules."""

import pytest

from reference.game import IllegalMoveError, Position
from reference.nim import Nim
from reference.tablebase import solve


def test_a_move_takes_from_one_pile() -> None:
    game = Nim((1, 2))
    start = game.opening("X")
    assert game.moves(start) == ((0, 1), (1, 1), (1, 2))
    assert game.after(start, (1, 2)) == Position((1, 0), "O")
    assert game.plies_left(start.board) == 3


@pytest.mark.parametrize("move", [(0, 2), (2, 1), (0, 0), 1, (0,)])
def test_what_is_not_there_cannot_be_taken(move: object) -> None:
    with pytest.raises(IllegalMoveError):
        Nim((1, 2)).after(Nim((1, 2)).opening("X"), move)  # type: ignore[arg-type] # on purpose


@pytest.mark.parametrize(("misere", "won"), [(False, "O"), (True, "X")])
def test_the_last_object_decides(misere: bool, won: str) -> None:  # noqa: FBT001
    game, empty = Nim((1,), misere), Position((0,), "X")
    assert game.is_over(empty)
    assert game.winner(empty) == won
    assert game.winner(game.opening("X")) is None


def test_normal_play_is_the_exclusive_or_of_the_piles() -> None:
    for position, entry in solve(Nim((3, 4, 5))).entries.items():
        total = 0
        for pile in position.board:
            total ^= pile
        assert entry.value == (1 if total else -1)


def test_misere_play_differs_only_while_no_pile_has_more_than_one() -> None:
    normal, misere = solve(Nim((3, 4, 5))).entries, solve(Nim((3, 4, 5), misere=True)).entries
    for position in normal:
        opposite = max(position.board) <= 1
        assert (normal[position].value == misere[position].value) is not opposite


def test_positions_are_written_and_read() -> None:
    game = Nim((3, 4, 5))
    assert game.parse(game.render((3, 0, 5))) == (3, 0, 5)
    for text in ("3,4", "3,-1,2", "a,b,c"):
        with pytest.raises(ValueError, match=r"."):
            game.parse(text)


def test_a_line_by_the_rules_leads_to_every_position() -> None:
    game = Nim((2, 2))
    for position in solve(game).running:
        line, opener = game.typical_line(position)
        reached = game.opening(opener)
        for move in line:
            reached = game.after(reached, move)
        assert reached == position


@pytest.mark.parametrize("piles", [(), (0, 0), (1, -1), (True,)])
def test_piles_without_objects_are_no_game(piles: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        Nim(piles)
