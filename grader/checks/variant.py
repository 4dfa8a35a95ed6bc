"""Another game that the same submission is asked about: a larger board, the other rule."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cached_property

from grader.assignment import Assignment
from grader.checks.ask import Ask
from grader.checks.bench import Bench, Setting
from grader.checks.game import Case, Game
from grader.checks.play import Play, play
from grader.match import Match
from reference.game import Move, Position, other

SEED = 20_261_202
CASES = 40  # of each kind of tactics
MOST_GAMES = 5_000


class Variant:
    """``variant("misere")``: its ``game``, its ``play``, and questions about it."""

    def __init__(self, bench: Bench, assignment: Assignment) -> None:
        self._bench = bench.about(assignment)
        self._assignment = assignment

    @cached_property
    def game(self) -> Game:
        """Every position that the program is asked about, with the truth."""
        return Game(self._assignment.match, self._assignment.codec)

    @cached_property
    def play(self) -> Play:
        """The program's play at all of its decisions."""
        return play(self._bench, lambda _done, _of: None)

    @property
    def ask(self) -> Ask:
        """Questions by role, as :class:`grader.checks.ask.Ask` puts them."""
        return Ask(self._bench, Setting(self._assignment.questions.fixture))

    def tactics(self, kind: str) -> Mapping[Position, tuple[Case, tuple[Move, ...]]]:
        """Return positions in which the next move or two decide, with the moves that are right.

        ``kind`` is ``win`` (there is a win at once), ``block`` (the other side threatens one that
        can be stopped) or ``trap`` (it threatens none, and some moves let it win at once).
        """
        match, found = self._assignment.match, {}
        for position in _met(match):
            right = _right(match, position, kind)
            if right:
                case = self.game.case(position.board, position.turn)
                found[position] = case, right
            if len(found) == CASES:
                break
        return found


def _met(match: Match) -> Iterator[Position]:
    """Yield positions of games played by chance, the program's turn, the same at each run."""
    dice = random.Random(SEED)  # noqa: S311 - nothing secret
    game = match.game
    for _ in range(MOST_GAMES):
        position = game.opening(dice.choice(match.openers))
        while not game.is_over(position):
            if position.turn in match.plays:
                yield position
            position = game.after(position, dice.choice(game.moves(position)))


def _right(match: Match, position: Position, kind: str) -> tuple[Move, ...]:
    """Return the right moves, or none if ``position`` is not of that kind."""
    legal = match.game.moves(position)
    wins = _wins(match, position)
    threats = _wins(match, Position(position.board, other(position.turn)))
    if kind == "win":
        right = wins
    elif wins or bool(threats) != (kind == "block"):
        return ()
    else:
        right = tuple(m for m in legal if not _wins(match, match.game.after(position, m)))
    return right if len(right) < len(legal) else ()


def _wins(match: Match, position: Position) -> tuple[Move, ...]:
    """Return the moves that win at once for whoever is to move."""
    game, turn = match.game, position.turn
    return tuple(m for m in game.moves(position) if game.winner(game.after(position, m)) == turn)
