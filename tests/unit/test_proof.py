"""The perfect-play proof: counts that add up, the shortest defeat, the plainest fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

import pytest

from grader import proof as proofs
from grader.codec import Codec
from grader.match import alone
from grader.model import Crashed, Opaque, Proof, Raised, Reply, Returned, TimedOut, Unasked
from grader.proof import Answer, Kind, prove, questions
from reference.board import (
    EMPTY_BOARD,
    Mark,
    Position,
    Square,
    legal_moves,
    opening,
    other,
    play,
    winner,
)
from reference.game import Move
from reference.notation import parse, render
from reference.tablebase import decisions, tablebase
from reference.tictactoe import TicTacToe

CODEC = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)
Player = Callable[[Position], object]


def best(position: Position) -> Square:
    return int(tablebase()[position].best[0])


def first_best(position: Position) -> Square:
    return int(tablebase()[position].optimal[0])


def first_free(position: Position) -> Square:
    return legal_moves(position.board)[0]


def answers_of(player: Player, program: Mark = "O") -> dict[Position, Answer]:
    return {
        position: proofs.answer(position, [as_reply(player(position))], CODEC, alone(program))
        for position in questions(alone(program))
    }


def as_reply(said: object) -> Reply:
    known = isinstance(said, Returned | Raised | TimedOut | Crashed | Unasked)
    return cast("Reply", said) if known else Returned(said)


def proof_of(player: Player, program: Mark = "O") -> Proof:
    return prove(answers_of(player, program), alone(program))


def but(player: Player, **exceptions: object) -> Player:
    """Return ``player`` with another answer on some boards, as ``n_XO.......=value``."""
    there = {name.removeprefix("n_").replace("_", "."): said for name, said in exceptions.items()}
    return lambda position: there.get(render(position.board), player(position))


def beaten(found: Proof) -> tuple[bool, bool]:
    return found.beatable_as_first, found.beatable_as_second


def replay(line: tuple[Move, ...], opener: Mark) -> Position:
    position = opening(opener)
    for square in line:
        position = TicTacToe().after(position, square)
    return position


# ---------------------------------------------------------------------------- the questions


def test_every_decision_is_asked_once_deep_boards_first() -> None:
    asked = questions(alone("O"))
    assert len(asked) == len(set(asked)) == 4520
    assert set(asked) == set(decisions("O"))
    empties = [position.board.count(None) for position in asked]
    assert empties == sorted(empties)


# ---------------------------------------------------------------------------- one answer

CORNER = Position(parse("X........"), "O")


@pytest.mark.parametrize(
    ("reply", "due"),
    [
        (Returned(4), Answer(Kind.OPTIMAL, 4, "4")),
        (Returned(8), Answer(Kind.LOSES_VALUE, 8, "8")),
        (Returned(0), Answer(Kind.ILLEGAL, None, "0")),
        (Returned(9), Answer(Kind.ILLEGAL, None, "9")),
        (Returned(True), Answer(Kind.ILLEGAL, None, "True")),  # noqa: FBT003 - an odd answer
        (Returned("4"), Answer(Kind.ILLEGAL, None, "'4'")),
        (Returned(Opaque("Board")), Answer(Kind.ILLEGAL, None, "<Board>")),
        (Returned([]), Answer(Kind.ILLEGAL, None, "[]")),
        (Returned(None), Answer(Kind.NO_ANSWER, None, "None")),
        (Returned(None, ([],)), Answer(Kind.NO_ANSWER, None, "None", changed=True)),
        (Returned(4, ([],)), Answer(Kind.OPTIMAL, 4, "4", changed=True)),
        (Raised("KeyError"), Answer(Kind.ERROR, None, "KeyError")),
        (TimedOut(10.0), Answer(Kind.ERROR, None, "TimedOut")),
        (Crashed("gone"), Answer(Kind.ERROR, None, "Crashed")),
        (Unasked("no time"), Answer(Kind.UNASKED, None, "no time")),
    ],
)
def test_what_one_reply_is_worth(reply: Reply, due: Answer) -> None:
    found = proofs.answer(CORNER, [reply], CODEC, alone("O"))
    assert found == replace(due, may_play=() if due.move is None else (due.move,))


def test_a_long_answer_is_cut() -> None:
    assert len(proofs.answer(CORNER, [Returned(10**400)], CODEC, alone("O")).said) == 60


def test_of_several_answers_that_chance_may_bring_the_worst_counts() -> None:
    found = proofs.answer(CORNER, [Returned(4), Returned(8), Returned(4, ([],))], CODEC, alone("O"))
    assert found == Answer(Kind.LOSES_VALUE, 8, "8", changed=True, may_play=(4, 8))
    found = proofs.answer(CORNER, [Returned(4), Raised("KeyError")], CODEC, alone("O"))
    assert found == Answer(Kind.ERROR, None, "KeyError", may_play=(4,))


# ---------------------------------------------------------------------------- a right program


@pytest.mark.parametrize("program", ["X", "O"])
def test_perfect_play_has_no_counterexample(program: Mark) -> None:
    found = proof_of(best, program)
    assert (found.positions, found.asked, found.optimal) == (4520, 4520, 4520)
    assert (found.contested, found.contested_kept) == (3191, 3191)
    assert (found.slow_wins, found.hasty_losses) == (0, 0)
    assert found.counterexample is None
    assert beaten(found) == (False, False)
    assert (found.forfeits_as_first, found.forfeits_as_second) == (False, False)
    assert (found.line_as_first, found.line_as_second) == ((), ())
    assert not found.changed_its_argument


def test_the_textbook_program_is_as_perfect_and_wins_late_400_times() -> None:
    found = proof_of(first_best)
    assert (found.optimal, found.slow_wins) == (4520, 400)
    assert found.hasty_losses > 0
    assert found.counterexample is None


# ---------------------------------------------------------------------------- wrong programs


def one_of_each(position: Position) -> object:
    """Answer in one of six ways, by the look of the board."""
    ways: Mapping[int, object] = {
        0: best(position),
        1: first_free(position),
        2: 9,
        3: None,
        4: Raised("IndexError"),
        5: Unasked("no time"),
    }
    return ways[sum(map(ord, render(position.board))) % len(ways)]


@pytest.mark.parametrize("player", [best, first_best, first_free, one_of_each, lambda _: None])
def test_the_counts_add_up(player: Player) -> None:
    found = proof_of(player)
    counts = (found.optimal, found.loses_value, found.illegal, found.no_answer, found.errors)
    assert sum(counts) == found.asked <= found.positions == 4520
    assert found.thrown_wins + found.thrown_draws == found.loses_value
    assert found.slow_wins + found.hasty_losses <= found.optimal
    assert found.contested_kept <= found.optimal
    assert (found.counterexample is None) == (found.optimal == found.asked)


def test_a_program_that_takes_the_first_free_square_is_beaten_both_ways() -> None:
    found = proof_of(first_free)
    assert beaten(found) == (True, True)
    assert found.thrown_wins > 0
    assert found.thrown_draws > 0
    for line, opener in ((found.line_as_first, "O"), (found.line_as_second, "X")):
        mark = cast("Mark", opener)
        assert winner(replay(line, mark).board) == "X"
        position = opening(mark)
        for square in line:
            assert position.turn == "X" or square == first_free(position)
            position = TicTacToe().after(position, square)


def test_the_shortest_defeat_of_the_first_free_program_takes_five_marks() -> None:
    found = proof_of(first_free)
    assert len(found.line_as_second) == 5
    assert found.counterexample is not None
    assert found.counterexample.line == found.line_as_second
    assert found.counterexample.own_play
    assert found.counterexample.opener == "X"
    assert found.counterexample.outcome == "X wins"


def test_the_counterexample_shows_the_last_move_that_threw_the_game() -> None:
    """X in the corner, O in the far corner: from there on O cannot be saved."""
    found = proof_of(but(best, n_X________=8)).counterexample
    assert found is not None
    assert (found.board, found.turn, found.answer) == ("X........", "O", 8)
    assert (found.right, found.said) == ((4,), "8")
    assert found.line[:2] == (0, 8)
    assert winner(replay(found.line, found.opener).board) == "X"


def test_a_fault_off_its_own_path_is_no_defeat_but_is_shown() -> None:
    """It never opens in the corner itself, so it never meets this board in play."""
    board = "OX_X_O___"
    position = Position(parse(board.replace("_", ".")), "O")
    wrong = next(s for s in legal_moves(position.board) if s not in tablebase()[position].optimal)
    found = proof_of(but(best, **{f"n_{board}": wrong}))
    assert (found.loses_value, found.contested_kept) == (1, 3190)
    assert found.counterexample is not None
    assert found.counterexample.board == board.replace("_", ".")
    assert beaten(found) == (False, False)
    assert not found.counterexample.own_play
    assert found.counterexample.outcome == "win thrown away"


@pytest.mark.parametrize(
    ("said", "outcome"),
    [(9, "illegal answer"), (None, "no answer"), (Raised("IndexError"), "error")],
)
def test_the_bad_answer_with_the_most_marks_is_shown(said: object, outcome: str) -> None:
    found = proof_of(lambda _: said)
    game = found.counterexample
    assert game is not None
    assert (game.outcome, game.own_play, game.answer) == (outcome, False, None)
    assert game.board.count(".") == 1
    assert found.forfeits_as_first
    assert found.forfeits_as_second
    assert beaten(found) == (False, False)


def test_a_game_thrown_is_shown_before_an_answer_that_is_none() -> None:
    def player(position: Position) -> object:
        return 8 if position == CORNER else None

    game = proof_of(player).counterexample
    assert game is not None
    assert (game.board, game.outcome, game.own_play) == ("X........", "draw thrown away", False)


def test_a_win_thrown_away_is_called_so() -> None:
    position = next(p for p in decisions("O") if tablebase()[p].value == 1 and _contested(p))
    wrong = next(s for s in legal_moves(position.board) if s not in tablebase()[position].optimal)
    game = proof_of(lambda p: wrong if p == position else None).counterexample
    assert game is not None
    assert game.outcome == "win thrown away"


def _contested(position: Position) -> bool:
    return len(tablebase()[position].optimal) < len(legal_moves(position.board))


def test_a_program_silent_only_on_the_empty_board_forfeits_only_as_first() -> None:
    found = proof_of(but(best, n__________=None))
    assert (found.forfeits_as_first, found.forfeits_as_second) == (True, False)
    assert not found.beatable_as_first


def test_what_was_not_asked_is_no_fault() -> None:
    found = proof_of(lambda _: Unasked("no time"))
    assert (found.asked, found.counterexample) == (0, None)
    assert found.forfeits_as_first


def test_one_changed_argument_is_noticed() -> None:
    assert proof_of(but(best, n_X________=Returned(4, ([],)))).changed_its_argument


# ---------------------------------------------------------------------------- by the rules


@pytest.mark.parametrize("program", ["X", "O"])
def test_the_line_by_the_rules_leads_to_the_board(program: Mark) -> None:
    for position in decisions(program):
        line, opener = TicTacToe().typical_line(position)
        board, turn = EMPTY_BOARD, opener
        for square in line:
            board, turn = play(board, square, turn), other(turn)
        assert (board, turn) == position
