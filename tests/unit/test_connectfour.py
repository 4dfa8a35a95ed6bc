"""Connect Four on boards of any size, with the known numbers of four by four."""

from collections import Counter

import pytest

from reference.connectfour import ConnectFour, lines
from reference.game import IllegalMoveError, Position
from reference.playouts import sampled
from reference.tablebase import Tablebase, solve, solve_from

SMALL = ConnectFour(4, 4)


@pytest.fixture(scope="module")
def solved() -> Tablebase:
    return solve(SMALL, ("X",))


def test_four_by_four_has_the_known_numbers(solved: Tablebase) -> None:
    start = solved[SMALL.opening("X")]
    assert len(solved.entries) == 161_029
    assert start.nodes == 131_060_741
    assert start.value == 0
    running = Counter(p.board.count(None) for p, e in solved.entries.items() if e.optimal)
    assert sum(running[left] for left in range(1, 7)) == 116_248


def test_a_mark_falls_to_the_lowest_free_cell() -> None:
    position = SMALL.after(SMALL.after(SMALL.opening("X"), 1), 1)
    assert SMALL.render(position.board) == "..../..../.O../.X.."
    assert position.turn == "X"


@pytest.mark.parametrize("move", [4, -1, None, (0, 1)])
def test_only_a_column_that_is_free_can_be_played(move: object) -> None:
    with pytest.raises(IllegalMoveError):
        SMALL.after(SMALL.opening("X"), move)  # type: ignore[arg-type] # on purpose


def test_a_full_column_cannot_be_played() -> None:
    position = Position(SMALL.parse("X.../O.../X.../O..."), "X")
    assert SMALL.moves(position) == (1, 2, 3)


@pytest.mark.parametrize(
    "text",
    ["..../..../..../XXXX", "X.../X.../X.../X...", "X.../.X../..X./...X", "...X/..X./.X../X..."],
)
def test_four_in_a_line_win(text: str) -> None:
    position = Position(SMALL.parse(text), "O")
    assert SMALL.winner(position) == "X"
    assert SMALL.is_over(position)
    assert SMALL.moves(position) == ()


@pytest.mark.parametrize(("rows", "columns", "count"), [(4, 4, 10), (4, 5, 17), (6, 7, 69)])
def test_lines_are_counted(rows: int, columns: int, count: int) -> None:
    assert len(lines(rows, columns, 4)) == count


def test_a_line_by_the_rules_leads_to_a_position(solved: Tablebase) -> None:
    for position in [p for p, e in solved.entries.items() if e.optimal][::4001]:
        line, opener = SMALL.typical_line(position)
        reached = SMALL.opening(opener)
        for move in line:
            reached = SMALL.after(reached, move)
        assert reached == position


@pytest.mark.parametrize("text", ["....", "..../..../..../...Z", "..../..../..../....."])
def test_what_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        SMALL.parse(text)


def test_a_board_without_room_for_a_line_is_no_game() -> None:
    with pytest.raises(TypeError):
        ConnectFour(3, 3)


def test_positions_drawn_by_chance_are_the_same_at_each_run() -> None:
    wide = ConnectFour(4, 5)
    drawn = tuple(sampled(wide, ("X",), 6, 5))
    assert drawn == tuple(sampled(wide, ("X",), 6, 5))
    assert len(set(drawn)) == 5
    assert all(position.board.count(None) == 6 for position in drawn)
    table = solve_from(wide, drawn)
    assert all(table[position].optimal for position in drawn)


def test_a_game_with_few_positions_yields_no_more_than_it_has() -> None:
    assert len(tuple(sampled(ConnectFour(1, 4), ("X",), 3, 50))) == 4
