"""The faulty engines: each differs from the right program, and no two names mean the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from grader.catalogue import choice, moves, parts, rules
from grader.catalogue.inner import inner_engines
from grader.catalogue.reading import Engine, Failed, Odd, Reading, Readings, Said, agrees, read
from grader.catalogue.returned import are_pairs, other_than_a_move
from grader.catalogue.scale import DRAW, LOSS, RESULTS, WIN, Scale, result, scales
from grader.catalogue.search import Search
from grader.catalogue.trials import trial_engines
from grader.catalogue.variations import PLAIN, variations
from grader.codec import Codec
from grader.diagnosis import searching
from grader.diagnosis.naming import Named, name_choice, name_helper
from grader.diagnosis.wording import WORDS
from grader.model import Crashed, Raised, Reply, Returned, TimedOut
from reference.board import LINES, Mark, Position, after, is_terminal
from reference.notation import parse
from reference.tablebase import boards, decisions, running, tablebase

FLAT = Codec("flat", {"X": "X", "O": "O"}, " ", "index", 0)
NESTED = Codec("nested", {"X": 1, "O": 2}, 0, "pair", 1)
MARKS: tuple[Mark, Mark] = ("O", "X")
BOARDS = [Position(board, "O") for board in boards()]
RUNNING = running()
FINISHED = [Position(b, turn) for b in boards() if is_terminal(b) for turn in MARKS]
FEW = 3
RIGHT: Mapping[str, Callable[[Position], Reading]] = {
    "winner": rules.right_winner,
    "full": rules.right_full,
    "over": rules.right_over,
    "moves": moves.right_moves,
    "play": moves.right_play,
    "wins": parts.right_wins,
    "turn": parts.right_turn,
    "score": lambda p: parts.right_score(p, "O"),
}
HELPERS = {
    "winner": (rules.winner_engines(), BOARDS),
    "full": (rules.full_engines(), BOARDS),
    "over": (rules.over_engines(), BOARDS),
    "moves": (moves.moves_engines(), RUNNING),
    "play": (moves.play_engines(), RUNNING),
    "wins": (parts.wins_engines(), [Position(b, turn) for b in boards() for turn in MARKS]),
    "turn": (parts.turn_engines(), RUNNING),
    "score": (parts.score_engines("O"), FINISHED),
}


def scale(win: float, draw: float, loss: float, per_ply: float = 0.0) -> Scale:
    scores = dict(zip(RESULTS, (win, draw, loss), strict=True))
    base = {(end, own): scores[end] for end in RESULTS for own in (True, False)}
    return Scale(base, dict.fromkeys(base, 0.0), (-per_ply, per_ply))


TEN = scale(10.0, 0.0, -10.0)
ONE = scale(1.0, 0.0, -1.0)
SCALES = {
    "shifted": scale(100.0, 50.0, 0.0),
    "depth": scale(10.0, 0.0, -10.0, per_ply=1.0),
}


def distinct(engines: Iterable[Engine]) -> list[Engine]:
    """Return the first engine and the last of each name."""
    listed = list(engines)
    first = {engine.slug: engine for engine in reversed(listed)}
    last = {engine.slug: engine for engine in listed}
    return [*first.values(), *(e for slug, e in last.items() if e is not first[slug])]


def answers(engine: Engine, positions: Iterable[Position]) -> Readings:
    """Return what ``engine`` says, always the same of what it may."""
    return {p: min(engine.allowed(p), key=str) for p in positions}


def deep(most: int) -> list[Position]:
    return [*FINISHED, *(p for p in RUNNING if p.board.count(None) <= most)]


def searches(one: Scale) -> list[Engine]:
    varied = [Engine(v.slug, Search(v, one, "O").allowed) for v in variations()]
    return [*varied, *trial_engines(one, "O")]


def helper(role: str, readings: Readings) -> list[Named]:
    return name_helper(role, readings, FLAT, "O")


def slugs(named: Iterable[Named]) -> set[str]:
    return {one.slug for one in named if one.certain}


# ---------------------------------------------------------------------------- helpers


@pytest.mark.parametrize("role", HELPERS)
def test_every_faulty_helper_is_wrong_somewhere_and_found_by_its_name(role: str) -> None:
    engines, positions = HELPERS[role]
    for engine in distinct(engines):
        found = helper(role, answers(engine, positions))
        assert slugs(found) == {engine.slug}, engine.slug
        shown = found[0].shown[0]
        assert RIGHT[role](shown) not in answers(engine, [shown]).values()


@pytest.mark.parametrize("role", HELPERS)
def test_no_two_names_of_a_helper_mean_the_same_program(role: str) -> None:
    engines, positions = HELPERS[role]
    asked = positions[:: 23 if len(engines) > 50 else 1]  # many are told apart by few boards
    known: dict[int, str] = {}
    for engine in engines:
        key = hash(tuple(answers(engine, asked).values()))
        assert known.setdefault(key, engine.slug) == engine.slug


@pytest.mark.parametrize("role", HELPERS)
def test_a_right_helper_has_no_name(role: str) -> None:
    _, positions = HELPERS[role]
    assert helper(role, {p: RIGHT[role](p) for p in positions}) == []


@pytest.mark.parametrize(
    ("x", "o", "nobody", "drawn", "slug"),
    [
        (True, True, False, False, "winner-not-named"),
        ("x", "o", None, None, "winner-in-another-form"),
        ("X", "O", False, False, "nobody-in-another-form"),
        ("X", "O", None, "draw", "draw-told-as-a-winner"),
        ("O", "X", None, None, "winner-swapped"),
        (None, None, None, None, "returns-nothing"),
        (7, 7, 7, 7, "always-the-same-answer"),
    ],
)
def test_a_winner_told_in_other_words(
    x: object, o: object, nobody: object, drawn: object, slug: str
) -> None:
    words = {"X": x, "O": o}

    def value(position: Position) -> object:
        found = rules.right_winner(position)
        assert isinstance(found, Said)
        full = rules.right_full(position) == Said(value=True)
        return words[str(found.value)] if found.value else drawn if full else nobody

    readings = {p: read("winner", Returned(value(p)), FLAT) for p in BOARDS}
    assert slugs(helper("winner", readings)) == {slug}  # type: ignore[arg-type] # all answered


@pytest.mark.parametrize(("yes", "no"), [(1, 0), ("X", None), (True, None)])
def test_yes_or_no_in_other_words(yes: object, no: object) -> None:
    replies = {p: Returned(yes if is_terminal(p.board) else no) for p in BOARDS}
    readings = {p: read("over", reply, FLAT) for p, reply in replies.items()}
    found = helper("over", readings)  # type: ignore[arg-type] # all answered
    assert slugs(found) == {"yes-or-no-in-another-form"}


# ---------------------------------------------------------------------------- the search


def test_every_faulty_search_is_found_by_its_name() -> None:
    for engine in {engine.slug: engine for engine in searches(TEN)}.values():
        most = 6 if engine.slug == "search-stops-too-soon" else FEW
        named = searching.name_search(answers(engine, deep(most)), "O")
        alike = {one.slug for one in named if engine.slug in one.candidates}
        assert slugs(named) == alike or slugs(named) == {engine.slug}, engine.slug
        assert slugs(named), engine.slug


@pytest.mark.parametrize("name", SCALES)
def test_a_faulty_search_is_found_in_any_scale_or_has_no_name(name: str) -> None:
    """Some are only found where a score does not change with the depth; none has a wrong name."""
    unseen = {"best-starts-at-zero", "search-stops-too-soon"}  # a zero that is no draw; too deep
    if name == "depth":
        unseen |= {"turn-read-the-wrong-way", "scores-for-the-side-to-move"}
    for engine in {e.slug: e for e in searches(SCALES[name])}.values():
        named = searching.name_search(answers(engine, deep(FEW)), "O")
        wrong = [one for one in named if one.slug != engine.slug and one.certain]
        assert all(engine.slug in one.candidates for one in wrong), engine.slug
        assert named or engine.slug in unseen, engine.slug


@pytest.mark.parametrize("one", [TEN, ONE, *SCALES.values()], ids=["ten", "one", *SCALES])
def test_a_right_search_has_no_fault_in_any_scale(one: Scale) -> None:
    right = Engine("", Search(PLAIN, one, "O").allowed)
    readings = answers(right, deep(4))
    assert searching.name_search(readings, "O") == []
    found = searching.scale_of(readings, "O")
    assert found is not None
    assert [found.of(end) for end in RESULTS] == [one.of(end) for end in RESULTS]


@pytest.mark.parametrize(
    ("base", "slug"),
    [
        ((-10.0, 0.0, 10.0), "score-signs-reversed"),
        ((10.0, -10.0, -10.0), "draw-scored-like-a-loss"),
        ((10.0, 10.0, -10.0), "draw-scored-like-a-win"),
        ((10.0, 20.0, -10.0), "draw-out-of-order"),
        ((10.0, 0.0, 10.0), "any-win-scores-the-same"),
    ],
)
def test_wrong_scores_of_finished_boards(base: tuple[float, float, float], slug: str) -> None:
    search = Search(PLAIN, scale(*base), "O")
    named = searching.name_search(answers(Engine("", search.allowed), deep(FEW)), "O")
    assert slugs(named) == {slug}
    assert is_terminal(named[0].shown[0].board)


@pytest.mark.parametrize(
    ("own", "later", "slug"),
    [
        (float("-inf"), float("inf"), "draw-not-a-base-case"),
        (-10.0, 10.0, "draw-depends-on-the-turn"),
        (None, None, "draw-gives-no-score"),
        (Failed("ValueError"), Failed("ValueError"), "draw-gives-no-score"),
    ],
)
def test_draws_that_are_not_scored(
    own: float | Failed | None, later: float | Failed | None, slug: str
) -> None:
    odd = Scale({**TEN.base, (DRAW, True): own, (DRAW, False): later}, TEN.per_empty)
    search = Search(PLAIN, odd, "O")
    named = searching.name_search(answers(Engine("", search.allowed), deep(FEW)), "O")
    assert slugs(named) == {slug}


@pytest.mark.parametrize(
    ("win", "loss", "slug"),
    [((10.0, -10.0), (10.0, -10.0), "winner-judged-by-turn")],
)
def test_wins_scored_by_the_turn(
    win: tuple[float, float], loss: tuple[float, float], slug: str
) -> None:
    turned = {(WIN, True): win[0], (WIN, False): win[1], (LOSS, True): loss[0]}
    odd = Scale({**TEN.base, **turned, (LOSS, False): loss[1]}, TEN.per_empty)
    search = Search(PLAIN, odd, "O")
    named = searching.name_search(answers(Engine("", search.allowed), deep(FEW)), "O")
    assert slugs(named) == {slug}


def test_scores_for_the_opponent_are_one_fault_and_not_two() -> None:
    (swapped,) = (v for v in variations() if v.slug == "min-and-max-swapped")
    search = Search(swapped, scale(-10.0, 0.0, 10.0), "O")
    named = searching.name_search(answers(Engine("", search.allowed), deep(FEW)), "O")
    assert slugs(named) == {"scores-from-the-other-side"}


def test_a_bonus_that_outweighs_the_result() -> None:
    search = Search(PLAIN, scale(10.0, 0.0, -10.0, per_ply=4.0), "O")
    named = searching.name_search(answers(Engine("", search.allowed), deep(6)), "O")
    assert slugs(named) == {"depth-bonus-swamps-result"}


def test_a_score_that_hangs_on_the_empty_squares_is_a_scale_too() -> None:
    per_empty = {**TEN.per_empty, (WIN, True): 1.0, (WIN, False): 1.0}
    search = Search(PLAIN, Scale(TEN.base, per_empty), "O")
    readings = answers(Engine("", search.allowed), deep(FEW))
    (found,) = list(scales(readings, "O", result))[:1]
    assert found.per_empty[WIN, True] == 1.0
    assert searching.name_search(readings, "O") == []


def test_a_fault_nobody_has_described_has_no_name() -> None:
    right = Engine("", Search(PLAIN, TEN, "O").allowed)
    readings = dict(answers(right, deep(FEW)))
    spoilt = [p for p in readings if p.board.count(None) == FEW][::9]
    readings |= {p: Said(3.0) for p in spoilt}
    assert searching.name_search(readings, "O") == []


def test_look_alikes_share_one_finding() -> None:
    (first, *_) = (e for e in searches(TEN) if e.slug == "first-move-only")
    (named,) = searching.name_search(answers(first, deep(FEW)), "O")
    assert named.candidates == ("return-inside-the-loop", "alphabeta-bounds-crossed")


# ---------------------------------------------------------------------------- the choice


def replies(readings: Readings) -> dict[Position, Reply]:
    return {p: Returned(r.value) for p, r in readings.items() if isinstance(r, Said)}


def choose(readings: Readings) -> list[Named]:
    return name_choice(readings, ("O",), replies(readings), FLAT)


def test_every_faulty_choice_is_found_by_its_name() -> None:
    for engine in distinct(choice.decide_engines(("O",))):
        found = choose(answers(engine, decisions("O")))
        assert slugs(found) == {engine.slug}, engine.slug


def test_a_right_choice_has_no_fault() -> None:
    for number in (0, -1):
        right = {p: Said(tablebase()[p].optimal[number]) for p in decisions("O")}
        assert choose(right) == []


@pytest.mark.parametrize("silence", [None, -1])
def test_silence_where_all_is_lost(silence: int | None) -> None:
    said = {p: tablebase()[p] for p in decisions("O")}
    readings = {p: Said(silence if e.value < 0 else e.optimal[0]) for p, e in said.items()}
    assert slugs(choose(readings)) == {"no-move-when-lost"}


def test_squares_in_a_fixed_order() -> None:
    order = (4, 0, 2, 6, 8, 1, 3, 5, 7)
    readings = {p: Said(next(s for s in order if p.board[s] is None)) for p in decisions("O")}
    (named,) = choose(readings)
    assert (named.slug, named.words["order"]) == ("squares-in-a-fixed-order", order)


def test_a_wrong_choice_without_a_pattern_has_no_name() -> None:
    readings: dict[Position, Reading] = {}
    for n, position in enumerate(decisions("O")):
        free = [s for s in range(9) if position.board[s] is None]
        readings[position] = Said(free[n * n % len(free)])
    assert choose(readings) == []


@pytest.mark.parametrize(
    ("value", "slug"),
    [
        (lambda p: 10 * tablebase()[p].value, "returns-the-score"),
        (lambda p: (tablebase()[p].value, tablebase()[p].optimal[0]), "returns-score-and-move"),
        (
            lambda p: FLAT.encode_board(after(p, tablebase()[p].optimal[0]).board),
            "returns-the-board",
        ),
        (lambda p: tablebase()[p].optimal[0], ""),
        (lambda _: "left", ""),
    ],
)
def test_what_is_no_move(value: Callable[[Position], object], slug: str) -> None:
    said: dict[Position, Reply] = {p: Returned(value(p)) for p in decisions("O")}
    assert other_than_a_move(said, FLAT) == slug


def test_marks_left_on_the_board_are_told_before_all_else() -> None:
    right = {p: Said(tablebase()[p].optimal[0], changed=True) for p in decisions("O")}
    assert slugs(choose(right)) == {"choice-changes-the-board"}


def test_pairs_in_place_of_scores() -> None:
    position = Position(parse(".OOOXXOXX"), "O")
    assert are_pairs({position: Returned((10, 0))}) == (position,)
    assert are_pairs({position: Returned(10)}) == ()


# ---------------------------------------------------------------------------- readings


@pytest.mark.parametrize(
    ("role", "value", "codec", "said"),
    [
        ("winner", "X", FLAT, "X"),
        ("winner", " ", FLAT, "."),
        ("winner", True, NESTED, Odd("True")),
        ("winner", 1, NESTED, "X"),
        ("full", 1, FLAT, Odd("1")),
        ("value", 10, FLAT, 10.0),
        ("value", True, FLAT, Odd("True")),
        ("value", 10**400, FLAT, Odd("a huge number")),
        ("value", float("inf"), FLAT, float("inf")),
        ("decide", 9, FLAT, 9),
        ("decide", (1, 2), NESTED, 1),
        ("decide", (4, 4), NESTED, Odd("(4, 4)")),
        ("moves", {2, 1}, FLAT, (1, 2)),
        ("moves", "12", FLAT, Odd("'12'")),
        ("play", [[1, 0, 0], [0, 2, 0], [0, 0, 0]], NESTED, parse("X...O....")),
        ("play", True, FLAT, Odd("True")),
    ],
)
def test_a_value_is_read_in_its_role(role: str, value: object, codec: Codec, said: object) -> None:
    assert read(role, Returned(value), codec) == Said(said)


@pytest.mark.parametrize("role", ["winner", "full", "value", "decide", "moves", "play"])
def test_nothing_is_nothing_in_every_role(role: str) -> None:
    assert read(role, Returned(None), FLAT) == Said(None)


def test_errors_speak_and_silence_does_not() -> None:
    assert read("value", Raised("TypeError"), FLAT) == Failed("TypeError")
    assert read("value", Returned(1, arguments_after=()), FLAT) == Said(1.0, changed=True)
    assert read("value", TimedOut(4), FLAT) is None
    assert read("value", Crashed("gone"), FLAT) is None


def test_agreement_is_with_every_answer() -> None:
    engine = Engine("", lambda _: (Said(1), Said(2)))
    position = BOARDS[0]
    assert agrees(engine, [(position, Said(2))])
    assert not agrees(engine, [(position, Said(2)), (position, Said(3))])


def test_every_engine_has_its_words_and_there_are_many_kinds() -> None:
    helpers = {engine.slug for engines, _ in HELPERS.values() for engine in engines}
    search = {engine.slug for engine in searches(TEN)}
    found = helpers | search | {engine.slug for engine in choice.decide_engines(("O",))}
    assert found <= WORDS.keys()
    assert len(WORDS) > len(found) > 35


# ---------------------------------------------------------------------------- other dialects


def test_an_empty_line_reads_as_nobody_where_an_empty_square_is_none() -> None:
    """The first line of three equal squares is handed back, and the rest never looked at."""

    def first_equal(position: Position) -> Reading:
        lines = [{position.board[s] for s in line} for line in LINES]
        return Said(next((found.pop() for found in lines if len(found) == 1), None))

    none = Codec("nested", {"X": "X", "O": "O"}, None, "pair", 0)
    readings = {p: first_equal(p) for p in BOARDS}
    assert slugs(name_helper("winner", readings, none, "X")) == {"empty-line-wins"}


def chosen_by(engine: Engine) -> Readings:
    return {p: min(engine.allowed(p), key=str) for p in [*decisions("X"), *decisions("O")]}


@pytest.mark.parametrize("slug", ["score-signs-reversed", "both-sides-maximise", "averages"])
def test_a_faulty_search_shows_in_the_choice_where_it_cannot_be_asked(slug: str) -> None:
    engine = next(engine for engine in inner_engines("X") if engine.slug == slug)
    readings = chosen_by(engine)
    found = name_choice(readings, ("X", "O"), replies(readings), NESTED, "X")
    assert slug in {named.slug for named in found}


def test_a_right_choice_by_a_search_has_no_fault() -> None:
    readings: Readings = {
        p: Said(tablebase()[p].optimal[0]) for p in [*decisions("X"), *decisions("O")]
    }
    assert name_choice(readings, ("X", "O"), replies(readings), NESTED, "X") == []
