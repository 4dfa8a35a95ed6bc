"""From a named fault to a finding: the smallest board, what was asked, said and due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from grader.catalogue.reading import Word
from grader.catalogue.scale import DRAW, LOSS, WIN, Scale
from grader.catalogue.words_rules import RULES
from grader.catalogue.words_search import CHOICE, SEARCH
from grader.codec import Codec
from grader.diagnosis.blame import Blamed
from grader.diagnosis.searching import true_value
from grader.guide import Guide
from grader.model import CheckResult, Finding, Raised, Reply, Returned
from reference.board import Position, empty_squares, is_full, is_terminal, winner

WORDS = {**RULES, **SEARCH, **CHOICE}


def finding(blamed: Blamed, guide: Guide, results: Iterable[CheckResult]) -> Finding:
    """Return what to tell a student about ``blamed``."""
    named, function = blamed.named, guide.roles[blamed.role].function
    words, told = WORDS[named.slug], _told(named.words, guide)
    position = named.shown[0]
    reply = blamed.replies[position]
    asked, due = guide.call(blamed.role, position), _due(blamed.role, position, reply, guide)
    more = f" ({len(named.shown):,} of {len(blamed.replies):,} answers show it)"
    evidence = f"{asked} {_said(reply)}; {due} was due{more if len(named.shown) > 1 else ''}"
    return Finding(
        slug=named.slug,
        function=function,
        certain=named.certain,
        title=words.title.format(name=function, **told),
        evidence=f"Perhaps: {evidence}" if not named.certain else evidence,
        advice=words.advice.format(name=function, **told),
        board=guide.match.game.render(position.board),
        candidates=named.candidates,
        gain=gain(function, results),
    )


def scale_remark(scale: Scale, function: str) -> Finding | None:
    """Return a remark on a right search whose scale is not what most people choose."""
    win, draw, loss = (scale.of(result) for result in (WIN, DRAW, LOSS))
    if draw == 0 and isinstance(win, float) and isinstance(loss, float) and win == -loss:
        return None
    told = {"win": f"{win:g}", "draw": f"{draw:g}", "loss": f"{loss:g}"}
    words = SEARCH["unusual-scale"]
    return Finding(
        slug="unusual-scale",
        function=function,
        certain=True,
        title=words.title.format(name=function, **told),
        evidence="It puts every board in the right order, and the order is all that counts.",
        advice=words.advice,
        harmless=True,
    )


def gain(function: str, results: Iterable[CheckResult]) -> Fraction:
    """Return the most that checks about ``function`` lost in one layer."""
    lost: dict[str, Fraction] = {}
    for check in results:
        if function in check.functions:
            lost[check.layer] = lost.get(check.layer, Fraction(0)) + check.max_score - check.score
    return max(lost.values(), default=Fraction(0))


def _told(words: Mapping[str, Word], guide: Guide) -> dict[str, str]:
    """Return ``words`` as a student of this assignment would write them."""
    codec = guide.codec
    assert codec is not None
    return {key: _word(key, word, codec) for key, word in words.items()}


def _word(key: str, word: Word, codec: Codec) -> str:
    if isinstance(word, str):
        return repr(codec.marks[word]) if key == "mark" else word  # type: ignore[index] # a mark
    if all(isinstance(one, tuple) for one in word):
        lines = (
            "-".join(str(codec.encode_move(square)) for square in line)  # type: ignore[union-attr] # a line
            for line in word
        )
        return " and ".join(lines)
    return ", ".join(str(codec.encode_move(square)) for square in word)


def _said(reply: Reply) -> str:
    match reply:
        case Returned(value, after):
            return f"returned {value!r:.80}" + ("" if after is None else " and changed its board")
        case Raised(name, message):
            return f"ended in {name}" + (f": {message:.80}" if message else "")
        case _:
            return "did not answer"


def _due(role: str, position: Position, reply: Reply, guide: Guide) -> str:
    due = _DUE[role](position, guide)
    changed = isinstance(reply, Returned) and reply.arguments_after is not None
    return f"{due.rstrip(',')}, and the board left as it was," if changed else due


def _due_winner(position: Position, guide: Guide) -> str:
    found = winner(position.board)
    assert guide.codec is not None
    drawn = guide.codec.draw if is_full(position.board) else None
    return repr(guide.codec.marks[found] if found else drawn)


def _due_turn(position: Position, guide: Guide) -> str:
    assert guide.codec is not None
    return repr(guide.codec.marks[position.turn])


def _due_moves(position: Position, guide: Guide) -> str:
    assert guide.codec is not None
    return repr([guide.codec.encode_move(square) for square in empty_squares(position.board)])


def _due_play(position: Position, guide: Guide) -> str:
    assert guide.codec is not None
    square = empty_squares(position.board)[-1]
    after = (*position.board[:square], position.turn, *position.board[square + 1 :])
    return f"a new board {guide.codec.encode_board(after)!r}"


def _due_value(position: Position, guide: Guide) -> str:
    match true_value(position, guide.match.maximiser):
        case 1:
            return "a score above a draw's, because the program wins,"
        case -1:
            return "a score below a draw's, because the program loses,"
        case _:
            return "the score of a draw"


def _due_decide(position: Position, guide: Guide) -> str:
    assert guide.codec is not None
    squares = map(guide.codec.encode_move, guide.match.entry(position).optimal)
    return " or ".join(map(str, squares))


_DUE: Mapping[str, Callable[[Position, Guide], str]] = {
    "winner": _due_winner,
    "full": lambda p, _: repr(is_full(p.board)),
    "wins": lambda p, _: repr(winner(p.board) == p.turn),
    "turn": _due_turn,
    "score": lambda p, guide: str(guide.match.value_for(p, guide.match.maximiser)),
    "over": lambda p, _: repr(is_terminal(p.board)),
    "moves": _due_moves,
    "play": _due_play,
    "value": _due_value,
    "decide": _due_decide,
}
