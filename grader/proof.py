"""The perfect-play proof: what the program answers at every decision it can meet.

4,520 decisions cover the whole game, whoever opens it, so a pass is a proof and not a sample.
A position is judged by its game value: any square that keeps it is right, the fastest win or not.
The program's own replies, walked against every line of its opponent, show whether play alone
beats it; the shortest such game is its refutation.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from grader.codec import Codec
from grader.model import Counterexample, Proof, Raised, Reply, Returned, Unasked
from reference.board import Board, Mark, Position, Square, legal_moves, opening, other, winner
from reference.notation import render
from reference.tablebase import decisions, tablebase


class Kind(Enum):
    """What one answer is worth."""

    OPTIMAL = auto()
    LOSES_VALUE = auto()
    ILLEGAL = auto()
    NO_ANSWER = auto()
    ERROR = auto()
    UNASKED = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """The program's answer at one decision; of several that chance may bring, the worst.

    Attributes:
        square: the legal square it named, or None.
        said: what it said, as text.
        changed: whether the call changed its argument.
        may_play: every legal square that it may name.
    """

    kind: Kind
    square: Square | None
    said: str
    changed: bool = False
    may_play: tuple[Square, ...] = ()


def questions(program: Mark) -> tuple[Position, ...]:
    """Return every decision of ``program`` in the order to ask: fewest empty squares first.

    Deep boards cost little, so a slow program proves most of itself before its time is up.
    """
    return tuple(reversed(decisions(program)))


_WORST_FIRST = (
    Kind.LOSES_VALUE,
    Kind.ILLEGAL,
    Kind.NO_ANSWER,
    Kind.ERROR,
    Kind.UNASKED,
    Kind.OPTIMAL,
)


def answer(position: Position, replies: Sequence[Reply], codec: Codec) -> Answer:
    """Return what ``replies``, all that the program may give, are worth at ``position``."""
    found = [_answer(position, reply, codec) for reply in replies]
    worst = min(found, key=lambda one: _WORST_FIRST.index(one.kind))
    squares = tuple(dict.fromkeys(one.square for one in found if one.square is not None))
    changed = any(one.changed for one in found)
    return replace(worst, may_play=squares, changed=changed)


def _answer(position: Position, reply: Reply, codec: Codec) -> Answer:
    match reply:
        case Returned(None, after):
            return Answer(Kind.NO_ANSWER, None, "None", after is not None)
        case Returned(value, after):
            square = codec.decode_move(value)
            return _move(position, square, f"{value!r:.60}", changed=after is not None)
        case Unasked(reason):
            return Answer(Kind.UNASKED, None, reason)
        case Raised(name):
            return Answer(Kind.ERROR, None, name)
        case _:
            return Answer(Kind.ERROR, None, type(reply).__name__)


def prove(answers: Mapping[Position, Answer], program: Mark) -> Proof:
    """Return the counts, the walks and the counterexample for all ``answers``."""
    kinds = Counter(answer.kind for answer in answers.values())
    values = Counter(tablebase()[p].value for p, a in answers.items() if a.kind is Kind.LOSES_VALUE)
    contested = [p for p in answers if _can_go_wrong(p)]
    first, second = _walk(answers, program, program), _walk(answers, program, other(program))
    return Proof(
        positions=len(answers),
        asked=len(answers) - kinds[Kind.UNASKED],
        optimal=kinds[Kind.OPTIMAL],
        illegal=kinds[Kind.ILLEGAL],
        errors=kinds[Kind.ERROR],
        no_answer=kinds[Kind.NO_ANSWER],
        loses_value=kinds[Kind.LOSES_VALUE],
        thrown_wins=values[1],
        thrown_draws=values[0],
        slow_wins=_count_late(answers, 1),
        hasty_losses=_count_late(answers, -1),
        contested=len(contested),
        contested_kept=sum(answers[p].kind is Kind.OPTIMAL for p in contested),
        beatable_as_first=first.lost is not None,
        beatable_as_second=second.lost is not None,
        forfeits_as_first=first.forfeits,
        forfeits_as_second=second.forfeits,
        changed_its_argument=any(answer.changed for answer in answers.values()),
        counterexample=_counterexample(answers, program, (second.lost, first.lost)),
        line_as_first=first.lost or (),
        line_as_second=second.lost or (),
    )


def _move(position: Position, square: Square | None, said: str, *, changed: bool) -> Answer:
    if square not in legal_moves(position.board):
        return Answer(Kind.ILLEGAL, None, said, changed)
    kept = square in tablebase()[position].optimal
    return Answer(Kind.OPTIMAL if kept else Kind.LOSES_VALUE, square, said, changed)


def _can_go_wrong(position: Position) -> bool:
    return len(tablebase()[position].optimal) < len(legal_moves(position.board))


def _count_late(answers: Mapping[Position, Answer], value: int) -> int:
    """Return how many answers keep ``value`` but not the distance that goes with it."""
    entries = ((tablebase()[p], a) for p, a in answers.items() if a.kind is Kind.OPTIMAL)
    return sum(e.value == value and not set(a.may_play) <= set(e.best) for e, a in entries)


# ---------------------------------------------------------------------------- games


_OUTCOMES_OF_NO_MOVE = {Kind.ILLEGAL, Kind.NO_ANSWER, Kind.ERROR, Kind.UNASKED}


@dataclass(frozen=True, slots=True)
class _Walk:
    """The program's own games with one opener.

    Attributes:
        lost: the shortest line that ends in its defeat, or None.
        forfeits: whether a line reaches a decision with no legal answer.
    """

    lost: tuple[Square, ...] | None
    forfeits: bool
    opener: Mark


def _walk(answers: Mapping[Position, Answer], program: Mark, opener: Mark) -> _Walk:
    """Play the program's own replies against every line of its opponent, shortest lines first."""
    lines: dict[Position, tuple[Square, ...]] = {opening(opener): ()}
    waiting = deque(lines)
    forfeits = False
    while waiting:
        position = waiting.popleft()
        if winner(position.board) == other(program):
            return _Walk(lines[position], forfeits, opener)
        legal = legal_moves(position.board)
        ours = position.turn == program and bool(legal)
        forfeits = forfeits or (ours and answers[position].kind in _OUTCOMES_OF_NO_MOVE)
        for square in answers[position].may_play if ours else legal:
            after = position.after(square)
            if after not in lines:
                lines[after] = (*lines[position], square)
                waiting.append(after)
    return _Walk(None, forfeits, opener)


# ---------------------------------------------------------------------------- the refutation


def _counterexample(
    answers: Mapping[Position, Answer],
    program: Mark,
    lost: tuple[tuple[Square, ...] | None, tuple[Square, ...] | None],
) -> Counterexample | None:
    """Return the shortest game that beats the program, else the plainest decision it gets wrong."""
    openers = (other(program), program)
    games = [(line, opener) for line, opener in zip(lost, openers, strict=True) if line]
    if games:
        line, opener = min(games, key=lambda game: len(game[0]))
        return _lost_game(answers, program, line, opener)
    return _plainest_fault(answers)


def _lost_game(
    answers: Mapping[Position, Answer], program: Mark, line: tuple[Square, ...], opener: Mark
) -> Counterexample:
    position, decisive, played = opening(opener), opening(opener), line[0]
    for square in line:
        if position.turn == program and square not in tablebase()[position].optimal:
            decisive, played = position, square
        position = position.after(square)
    return Counterexample(
        board=render(decisive.board),
        turn=program,
        answer=played,
        said=answers[decisive].said,
        right=tablebase()[decisive].optimal,
        line=line,
        opener=opener,
        own_play=True,
        outcome=f"{other(program)} wins",
    )


_OUTCOMES = {
    Kind.ILLEGAL: "illegal answer",
    Kind.NO_ANSWER: "no answer",
    Kind.ERROR: "error",
}


def _plainest_fault(answers: Mapping[Position, Answer]) -> Counterexample | None:
    """Return the thrown game with the fewest marks, else the bad answer with the most."""
    thrown = _positions(answers, {Kind.LOSES_VALUE})
    bad = _positions(answers, set(_OUTCOMES))
    if not thrown and not bad:
        return None
    position = thrown[0] if thrown else bad[-1]
    found = answers[position]
    value = "win" if tablebase()[position].value == 1 else "draw"
    line, opener = _by_the_rules(position)
    return Counterexample(
        board=render(position.board),
        turn=position.turn,
        answer=found.square,
        said=found.said,
        right=tablebase()[position].optimal,
        line=line,
        opener=opener,
        own_play=False,
        outcome=_OUTCOMES.get(found.kind, f"{value} thrown away"),
    )


def _positions(answers: Mapping[Position, Answer], kinds: Iterable[Kind]) -> list[Position]:
    wanted = frozenset(kinds)
    found = [p for p, a in answers.items() if a.kind in wanted]
    return sorted(found, key=lambda p: (9 - p.board.count(None), render(p.board)))


def _by_the_rules(position: Position) -> tuple[tuple[Square, ...], Mark]:
    """Return squares that lead to ``position``, alternating from its opener, and that opener.

    Nobody has a line on the board of a decision, so the marks may be put in any order.
    """
    mine, theirs = (
        _squares(position.board, position.turn),
        _squares(position.board, other(position.turn)),
    )
    opener = position.turn if len(mine) == len(theirs) else other(position.turn)
    starts, follows = (mine, theirs) if opener == position.turn else (theirs, mine)
    line = [s for pair in zip(starts, [*follows, -1], strict=False) for s in pair if s >= 0]
    return tuple(line), opener


def _squares(board: Board, mark: Mark) -> list[Square]:
    return [square for square, found in enumerate(board) if found == mark]
