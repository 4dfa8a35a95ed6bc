"""Which file is meant by which name of the assignment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.locate import Located, locate

WANTED = ("main.py", "warmup_factorial.py")


def test_exact_names_need_no_note() -> None:
    located = locate({"main.py", "warmup_factorial.py", "rules.py"}, WANTED)
    assert located == Located({name: name for name in WANTED})


def test_an_exact_name_wins_over_renamed_ones() -> None:
    assert locate(["main-1.py", "Main.py", "main.py", "src/main.py"], ["main.py"]) == Located(
        {"main.py": "main.py"}
    )


@pytest.mark.parametrize(
    "file",
    [
        "Main.py",
        "MAIN.PY",
        "main-1.py",
        "main (1).py",
        "main(12).py",
        "main2.py",
        "main_copy.py",
        "main - Copy.py",
        "main - Kopie (2).py",
        "Copy of main.py",
        "main_final.py",
        "main_final_v2.py",
        "ada_main.py",
        "Ada Lovelace_12345_assignsubmission_file_main.py",
        "doejane_late_4711_123456_main-2.py",
        "hw1_ada_attempt_2026-01-05-10-00-00_main.py",
        "main_3f2b8c1e-0d4a-4b6e-9a51-0c9d8e7f6a5b.py",
        "main-3F2B8C1E0D4A4B6E9A510C9D8E7F6A5B.py",
        "main_deadbeef01.py",
    ],
)
def test_names_changed_on_the_way_are_recognised(file: str) -> None:
    assert locate([file, "domain.py", "main_menu.py"], ["main.py"]) == Located(
        {"main.py": file}, (f"{file} was graded as main.py",)
    )


def test_both_files_renamed_by_a_platform_are_found() -> None:
    located = locate(["ada_1_main-1.py", "ada_2_warmup_factorial-1.py", "ada_3_rules.py"], WANTED)
    assert located.names == {
        "main.py": "ada_1_main-1.py",
        "warmup_factorial.py": "ada_2_warmup_factorial-1.py",
    }


def test_a_name_that_ends_in_a_number_is_recognised_too() -> None:
    assert locate(["part2 (1).py", "part3.py"], ["part2.py"]).names == {"part2.py": "part2 (1).py"}


def test_a_test_of_the_file_is_not_the_file() -> None:
    assert locate(["test_main.py", "rules.py"], ["main.py"]).names == {}


def test_a_name_that_is_all_noise_is_no_match() -> None:
    names = ["3f2b8c1e-0d4a-4b6e-9a51-0c9d8e7f6a5b.py", "12.py"]
    assert locate(names, ["main.py"]).names == {}


def test_a_file_in_a_subfolder_is_found() -> None:
    located = locate(["src/main.py", "src/rules.py", "warmup_factorial.py"], WANTED)
    assert located.names["main.py"] == "src/main.py"
    assert located.notes == ("src/main.py was graded as main.py",)


def test_a_renamed_file_in_a_subfolder_is_found_last() -> None:
    assert locate(["src/main-1.py", "src/rules.py"], ["main.py"]).names == {
        "main.py": "src/main-1.py"
    }


@pytest.mark.parametrize(
    "files", [["main-1.py", "main-2.py"], ["a/main.py", "b/main.py"], ["MAIN.py", "Main.py"]]
)
def test_of_several_matches_none_is_graded(files: list[str]) -> None:
    located = locate(files, ["main.py"])
    assert located.names == {}
    (note,) = located.notes
    assert note == (
        f"there is no main.py, and it is not clear which of {', '.join(sorted(files))} is meant:"
        " name one of them main.py"
    )


def test_an_unclear_name_leaves_the_others_alone() -> None:
    located = locate(["main-1.py", "main-2.py", "warmup_factorial.py", "x.py"], WANTED)
    assert located.names == {"warmup_factorial.py": "warmup_factorial.py"}


def test_the_only_file_left_is_graded_as_the_one_that_is_missing() -> None:
    assert locate(["tictactoe.py", "warmup_factorial.py"], WANTED) == Located(
        {"warmup_factorial.py": "warmup_factorial.py", "main.py": "tictactoe.py"},
        ("there is no main.py; tictactoe.py was graded in its place",),
    )


def test_the_only_file_of_all_is_the_main_file() -> None:
    assert locate(["tictactoe.py"], WANTED).names == {"main.py": "tictactoe.py"}


def test_the_only_file_is_not_the_main_file_if_it_shares_a_word_with_another() -> None:
    assert locate(["factorial.py"], WANTED).names == {"warmup_factorial.py": "factorial.py"}


def test_a_helper_of_the_main_file_is_not_taken_for_the_warm_up() -> None:
    assert locate(["main.py", "rules.py"], WANTED) == Located({"main.py": "main.py"})
    assert locate(["main.py", "warmup.py"], WANTED).names["warmup_factorial.py"] == "warmup.py"


def test_of_two_files_left_none_is_graded() -> None:
    assert locate(["tictactoe.py", "game.py"], ["main.py"]) == Located({})


def test_the_file_a_person_named_is_the_main_file() -> None:
    assert locate(["main.py", "ada.py", "bob.py"], WANTED, named="ada.py") == Located(
        {"main.py": "ada.py"}, ("ada.py was graded as main.py",)
    )


def test_a_named_file_that_is_another_of_the_assignment_stays_that() -> None:
    files = ["main.py", "warmup_factorial.py", "warmup_factorial (1).py"]
    for file in files[1:]:
        located = locate(files, WANTED, named=file)
        assert located.names == {"main.py": "main.py", "warmup_factorial.py": file}


def test_a_named_file_that_is_not_there_changes_nothing() -> None:
    assert locate(["main.py"], ["main.py"], named="x.py") == Located({"main.py": "main.py"})


def test_nothing_at_hand_locates_nothing() -> None:
    assert locate([], WANTED) == Located({})


names = st.sets(st.text(max_size=12) | st.sampled_from(["main.py", "a/main.py", "Main.py", "x.py"]))


@given(names)
def test_no_file_is_used_twice_and_none_is_invented(files: set[str]) -> None:
    located = locate(files, WANTED)
    used = list(located.names.values())
    assert len(set(used)) == len(used)
    assert set(used) <= files
    assert set(located.names) <= set(WANTED)
