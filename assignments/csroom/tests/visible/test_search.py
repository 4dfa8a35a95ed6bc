"""Visible tests of minimax: does it put boards in the right order?

Only the order counts: a board the AI (O) wins is worth more than a draw, a draw more than a
board the AI loses, when both sides play perfectly. So 10, 0, -10 is right, and so are scores
that take the depth into account.

A board is written as its three rows, "XX./OO./..X", with a dot for an empty square.
"""

import pytest

AI, HUMAN = True, False  # whose turn it is: what is_ai_turn is set to


def board(rows):
    """Return the list of nine squares that rows stands for."""
    return [" " if mark == "." else mark for mark in rows if mark != "/"]


def shown(value):
    """Return value as short text; any object at all can be shown."""
    if type(value) is int and value.bit_length() > 100:
        return "a number of more than 30 digits"
    if value is None or type(value) in (bool, int, float):
        return repr(value)
    if type(value) is str and len(value) <= 20:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def details(rows, is_ai_turn):
    """Return the lines that follow the first line of a message: the board, and what to type."""
    picture = "\n".join("    " + " ".join(row) for row in rows.split("/"))
    return f"\n{picture}\n    to try it: minimax({board(rows)}, {is_ai_turn})"


def score(engine, rows, is_ai_turn):
    """Return the number minimax gives the board; anything but a number ends the test."""
    answer = engine.minimax(board(rows), is_ai_turn)
    call = f"minimax of {rows}, {is_ai_turn} should be a number, but returned {shown(answer)}"
    more = details(rows, is_ai_turn)
    assert answer is not None, f"{call}: is a return missing?{more}"
    assert type(answer) in (int, float), call + more
    assert answer <= 0 or answer > 0, f"{call}, which is not a number{more}"
    return answer


def assert_order(engine, won, drawn, lost):
    """Check that won boards are worth more than drawn ones, and drawn ones more than lost."""
    wins, draws, losses = (
        [(score(engine, rows, turn), rows, turn) for rows, turn in boards]
        for boards in (won, drawn, lost)
    )
    assert_higher(wins, draws, "the AI wins the first, the second is a draw")
    assert_higher(draws, losses, "the first is a draw, the AI loses the second")
    assert_higher(wins, losses, "the AI wins the first and loses the second")


def assert_higher(better, worse, why):
    """Check that each of the better boards got a higher score than each of the worse ones."""
    for high, rows, turn in better:
        for low, other_rows, other_turn in worse:
            assert high > low, (
                f"minimax gave {shown(high)} for {rows} and {shown(low)} for {other_rows}, "
                f"but the first should be worth more: {why}"
                f"{details(rows, turn)}{details(other_rows, other_turn)}"
            )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_finished_games(engine):
    """A finished game is scored by who won it, whoever would be next."""
    for turn in (AI, HUMAN):
        assert_order(
            engine,
            won=[("OOO/XX./X..", turn), ("OXO/XXO/XOO", turn)],
            drawn=[("XOX/XOO/OXX", turn), ("OXO/OXX/XOO", turn)],
            lost=[("XO./OX./..X", turn), ("XXX/XOO/OXO", turn)],
        )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_one_empty_square(engine):
    """With one empty square left, the last mark decides the score."""
    assert_order(
        engine,
        won=[("OXO/OXX/.OX", AI)],
        drawn=[("OXO/XXO/.OX", AI), ("XOX/OOX/.XO", HUMAN)],
        lost=[("XOX/XOO/.XO", HUMAN)],
    )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_two_empty_squares_ai_next(engine):
    """With two empty squares and O to move, a game that is won is told from one that is lost."""
    assert_order(
        engine,
        won=[("..O/XOX/XXO", AI), ("XXO/XO./.XO", AI)],
        drawn=[],
        lost=[("XX./XOO/.OX", AI), (".OX/OXO/.XX", AI)],
    )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_two_empty_squares_human_next(engine):
    """With two empty squares and X to move, a game that is won is told from one that is lost."""
    assert_order(
        engine,
        won=[(".OO/O.X/XOX", HUMAN), ("XXO/OO./.OX", HUMAN)],
        drawn=[],
        lost=[("..O/OXO/OXX", HUMAN), ("XXO/OX./OO.", HUMAN)],
    )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_three_empty_squares_ai_next(engine):
    """With three empty squares and O to move, the AI counts on the human's best reply."""
    assert_order(
        engine,
        won=[("..O/OXX/.OX", AI)],
        drawn=[("O../XXO/.OX", AI)],
        lost=[("XOO/.O./XX.", AI)],
    )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_three_empty_squares_human_next(engine):
    """With three empty squares and X to move, turns alternate down to the end of the game."""
    assert_order(
        engine,
        won=[("..X/O.O/OXX", HUMAN)],
        drawn=[("X../OO./XXO", HUMAN)],
        lost=[(".XO/XOO/..X", HUMAN)],
    )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_four_empty_squares_ai_next(engine):
    """With four empty squares and O to move, minimax looks all the way to the end."""
    assert_order(
        engine,
        won=[("XOX/O../X..", AI)],
        drawn=[("X../OXX/O..", AI)],
        lost=[("O.X/.O./.XX", AI)],
    )


@pytest.mark.points(0.5)
@pytest.mark.about("minimax")
def test_five_empty_squares_human_next(engine):
    """With five empty squares and X to move, minimax looks all the way to the end."""
    assert_order(
        engine,
        won=[("O.O/X../.X.", HUMAN)],
        drawn=[(".OX/.O./X..", HUMAN)],
        lost=[(".X./.OX/O..", HUMAN)],
    )
