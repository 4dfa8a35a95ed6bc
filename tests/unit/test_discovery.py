"""From a folder of hand-ins to submissions."""

from __future__ import annotations

import io
import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import discovery
from grader.discovery import discover, single
from grader.errors import SubmissionError
from grader.model import Missing, Submission

CODE = "x = 1\n"


def write(path: Path, text: str = CODE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def link(path: Path, target: Path) -> None:
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("this account may not make links")


def by_student(folder: Path) -> dict[str, Submission | Missing]:
    return {found.student: found for found in discover(folder)}


def ident_of(student: str) -> str:
    return discovery._Idents().make(student)


# ---------------------------------------------------------------------------- discover


def test_a_student_hands_in_a_folder_a_file_or_an_archive(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "main.py")
    write(tmp_path / "bob.py")
    with zipfile.ZipFile(tmp_path / "Cyd.zip", "w") as archive:
        archive.writestr("hw1/main.py", CODE)
        archive.writestr("hw1/game/rules.py", CODE)
    with tarfile.open(tmp_path / "dan.tar.gz", "w:gz") as tar:
        member = tarfile.TarInfo("main.py")
        member.size = len(CODE)
        tar.addfile(member, io.BytesIO(CODE.encode()))
    assert tuple(discover(tmp_path)) == (
        Submission("ada", "ada", "ada", {"main.py": CODE}),
        Submission("bob", "bob", "bob.py", {"bob.py": CODE}),
        Submission("Cyd", "cyd", "Cyd.zip", {"main.py": CODE, "game/rules.py": CODE}),
        Submission("dan", "dan", "dan.tar.gz", {"main.py": CODE}),
    )


def test_what_is_no_hand_in_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "main.py")
    for name in (".DS_Store", "README.md", "readme", "grades.csv", "conftest.py", ".hidden.py"):
        write(tmp_path / name)
    write(tmp_path / "__pycache__" / "ada.py")
    write(tmp_path / "__MACOSX" / "ada.py")
    assert list(by_student(tmp_path)) == ["ada"]


def test_a_folder_may_be_called_like_a_file_that_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "ada.md" / "main.py")
    assert list(by_student(tmp_path)) == ["ada.md"]


def test_one_bad_hand_in_leaves_the_others_alone(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "main.py")
    (tmp_path / "bob").mkdir()
    write(tmp_path / "cyd" / "notes.txt")
    (tmp_path / "dan.zip").write_bytes(b"no zip")
    (tmp_path / "eve.rar").write_bytes(b"Rar!")
    write(tmp_path / "fay" / "tests" / "test_main.py")
    found = by_student(tmp_path)
    missing = {name: it.reason for name, it in found.items() if isinstance(it, Missing)}
    assert isinstance(found["ada"], Submission)
    assert missing == {
        "bob": "bob holds no .py file (it is empty, or holds hidden files only):"
        " hand in the .py file itself",
        "cyd": "cyd holds no .py file (it holds notes.txt): hand in the .py file itself",
        "dan": "dan.zip is no archive that can be read (BadZipFile): make it anew",
        "eve": "eve.rar is neither a .py file nor a folder, .zip, .tar or .tar.gz:"
        " hand in the .py file",
        "fay": "fay holds nothing but tests: hand in the program too",
    }


def test_a_file_that_cannot_be_text_is_kept_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "main.py").write_bytes(b"x = 1\0")
    (found,) = discover(tmp_path)
    assert isinstance(found, Submission)
    assert found.files == {}
    assert "NUL bytes" in found.unreadable["main.py"]


def test_a_link_to_a_folder_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere" / "main.py")
    (tmp_path / "class").mkdir()
    link(tmp_path / "class" / "ada", tmp_path / "elsewhere")
    (found,) = discover(tmp_path / "class")
    assert found == Missing("ada", "ada", "ada", "ada is a link: give the file or folder itself")


def test_tests_of_the_student_are_left_out(tmp_path: Path) -> None:
    for name in (
        "hw/main.py",
        "hw/latest_news.py",
        "hw/test_main.py",
        "hw/rules_test.py",
        "conftest.py",
        "tests/visible/helper.py",
        "hw/Test/x.py",
    ):
        write(tmp_path / "ada" / name)
    (found,) = discover(tmp_path)
    assert isinstance(found, Submission)
    assert set(found.files) == {"main.py", "latest_news.py"}


def test_a_student_may_be_called_like_a_test(tmp_path: Path) -> None:
    write(tmp_path / "test_ada.py")
    (found,) = discover(tmp_path)
    assert isinstance(found, Submission)
    assert set(found.files) == {"test_ada.py"}


def test_two_hand_ins_of_one_student_are_both_graded_and_say_so(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "main.py")
    write(tmp_path / "ada.py")
    first, second = discover(tmp_path)
    assert isinstance(first, Submission)
    assert isinstance(second, Submission)
    assert [first.ident, second.ident] == ["ada", "ada-2"]
    assert first.notes == ("ada handed in 2 times; this is ada",)
    assert second.notes == ("ada handed in 2 times; this is ada.py",)


def test_students_are_sorted_without_regard_to_case(tmp_path: Path) -> None:
    for student in ("bob", "Ada", "Cyd", "ada b", "Zoë"):
        write(tmp_path / student / "main.py")
    assert list(by_student(tmp_path)) == ["Ada", "ada b", "bob", "Cyd", "Zoë"]


def test_a_class_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match=r"nowhere: there is no such folder; create it"):
        discover(tmp_path / "nowhere")


def test_a_class_folder_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match=r"main.py: this is no folder; give the folder"):
        discover(write(tmp_path / "main.py"))


def test_a_class_folder_without_students_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "README.md")
    with pytest.raises(SubmissionError, match=r"no student has handed in; put one folder"):
        discover(tmp_path)


def test_a_class_folder_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(SubmissionError, match="cannot be read"):
        discover(Path("a\0b"))


def test_an_error_about_a_hostile_path_stays_on_one_line(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError) as caught:
        discover(tmp_path / "a\nb")
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no names that are not Unicode")
def test_a_name_that_is_not_unicode_can_be_written_down(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/ad\xe9.py")).write_text(CODE, encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes Unicode names only")
    (found,) = discover(tmp_path)
    assert isinstance(found, Missing)
    assert found.student.encode("utf-8") == rb"ad\udce9"
    assert "its name is not safe on every system" in found.reason
    assert found.reason.isascii()


# ---------------------------------------------------------------------------- idents


@pytest.mark.parametrize(
    ("student", "ident"),
    [
        ("ada", "ada"),
        ("Ada Lovelace", "ada-lovelace"),
        ("Łukasz Großmann-Øre", "lukasz-grossmann-ore"),
        ("José Ñandú", "jose-nandu"),
        ("a_b-c", "a_b-c"),
        ("../../etc/passwd", "etc-passwd"),
        ("a\nb\x1b[31m", "a-b-31m"),
        ("CON", "student-con"),
        ("lpt1", "student-lpt1"),
        ("-rf", "rf"),
        ("<script>", "script"),
    ],
)
def test_idents_are_plain_names(student: str, ident: str) -> None:
    assert ident_of(student) == ident


def test_a_name_with_no_latin_letter_gets_a_stable_ident() -> None:
    assert re.fullmatch(r"student-[0-9a-f]{8}", ident_of("李雷"))
    assert ident_of("李雷") == ident_of("李雷") != ident_of("韩梅梅")


def test_idents_differ_even_where_case_does_not_count(tmp_path: Path) -> None:
    for student in ("ada", "Ada.", "ada-2", "ADA!"):
        write(tmp_path / student / "main.py")
    idents = [found.ident for found in discover(tmp_path)]
    assert sorted(idents) == ["ada", "ada-2", "ada-2-2", "ada-3"]


@given(st.lists(st.text(), max_size=8))
def test_idents_are_safe_and_unique_whatever_the_names(students: list[str]) -> None:
    idents = discovery._Idents()
    made = [idents.make(student.encode("utf-8", "replace").decode()) for student in students * 2]
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,59}", ident) for ident in made)


def test_long_names_are_cut() -> None:
    idents = discovery._Idents()
    assert [len(idents.make("a" * 200)) for _ in range(12)] == [60] * 12


# ---------------------------------------------------------------------------- single


def test_a_file_brings_the_helpers_beside_it(tmp_path: Path) -> None:
    path = write(tmp_path / "main.py")
    write(tmp_path / "warmup_factorial.py")
    write(tmp_path / "rules.py", "# caf\u00e9\n").write_bytes(b"# caf\xe9\n")
    write(tmp_path / "broken.py").write_bytes(b"\0")
    for name in ("test_main.py", "conftest.py", "notes.txt", ".x.py", "lib/deep.py", "dir.py/a.py"):
        write(tmp_path / name)
    found = single(path)
    assert found.files == {
        "main.py": CODE,
        "warmup_factorial.py": CODE,
        "rules.py": "# caf\u00e9\n",
    }
    assert list(found.unreadable) == ["broken.py"]
    assert found.notes == ("rules.py is not UTF-8; it was read as Latin-1: save it as UTF-8",)
    assert (found.student, found.ident, found.origin) == ("main", "main", path.as_posix())


def test_a_helper_that_cannot_be_taken_is_left_out_with_a_note(tmp_path: Path) -> None:
    path = write(tmp_path / "main.py")
    link(tmp_path / "rules.py", path)
    found = single(path)
    assert found.files == {"main.py": CODE}
    assert found.notes == ("rules.py is a link: give the file or folder itself",)


def test_a_file_among_very_many_is_taken_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "main.py")
    for number in range(discovery.MAX_BESIDE + 1):
        write(tmp_path / f"download{number}.py")
    found = single(path)
    assert found.files == {"main.py": CODE}
    assert found.notes == ("51 more .py files lie beside main.py and were left out",)


def test_a_file_in_a_folder_that_cannot_be_listed_is_taken_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "main.py")
    write(tmp_path / "rules.py")

    def refuse(self: Path) -> None:
        raise PermissionError(str(self))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert single(path).files == {"main.py": CODE}


def test_a_folder_is_one_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "ada" / "main.py")
    write(tmp_path / "ada" / "tests" / "test_main.py")
    assert single(tmp_path / "ada").files == {"main.py": CODE}
    monkeypatch.chdir(tmp_path / "ada")
    found = single(Path())
    assert (found.student, found.ident, found.origin) == ("ada", "ada", ".")
    monkeypatch.chdir(tmp_path / "ada" / "tests")
    assert single(Path("..")).student == "ada"


def test_a_folder_called_main_py_is_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "rules.py")
    write(tmp_path / "main.py" / "main.py")
    assert single(tmp_path / "main.py").files == {"main.py": CODE}


def test_an_archive_is_one_submission(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as archive:
        archive.writestr("main.py", CODE)
    assert single(tmp_path / "ada.zip").student == "ada"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nope.py", "there is no nope.py: check the name"),
        ("empty", "empty holds no .py file"),
        ("notes.txt", "notes.txt is neither a .py file nor"),
        ("link.py", "link.py is a link: give the file or folder itself"),
        ("notes.txt/main.py", "there is no main.py: check the name"),
    ],
)
def test_a_path_with_nothing_to_grade_is_an_error(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    write(tmp_path / "notes.txt")
    link(tmp_path / "link.py", tmp_path / "gone.py")
    with pytest.raises(SubmissionError, match=re.escape(message)) as caught:
        single(tmp_path / name)
    assert str(caught.value).startswith((tmp_path / name).as_posix())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root and Windows read every file")
def test_a_file_without_read_permission_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "main.py")
    path.chmod(0)
    with pytest.raises(SubmissionError, match="Permission denied"):
        single(path)


def test_a_hand_in_is_read_when_its_turn_comes(tmp_path: Path) -> None:
    for student in ("ada", "ben"):
        write(tmp_path / student / "main.py")
    found = discover(tmp_path)
    assert len(found) == 2
    (tmp_path / "ben" / "main.py").unlink()
    assert [type(one) for one in found] == [Submission, Missing]
