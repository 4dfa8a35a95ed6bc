"""Known programs for any game that is solved: they choose by its table, well or with a fault.

Nothing is known here of boards; a move is right because it keeps the value of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from grader.catalogue.engines import Answer, Known, known
from grader.catalogue.reading import Engine, Failed, Reading, Said
from grader.match import Match
from reference.game import Move, Position
from reference.nim import Nim
from reference.tablebase import Entry, solve
from reference.tictactoe import TicTacToe

UNKNOWN = "OffTheBook"  # what a program of the book says of a position that is not in its table
Choice = Callable[[Position, Entry], Collection[Move]]


def programs(match: Match) -> dict[str, Known]:
    """Return every known program for the game of ``match``, by name."""
    if isinstance(match.game, TicTacToe):
        return dict(known(match.plays, match.maximiser))
    sound = {f"right/{name}": _answer(match, choice) for name, choice in _sound()}
    faulty = {f"decide/{engine.slug}": engine for engine in reversed(choice_engines(match))}
    rights = {"decide": sound["right/textbook"]}
    found = [Known(name, "decide", answer, rights) for name, answer in sound.items()]
    found += [Known(n, "decide", _first(engine, match), rights) for n, engine in faulty.items()]
    return {one.name: one for one in found}


def choice_engines(match: Match) -> tuple[Engine, ...]:
    """Return the faulty ways to choose a move."""
    rules: list[tuple[str, Choice]] = [
        ("takes-the-worst", lambda p, _: _worst(match, p)),
        ("takes-the-first-move", lambda p, _: match.game.moves(p)[:1]),
        ("takes-the-last-move", lambda p, _: match.game.moves(p)[-1:]),
        ("looks-one-move-ahead", lambda p, _: _greedy(match, p)),
    ]
    if isinstance(match.game, Nim):
        twin = solve(Nim(match.game.piles, not match.game.misere)).entries
        rules.append(("plays-the-other-rule", lambda p, _: twin[p].optimal))
    silent = Engine("no-move-when-lost", _silent_when_lost(match))
    return (*(Engine(slug, _allowed(match, choice)) for slug, choice in rules), silent)


def right_moves(match: Match, position: Position) -> tuple[Reading, ...]:
    """Return what a right program may answer."""
    return tuple(map(Said, match.entry(position).optimal))


def _sound() -> Iterator[tuple[str, Choice]]:
    """Yield right ways to choose among moves that all keep the value."""
    yield "textbook", lambda _, entry: entry.optimal[:1]
    yield "last-of-equals", lambda _, entry: entry.optimal[-1:]
    yield "fastest", lambda _, entry: entry.best[:1]
    yield (
        "slowest",
        lambda _, entry: [m for m in entry.optimal if m not in entry.best] or entry.best,
    )


def _allowed(match: Match, choice: Choice) -> Callable[[Position], Collection[Reading]]:
    def allowed(position: Position) -> Collection[Reading]:
        entry = match.table.entries.get(position)
        if entry is None or not entry.optimal:
            return (Failed(UNKNOWN),)
        return tuple(map(Said, choice(position, entry)))

    return allowed


def _silent_when_lost(match: Match) -> Callable[[Position], Collection[Reading]]:
    right = _allowed(match, lambda _, entry: entry.optimal)

    def allowed(position: Position) -> Collection[Reading]:
        entry = match.table.entries.get(position)
        return (Said(None),) if entry is not None and entry.value < 0 else right(position)

    return allowed


def _answer(match: Match, choice: Choice) -> Answer:
    allowed = _allowed(match, choice)
    return lambda position: next(iter(allowed(position)))


def _first(engine: Engine, match: Match) -> Answer:
    """Return the program that takes the first answer, a wrong one where there is one."""

    def answer(position: Position) -> Reading:
        readings = tuple(engine.allowed(position))
        if isinstance(readings[0], Failed):
            return readings[0]
        right = right_moves(match, position)
        return next((one for one in readings if one not in right), readings[0])

    return answer


def _worst(match: Match, position: Position) -> list[Move]:
    """Return the moves that bring the least."""
    values = {
        move: match.value_for(match.game.after(position, move), position.turn)
        for move in match.game.moves(position)
    }
    return [move for move, value in values.items() if value == min(values.values())]


def _greedy(match: Match, position: Position) -> list[Move]:
    """Return the first move that wins at once, else the first there is."""
    moves = match.game.moves(position)
    wins = [m for m in moves if match.game.winner(match.game.after(position, m)) == position.turn]
    return [(wins or list(moves))[0]]
