"""The perfect-play proof: what the program answers at every decision it can meet.

The decisions cover the whole game (4,520 in tic-tac-toe, whoever opens it), so a pass is a proof
and not a sample. A position is judged by its game value: any move that keeps it is right, the
fastest win or not.
The program's own replies, walked against every line of its opponent, show whether play alone
beats it; the shortest such game is its refutation.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from grader.codec import Codec
from grader.match import Match
from grader.model import Counterexample, Proof, Raised, Reply, Returned, Unasked
from reference.game import Mark, Move, Position, other


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
        move: the legal move it named, or None.
        said: what it said, as text.
        changed: whether the call changed its argument.
        may_play: every legal move that it may name.
    """

    kind: Kind
    move: Move | None
    said: str
    changed: bool = False
    may_play: tuple[Move, ...] = ()


def questions(match: Match) -> tuple[Position, ...]:
    """Return every decision of the program in the order to ask: nearest to the end first.

    Deep boards cost little, so a slow program proves most of itself before its time is up.
    """
    return tuple(reversed(match.decisions))


_WORST_FIRST = (
    Kind.LOSES_VALUE,
    Kind.ILLEGAL,
    Kind.NO_ANSWER,
    Kind.ERROR,
    Kind.UNASKED,
    Kind.OPTIMAL,
)


def answer(position: Position, replies: Sequence[Reply], codec: Codec, match: Match) -> Answer:
    """Return what ``replies``, all that the program may give, are worth at ``position``."""
    found = [_answer(position, reply, codec, match) for reply in replies]
    worst = min(found, key=lambda one: _WORST_FIRST.index(one.kind))
    moves = tuple(dict.fromkeys(one.move for one in found if one.move is not None))
    changed = any(one.changed for one in found)
    return replace(worst, may_play=moves, changed=changed)


def _answer(position: Position, reply: Reply, codec: Codec, match: Match) -> Answer:
    match reply:
        case Returned(None, after):
            return Answer(Kind.NO_ANSWER, None, "None", after is not None)
        case Returned(value, after):
            said, changed = f"{value!r:.60}", after is not None
            return _move(position, codec.decode_move(value), match, said, changed=changed)
        case Unasked(reason):
            return Answer(Kind.UNASKED, None, reason)
        case Raised(name):
            return Answer(Kind.ERROR, None, name)
        case _:
            return Answer(Kind.ERROR, None, type(reply).__name__)


def _move(
    position: Position, move: Move | None, match: Match, said: str, *, changed: bool
) -> Answer:
    if move not in match.game.moves(position):
        return Answer(Kind.ILLEGAL, None, said, changed)
    kept = move in match.entry(position).optimal
    return Answer(Kind.OPTIMAL if kept else Kind.LOSES_VALUE, move, said, changed)


def prove(answers: Mapping[Position, Answer], match: Match) -> Proof:
    """Return the counts, the walks and the counterexample for all ``answers``."""
    kinds = Counter(answer.kind for answer in answers.values())
    thrown = (match.entry(p).value for p, a in answers.items() if a.kind is Kind.LOSES_VALUE)
    values = Counter(thrown)
    contested = [p for p in answers if match.can_go_wrong(p)]
    seats = () if match.within else match.seats  # from the opening on, or not at all
    walks = [_walk(answers, match, program, opener) for program, opener in seats]
    first = [walk for walk in walks if walk.program == walk.opener]
    second = [walk for walk in walks if walk.program != walk.opener]
    lost_first, lost_second = _shortest(first), _shortest(second)
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
        slow_wins=_count_late(answers, match, 1),
        hasty_losses=_count_late(answers, match, -1),
        contested=len(contested),
        contested_kept=sum(answers[p].kind is Kind.OPTIMAL for p in contested),
        beatable_as_first=lost_first is not None,
        beatable_as_second=lost_second is not None,
        forfeits_as_first=any(walk.forfeits for walk in first),
        forfeits_as_second=any(walk.forfeits for walk in second),
        changed_its_argument=any(answer.changed for answer in answers.values()),
        counterexample=_counterexample(answers, match, (lost_second, lost_first)),
        line_as_first=lost_first.line if lost_first else (),
        line_as_second=lost_second.line if lost_second else (),
        within=match.within,
    )


def _count_late(answers: Mapping[Position, Answer], match: Match, value: int) -> int:
    """Return how many answers keep ``value`` but not the distance that goes with it."""
    entries = ((match.entry(p), a) for p, a in answers.items() if a.kind is Kind.OPTIMAL)
    return sum(e.value == value and not set(a.may_play) <= set(e.best) for e, a in entries)


# ---------------------------------------------------------------------------- games


_OUTCOMES_OF_NO_MOVE = {Kind.ILLEGAL, Kind.NO_ANSWER, Kind.ERROR, Kind.UNASKED}


@dataclass(frozen=True, slots=True)
class _Walk:
    """The program's own games in one seat.

    Attributes:
        line: the shortest that ends in a defeat it could have avoided, or ``()``.
        forfeits: whether a line reaches a decision with no legal answer.
    """

    program: Mark
    opener: Mark
    line: tuple[Move, ...]
    forfeits: bool


def _walk(answers: Mapping[Position, Answer], match: Match, program: Mark, opener: Mark) -> _Walk:
    """Play the program's own replies against every line of its opponent, shortest lines first.

    Where its seat is lost from the start, only a defeat after a result it gave away is one.
    """
    start = match.game.opening(opener)
    blamed = match.value_for(start, program) >= 0
    lines: dict[tuple[Position, bool], tuple[Move, ...]] = {(start, blamed): ()}
    waiting = deque(lines)
    forfeits = False
    while waiting:
        position, blamed = waiting.popleft()
        if blamed and match.game.winner(position) == other(program):
            return _Walk(program, opener, lines[position, blamed], forfeits)
        legal = match.game.moves(position)
        ours = position.turn == program and bool(legal)
        forfeits = forfeits or (ours and answers[position].kind in _OUTCOMES_OF_NO_MOVE)
        for move in answers[position].may_play if ours else legal:
            thrown = ours and move not in match.entry(position).optimal
            after = match.game.after(position, move), blamed or thrown
            if after not in lines:
                lines[after] = (*lines[position, blamed], move)
                waiting.append(after)
    return _Walk(program, opener, (), forfeits)


def _shortest(walks: Iterable[_Walk]) -> _Walk | None:
    return min((walk for walk in walks if walk.line), key=lambda walk: len(walk.line), default=None)


# ---------------------------------------------------------------------------- the refutation


def _counterexample(
    answers: Mapping[Position, Answer], match: Match, lost: Iterable[_Walk | None]
) -> Counterexample | None:
    """Return the shortest game that beats the program, else the plainest decision it gets wrong."""
    shortest = _shortest(walk for walk in lost if walk is not None)
    if shortest is not None:
        return _lost_game(answers, match, shortest)
    return _plainest_fault(answers, match)


def _lost_game(answers: Mapping[Position, Answer], match: Match, walk: _Walk) -> Counterexample:
    game, program = match.game, walk.program
    position = game.opening(walk.opener)
    decisive, played = position, walk.line[0]
    for move in walk.line:
        if position.turn == program and move not in match.entry(position).optimal:
            decisive, played = position, move
        position = game.after(position, move)
    return Counterexample(
        board=game.render(decisive.board),
        turn=program,
        answer=played,
        said=answers[decisive].said,
        right=match.entry(decisive).optimal,
        line=walk.line,
        opener=walk.opener,
        own_play=True,
        outcome=f"{other(program)} wins",
    )


_OUTCOMES = {
    Kind.ILLEGAL: "illegal answer",
    Kind.NO_ANSWER: "no answer",
    Kind.ERROR: "error",
}


def _plainest_fault(answers: Mapping[Position, Answer], match: Match) -> Counterexample | None:
    """Return the thrown game with the most moves to come, else the bad answer with the fewest."""
    thrown = _positions(answers, match, {Kind.LOSES_VALUE})
    bad = _positions(answers, match, set(_OUTCOMES))
    if not thrown and not bad:
        return None
    position = thrown[0] if thrown else bad[-1]
    found, entry = answers[position], match.entry(position)
    value = "win" if entry.value == 1 else "draw"
    line, opener = match.game.typical_line(position)
    return Counterexample(
        board=match.game.render(position.board),
        turn=position.turn,
        answer=found.move,
        said=found.said,
        right=entry.optimal,
        line=line,
        opener=opener,
        own_play=False,
        outcome=_OUTCOMES.get(found.kind, f"{value} thrown away"),
    )


def _positions(
    answers: Mapping[Position, Answer], match: Match, kinds: Iterable[Kind]
) -> list[Position]:
    wanted = frozenset(kinds)
    found = (p for p, a in answers.items() if a.kind in wanted)
    return sorted(found, key=match.simplest_first)
