"""The diagnosis on known submissions: the right function and kind first, and nothing untrue."""

from collections.abc import Mapping

import pytest

from grader.model import Finding, Graded
from tests.corpus.known import given

# What each given fault is called here; the first names what the answers alone can tell.
KINDS = {
    "01_score_signs_reversed": {"score-signs-reversed"},
    "02_returns_score_not_move": {"returns-the-score"},
    "03_empty_line_is_win": {"empty-line-wins"},
    "04_forgets_undo": {"marks-not-taken-back"},
    "06_turn_not_flipped": {"turn-not-flipped"},
    "07_draw_not_a_base_case": {"draw-not-a-base-case"},
    "09_make_move_aliases_board": {"move-changes-the-board"},
    "10_depth_ignored_stalls": {"slow-wins"},
    "11_depth_bonus_swamps_result": {"depth-bonus-swamps-result"},
    "12_alphabeta_bounds_crossed": {"first-move-only", "alphabeta-bounds-crossed"},
    "14_move_list_off_by_one": {"moves-leave-out-squares"},
    "16_anti_diagonal_wrong": {"diagonal-missed"},
    "17_return_inside_loop": {"only-one-line"},
    "18_best_starts_at_minus_one": {"no-move-when-lost"},
    "20_player_to_move_from_wrong_parity": {"whose-turn-from-the-count"},
    "21_both_sides_maximise": {"both-sides-maximise"},
    "22_root_asks_with_wrong_turn": {"asks-with-the-wrong-turn"},
    "23_root_sorts_the_wrong_way": {"takes-the-worst"},
    "26_average_instead_of_min_and_max": {"averages"},
    "28_search_stops_too_soon": {"search-stops-too-soon"},
    "30_any_full_line_is_a_win": {"any-full-line-wins"},
    "31_full_check_uses_any": {"full-means-any"},
    "32_draw_scored_like_a_loss": {"draw-scored-like-a-loss"},
    "34_constant_name_in_quotes": {"taken-squares-offered"},
    "35_game_starts_on_import": {"game-starts-on-import"},
    "36_game_over_forgets_draws": {"over-forgets-draws"},
    "37_answers_one_to_nine": {"answers-count-from-one"},
    "39_missing_return_in_min_branch": {"missing-return"},
    "41_recursion_called_twice_too_slow": {"too-slow"},
}
NO_FUNCTION = {"none", "module level"}  # the finding is about the file as a whole
SLOW = "41_recursion_called_twice_too_slow"  # in minimax, and only seen where it is used
FAULTY = {row["case"]: row for row in given() if row["case"] in KINDS}


def first(graded: Graded) -> Finding:
    return next(finding for finding in graded.findings if finding.certain)


@pytest.mark.parametrize("case", KINDS)
def test_the_first_certain_finding_names_function_and_kind(
    graded: Mapping[str, Graded], case: str
) -> None:
    finding, wrong = first(graded[f"given/{case}"]), FAULTY[case]["first_wrong_function"]
    assert finding.slug in KINDS[case]
    assert KINDS[case] <= {finding.slug, *finding.candidates}
    if case != SLOW:
        assert finding.function == ("" if wrong in NO_FUNCTION else wrong)


@pytest.mark.parametrize("case", KINDS)
def test_no_certain_finding_blames_a_function_that_is_right(
    graded: Mapping[str, Graded], case: str
) -> None:
    """What is wrong of itself, and no more; the one that leaves marks does so in two functions."""
    allowed = {FAULTY[case]["first_wrong_function"], "get_best_move" if case[:2] == "04" else ""}
    faults = [f for f in graded[f"given/{case}"].findings if f.certain and not f.harmless]
    if case != SLOW:
        assert {finding.function for finding in faults} <= allowed


@pytest.mark.parametrize("case", [row["case"] for row in given() if row["sound"]])
def test_a_sound_program_has_no_fault(graded: Mapping[str, Graded], case: str) -> None:
    assert all(finding.harmless for finding in graded[f"given/{case}"].findings)


@pytest.mark.parametrize("case", KINDS)
def test_a_fault_is_shown_on_a_board_and_worth_points(
    graded: Mapping[str, Graded], case: str
) -> None:
    finding = first(graded[f"given/{case}"])
    if not finding.harmless and case != SLOW:
        assert finding.board
        assert finding.function in finding.evidence
        assert finding.gain > 0
