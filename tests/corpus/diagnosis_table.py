"""What the diagnosis says of the known faults, as a table.

``python -m tests.corpus.diagnosis_table`` grades the known faulty programs (minutes) and prints it.
"""

from collections.abc import Mapping

from grader.model import Finding, Graded
from tests.corpus.grading import assignment, grade_all
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
    """Return the first certain finding."""
    return next(finding for finding in graded.findings if finding.certain)


def names_function(case: str, finding: Finding) -> bool:
    """Return whether ``finding`` names the function that ``case`` is first wrong in."""
    wrong = FAULTY[case]["first_wrong_function"]
    return finding.function == ("" if wrong in NO_FUNCTION else wrong)


def names_kind(case: str, finding: Finding) -> bool:
    """Return whether ``finding`` names the kind of ``case``."""
    return finding.slug in KINDS[case]


def table(graded: Mapping[str, Graded]) -> str:
    """Return the table in Markdown: one row a case, and the two counts."""
    lines = ["| case | wrong in | first certain finding | names |", "|---|---|---|---|"]
    functions = kinds = 0
    for case in KINDS:
        finding = first(graded[f"given/{case}"])
        function, kind = names_function(case, finding), names_kind(case, finding)
        functions, kinds = functions + function, kinds + kind
        wrong = FAULTY[case]["first_wrong_function"]
        told = f"`{finding.slug}`" + (f" in `{finding.function}`" if finding.function else "")
        hit = [word for word, named in (("function", function), ("kind", kind)) if named]
        lines.append(f"| {case} | {wrong} | {told} | {', '.join(hit) or 'neither'} |")
    total = len(KINDS)
    lines += ["", f"Function named: {functions} of {total}. Kind named: {kinds} of {total}."]
    return "\n".join(lines)


def main() -> None:
    """Grade the known faulty programs and print the table."""
    outcomes = grade_all(assignment(), [f"given/{case}" for case in KINDS])
    graded = {name: found for name, found in outcomes.items() if isinstance(found, Graded)}
    print(table(graded))  # noqa: T201


if __name__ == "__main__":
    main()
