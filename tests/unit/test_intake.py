"""Reading a submission from disk, honest, odd or hostile.

The archives and folders of ``tests/attacks/archive_*`` build themselves; the canary folder holds
what they reach for, and nothing may appear beside what they were given.
"""

from __future__ import annotations

import codecs
import io
import os
import random
import socket
import stat
import subprocess
import sys
import tarfile
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader import intake
from grader.intake import Refused, Taken, archives, basket, folders, take
from grader.intake.decoding import NotText, Text, decode
from grader.intake.names import MAX_DEPTH, is_junk, objection, shown, without_common_folder

ATTACKS = Path(__file__).parent.parent / "attacks"
CODE = "x = 1\n"
CANARY = "CANARY-hidden\n"
NOISE = random.Random(0).randbytes(5 * 1024**2)  # noqa: S311 - no secret, only incompressible


def write(path: Path, data: str | bytes = CODE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def link(path: Path, target: Path | str) -> None:
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("this account may not make links")


def refusal(path: Path) -> str:
    with pytest.raises(Refused) as caught:
        take(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def zipped(path: Path, *members: tuple[str | zipfile.ZipInfo, str | bytes]) -> Path:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members of one name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in members:
                archive.writestr(name, data)
    return path


def tarred(path: Path, *members: tuple[str | tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz" if path.suffix in {".gz", ".tgz"} else "w") as archive:
        for name, data in members:
            member = tarfile.TarInfo(name) if isinstance(name, str) else name
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def special(name: str, kind: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "/etc/passwd"
    return member


@pytest.fixture(params=[True, False], ids=["by descriptor", "by path"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walk folders the way of Linux and macOS, and the way of Windows."""
    if request.param and not folders.BY_DESCRIPTOR:
        pytest.skip("this system opens nothing relative to a descriptor")
    monkeypatch.setattr(folders, "BY_DESCRIPTOR", request.param)


# ---------------------------------------------------------------------------- attacks


class Attack:
    """A hostile upload, built in a folder of its own, and what it must leave alone."""

    def __init__(self, name: str, folder: Path) -> None:
        source = (ATTACKS / f"{name}.py.txt").read_text("utf-8")
        self.canary = folder / "canary"
        write(self.canary / "hidden_test.py", CANARY)
        write(folder / "good.py", (ATTACKS / "good.py.txt").read_bytes())
        source = source.replace("@CANARY@", self.canary.as_posix())
        source = source.replace("@GRADER@", (folder / "grader").as_posix())
        source = source.replace("range(1024)", "range(64)")  # a bomb of 128 MB will do
        names: dict[str, object] = {"__file__": str(folder / f"{name}.py")}
        box = folder / "box" / "upload"
        box.mkdir(parents=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # attacks do not close their files
            exec(compile(source, name, "exec"), names)  # noqa: S102 - the attack builds itself
            build = names["build"]
            assert callable(build)
            self.path = Path(build(str(box)))
        self.root = folder
        self.before = self._everything()

    def _everything(self) -> set[Path]:
        outside = set(Path("/tmp").glob("secres_evil*"))  # noqa: S108 - where the attacks aim
        return outside | {path for path in self.root.rglob("*") if len(path.parts) < 40}

    def left_nothing(self) -> bool:
        return self._everything() == self.before


@pytest.fixture
def attack(tmp_path: Path) -> Iterator[Callable[[str], Attack]]:
    built: list[Attack] = []

    def build(name: str) -> Attack:
        try:
            built.append(Attack(name, tmp_path))
        except OSError as error:
            pytest.skip(f"this system cannot build it: {error}")
        return built[-1]

    yield build
    assert all(one.left_nothing() for one in built)


REFUSED = {
    "archive_bomb_count": "s.zip holds more than 10,000 files: pack only the .py files",
    "archive_bomb_overlap": "s.zip has members that overlap: make it anew",
    "archive_bomb_ratio": "s.zip unpacks to far more than its size (main.py: 128 MB)",
    "archive_duplicate_names": "s.zip holds two files called main.py: keep only one of them",
    "archive_encrypted_flag": "s.zip is locked with a password: make it without one",
    "archive_folder_deep": "d/d/d/d/d/d/d/d was left out: it lies more than 8 folders deep",
    "archive_folder_symlink": "main.py was left out: it is a link, and links are not followed",
    "archive_symlink_dir": "s.zip holds files behind the link d: remove it",
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_attack_is_refused_and_says_why(attack: Callable[[str], Attack], name: str) -> None:
    assert REFUSED[name] in refusal(attack(name).path)


OUTSIDE = "was left out: its name points outside the submission"
UNSAFE = "was left out: its name is not safe on every system"
SKIPPED = {
    "archive_absolute": [
        f"/tmp/secres_evil3.py {OUTSIDE}",  # noqa: S108
        f"C:/Windows/evil.py {OUTSIDE}",
        f"/srv/share/e.py {OUTSIDE}",
    ],
    "archive_tar_slip": [
        f"../secres_evil5.py {OUTSIDE}",
        f"/tmp/secres_evil6.py {OUTSIDE}",  # noqa: S108
        "l was left out: it is a link, and links are not followed",
        "h was left out: it is a link, and links are not followed",
        "f was left out: it is no file",
    ],
    "archive_zip_slip": [
        f"../../secres_evil.py {OUTSIDE}",
        f"a/../../../secres_evil2.py {OUTSIDE}",
    ],
    "archive_reserved_names": [
        f"CON.py {UNSAFE}",
        f"aux.py {UNSAFE}",
        f"a:b.py {OUTSIDE}",
        f"x.py. {UNSAFE}",
        f"y.py  {UNSAFE}",
        f"{'q' * 77}... was left out: its name is too long",
        f"'\\u202egnp.py' {UNSAFE}",
        f"-rf.py {UNSAFE}",
        f"$(touch x).py {UNSAFE}",
        f";ls.py {UNSAFE}",
    ],
}


@pytest.mark.parametrize("name", SKIPPED)
def test_unsafe_members_are_left_out_by_name(attack: Callable[[str], Attack], name: str) -> None:
    taken = take(attack(name).path)
    assert set(SKIPPED[name]) <= set(taken.notes)
    assert set(taken.files) - {"new/nline.py"} == {"main.py"}
    assert taken.files["main.py"] == (ATTACKS / "good.py.txt").read_text("utf-8")


def test_junk_of_systems_and_editors_is_ignored_silently(
    attack: Callable[[str], Attack],
) -> None:
    taken = take(attack("archive_macosx").path)
    assert (set(taken.files), taken.notes) == ({"main.py"}, ())


def test_byte_code_and_binaries_are_ignored_silently(attack: Callable[[str], Attack]) -> None:
    taken = take(attack("archive_pyc_and_so").path)
    assert (set(taken.files), taken.notes) == ({"main.py"}, ())


def test_names_that_would_hijack_pytest_are_only_text(attack: Callable[[str], Attack]) -> None:
    taken = take(attack("archive_hijack_names").path)
    assert taken.files["conftest.py"] == "raise SystemExit(0)"
    assert all(name.endswith(".py") for name in taken.files)


def test_a_sparse_terabyte_is_not_read(attack: Callable[[str], Attack]) -> None:
    taken = take(attack("archive_folder_sparse").path)
    assert taken.files == {}
    assert taken.unreadable["main.py"].startswith("main.py is 1048576.0 MB; a source file may have")


def test_a_folder_called_main_py_is_reported(attack: Callable[[str], Attack]) -> None:
    path = attack("archive_folder_dir_py").path
    if os.access(path / "b.py", os.R_OK):  # root reads everything
        assert take(path) == Taken(
            {"b.py": ""}, ("main.py was left out: it is a folder, not a file",)
        )
    else:
        assert "b.py in upload cannot be read (Permission denied)" in refusal(path)


def test_every_archive_attack_is_tried_here() -> None:
    tried = {*REFUSED, *SKIPPED, "archive_macosx", "archive_pyc_and_so", "archive_hijack_names"}
    tried |= {"archive_folder_sparse", "archive_folder_dir_py"}
    assert tried == {path.name.removesuffix(".py.txt") for path in ATTACKS.glob("archive_*")}


def test_a_bomb_is_refused_without_unpacking_it(attack: Callable[[str], Attack]) -> None:
    bomb = attack("archive_bomb_ratio")
    tracemalloc.start()
    refusal(bomb.path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 * 1024**2


# ---------------------------------------------------------------------------- files


def test_a_python_file_is_taken_under_its_name(tmp_path: Path) -> None:
    assert take(write(tmp_path / "main.py")) == Taken({"main.py": CODE})
    assert take(write(tmp_path / "MAIN.PY")).files == {"MAIN.PY": CODE}


def test_an_empty_file_is_a_file(tmp_path: Path) -> None:
    assert take(write(tmp_path / "main.py", "")) == Taken({"main.py": ""})


@pytest.mark.parametrize("name", ["nope.py", "nope", "main.py/main.py", "a\0b.py"])
def test_a_missing_path_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path / "main.py")
    assert refusal(tmp_path / name).startswith("there is no ")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    assert "neither a .py file nor" in refusal(write(tmp_path / "main.txt"))


def test_a_file_too_large_to_be_source_is_kept_with_the_reason(tmp_path: Path) -> None:
    taken = take(write(tmp_path / "main.py", b"#" * (5 * 1024**2)))
    assert taken == Taken(
        {},
        (),
        {"main.py": "main.py is 5.0 MB; a source file may have 256 KB: hand in code only"},
    )
    exact = take(write(tmp_path / "main.py", b"#" * basket.MAX_SOURCE))
    assert set(exact.files) == {"main.py"}
    assert take(write(tmp_path / "main.py", b"#" * (basket.MAX_SOURCE + 1))).unreadable == {
        "main.py": "main.py is 257 KB; a source file may have 256 KB: hand in code only"
    }


def test_a_file_that_grows_while_it_is_read_is_too_large_all_the_same() -> None:
    growing = basket.Basket("ada")
    growing.offer(basket.Find("main.py", 1, "file", lambda: b"#" * (basket.MAX_SOURCE + 1)))
    assert list(growing.close().unreadable) == ["main.py"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = write(tmp_path / "real" / "main.py").parent
    link(tmp_path / "main.py", folder / "main.py")
    link(tmp_path / "dangling.py", "nowhere")
    link(tmp_path / "ada", folder)
    for name in ("main.py", "dangling.py", "ada"):
        assert refusal(tmp_path / name) == f"{name} is a link: give the file or folder itself"


@pytest.mark.usefixtures("either_way")
def test_links_in_a_folder_are_left_out_with_a_note(tmp_path: Path) -> None:
    folder = write(tmp_path / "ada" / "main.py").parent
    write(tmp_path / "secret" / "hidden.py", CANARY)
    link(folder / "dangling.py", "nowhere")
    link(folder / "lib", tmp_path / "secret")
    link(folder / ".venv", tmp_path / "secret")
    because = "was left out: it is a link, and links are not followed"
    assert take(folder) == Taken({"main.py": CODE}, (f"dangling.py {because}", f"lib {because}"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no fifos")
@pytest.mark.usefixtures("either_way")
def test_a_fifo_neither_hangs_nor_counts_as_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "main.py")
    assert refusal(tmp_path / "main.py") == (
        "main.py is no regular file: give the file or folder itself"
    )
    assert "main.py was left out: it is no file" in refusal(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no fifos")
def test_a_file_swapped_for_a_fifo_at_the_last_moment_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "main.py")
    with pytest.raises(Refused, match=r"main.py is no regular file"):
        folders.read_file(tmp_path / "main.py", 10)


def test_a_file_swapped_for_a_link_at_the_last_moment_is_not_read(tmp_path: Path) -> None:
    if not hasattr(os, "O_NOFOLLOW"):
        pytest.skip("this system cannot open without following links")
    link(tmp_path / "main.py", write(tmp_path / "real.py"))
    with pytest.raises(OSError, match=r"symbolic links|Too many levels"):
        folders.read_file(tmp_path / "main.py", 10)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no such sockets")
def test_a_socket_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("main.py")
        assert "is no regular file" in refusal(Path("main.py"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root and Windows read every file")
@pytest.mark.usefixtures("either_way")
def test_what_may_not_be_read_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "ada" / "main.py").parent
    (folder / "main.py").chmod(0)
    assert refusal(folder / "main.py") == (
        "main.py cannot be read (Permission denied): set its permissions"
    )
    assert refusal(folder) == (
        "main.py in ada cannot be read (Permission denied): set its permissions"
    )


def test_an_error_of_the_disk_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "ada" / "main.py").parent

    def fail(*_args: object, **_kwargs: object) -> int:
        raise OSError

    monkeypatch.setattr(folders.os, "open", fail)  # type: ignore[attr-defined]
    assert refusal(folder) == "ada cannot be read (OSError): set its permissions"


def test_a_windows_junction_counts_as_a_link_and_a_cloud_file_does_not() -> None:
    class Status:
        st_mode = stat.S_IFDIR
        st_reparse_tag = 0xA000_0003

    class Cloud:
        st_mode = stat.S_IFREG
        st_reparse_tag = 0x9000_001A

    assert folders.kind_of(Status()) == "link"  # type: ignore[arg-type]
    assert folders.kind_of(Cloud()) == "file"  # type: ignore[arg-type]


def test_it_runs_where_the_system_has_none_of_the_unix_calls(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "game" / "main.py")
    code = """
import os, sys
from pathlib import Path
for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY", "fwalk", "mkfifo", "geteuid"):
    if hasattr(os, name):
        delattr(os, name)
os.supports_dir_fd, os.supports_fd = set(), set()
from grader.discovery import discover
(found,) = discover(Path(sys.argv[1]))
print(found.ident, *found.files)
"""
    run = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code, tmp_path],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("ada main.py\n", "")


# ---------------------------------------------------------------------------- folders


@pytest.mark.usefixtures("either_way")
def test_a_folder_is_taken_with_its_subfolders(tmp_path: Path) -> None:
    for name in ("main.py", "game/rules.py", "game/deep/x.py", "notes.txt", "main.pyc", "a.so"):
        write(tmp_path / name)
    for name in (".git/x.py", "__pycache__/x.py", "venv/lib/x.py", ".x.py", "__MACOSX/._main.py"):
        write(tmp_path / name)
    assert take(tmp_path) == Taken(
        dict.fromkeys(("game/deep/x.py", "game/rules.py", "main.py"), CODE)
    )


@pytest.mark.usefixtures("either_way")
def test_folders_that_hold_everything_are_stripped(tmp_path: Path) -> None:
    write(tmp_path / "hw1" / "hw1" / "main.py")
    write(tmp_path / "hw1" / "hw1" / "game" / "rules.py")
    write(tmp_path / "README.md")
    assert set(take(tmp_path).files) == {"main.py", "game/rules.py"}


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    assert refusal(tmp_path / "ada") == (
        "ada holds no .py file (it is empty, or holds hidden files only):"
        " hand in the .py file itself"
    )


def test_a_folder_without_source_says_what_it_holds(tmp_path: Path) -> None:
    for name in ("a.txt", "b.docx", "c.pdf", "main.py.txt"):
        write(tmp_path / "ada" / name)
    assert "(it holds a.txt, b.docx, c.pdf, ...)" in refusal(tmp_path / "ada")


@pytest.mark.usefixtures("either_way")
def test_a_folder_too_deep_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "main.py")
    write(tmp_path.joinpath(*"d" * (MAX_DEPTH - 1), "in.py"))
    write(tmp_path.joinpath(*"d" * MAX_DEPTH, "out.py"))
    taken = take(tmp_path)
    assert set(taken.files) == {"main.py", "/".join(["d"] * (MAX_DEPTH - 1)) + "/in.py"}
    assert taken.notes == ("d/d/d/d/d/d/d/d was left out: it lies more than 8 folders deep",)


def test_a_folder_of_too_many_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(11):
        write(tmp_path / "ada" / f"{number}.txt")
    monkeypatch.setattr(folders, "MAX_ENTRIES", 10)
    assert refusal(tmp_path / "ada") == (
        "ada holds more than 10 files: hand in a folder with your own .py files only"
    )


def test_too_many_source_files_are_refused(tmp_path: Path) -> None:
    for number in range(basket.MAX_FILES + 1):
        write(tmp_path / "ada" / f"f{number}.py")
    assert refusal(tmp_path / "ada") == ("ada holds more than 200 .py files: hand in only your own")


def test_too_much_source_is_refused(tmp_path: Path) -> None:
    for number in range(9):
        write(tmp_path / "ada" / f"f{number}.py", b"#" * basket.MAX_SOURCE)
    assert refusal(tmp_path / "ada") == (
        "ada holds more than 2.0 MB of source: hand in only your own"
    )


def test_names_that_differ_in_case_only_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "ada" / "Main.py")
    write(tmp_path / "ada" / "main.py")
    if len(list((tmp_path / "ada").iterdir())) == 1:
        pytest.skip("this file system does not tell them apart")
    assert refusal(tmp_path / "ada") == (
        "ada holds Main.py and main.py, which are one name on many systems: keep only one of them"
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
@pytest.mark.parametrize("name", [b"a\nb.py", b"\xff.py", b"a\\b.py", b"con.py", b"\x1b[31m.py"])
def test_dangerous_names_are_left_out_and_escaped(tmp_path: Path, name: bytes) -> None:
    write(tmp_path / "main.py")
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(b"")
    except OSError:
        pytest.skip("this file system allows no such name")
    taken = take(tmp_path)
    assert set(taken.files) == {"main.py"}
    (note,) = taken.notes
    assert note.isascii()
    assert note.isprintable()
    assert note.endswith(UNSAFE)


def test_notes_are_capped(tmp_path: Path) -> None:
    write(tmp_path / "main.py")
    for number in range(30):
        (tmp_path / f"{number:02}.py").mkdir()
    notes = take(tmp_path).notes
    assert len(notes) == 21
    assert notes[-1] == "and 10 more remarks like these"


def test_an_archive_alone_in_a_folder_is_opened(tmp_path: Path) -> None:
    zipped(tmp_path / "hw.zip", ("hw/main.py", CODE))
    write(tmp_path / "notes.txt")
    assert take(tmp_path) == Taken({"main.py": CODE})


def test_an_archive_beside_source_is_not_opened(tmp_path: Path) -> None:
    zipped(tmp_path / "hw.zip", ("hw/main.py", CODE))
    write(tmp_path / "main.py")
    assert take(tmp_path) == Taken(
        {"main.py": CODE}, ("hw.zip was left out: there are .py files beside it",)
    )


@pytest.mark.parametrize("names", [("a.zip", "b.zip"), ("a.rar",), ("in/a.zip",)])
def test_archives_that_are_unclear_or_unknown_are_not_opened(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    for name in names:
        write(tmp_path / name)
    assert f"(it holds {', '.join(names)})" in refusal(tmp_path)


# ---------------------------------------------------------------------------- archives


@pytest.mark.parametrize("name", ["hw.tar", "hw.tgz", "hw.tar.gz", "HW.TAR.GZ"])
def test_tars_are_read_packed_or_not(tmp_path: Path, name: str) -> None:
    path = tarred(tmp_path / name, ("./hw/main.py", b"x = 1\n"), ("./hw/a.txt", b""))
    assert take(path) == Taken({"main.py": CODE})


def test_folders_and_junk_in_a_tar_are_passed_over(tmp_path: Path) -> None:
    path = tarred(
        tmp_path / "hw.tgz",
        (special("hw", tarfile.DIRTYPE), b""),
        ("hw/main.py", b"x = 1\n"),
        (special("hw/venv/bin/python", tarfile.SYMTYPE), b""),
    )
    assert take(path) == Taken({"main.py": CODE})


def test_devices_in_a_tar_are_left_out(tmp_path: Path) -> None:
    path = tarred(
        tmp_path / "hw.tar", (special("zero.py", tarfile.CHRTYPE), b""), ("main.py", b"x = 1\n")
    )
    assert take(path) == Taken({"main.py": CODE}, ("zero.py was left out: it is no file",))


def test_folders_and_special_files_in_a_zip_are_passed_over(tmp_path: Path) -> None:
    device = zipfile.ZipInfo("zero.py")
    device.external_attr = (stat.S_IFCHR | 0o644) << 16
    unix = zipfile.ZipInfo("main.py")
    unix.external_attr = (stat.S_IFREG | 0o644) << 16
    path = zipped(tmp_path / "hw.zip", ("hw/", ""), (device, ""), (unix, CODE), ("dir.py/", ""))
    assert take(path) == Taken({"main.py": CODE}, ("zero.py was left out: it is no file",))


def test_a_zip_from_an_old_windows_is_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "hw.zip", ("hw\\main.py", CODE), ("hw\\game\\rules.py", CODE))
    assert set(take(path).files) == {"main.py", "game/rules.py"}


def test_a_link_and_a_file_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tarred(tmp_path / "s.tar", (special("main.py", tarfile.SYMTYPE), b""), ("main.py", b""))
    assert refusal(path) == "s.tar holds two files called main.py: keep only one of them"


def test_a_link_out_of_the_archive_is_left_out(tmp_path: Path) -> None:
    path = tarred(
        tmp_path / "s.tar", (special("../x", tarfile.SYMTYPE), b""), ("main.py", b"x = 1\n")
    )
    assert set(take(path).files) == {"main.py"}


def test_names_that_clash_in_case_or_composition_are_refused(tmp_path: Path) -> None:
    for one, two in (("main.py", "MAIN.py"), ("\u00e9.py", "e\u0301.py")):
        reason = refusal(zipped(tmp_path / "s.zip", (one, ""), (two, "")))
        assert reason.startswith("s.zip holds ")
        assert reason.endswith("keep only one of them")


def test_an_archive_inside_an_archive_is_not_opened(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", ("main.py", CODE)).read_bytes()
    path = zipped(tmp_path / "s.zip", ("main.py", CODE), ("inner.zip", inner))
    note = "inner.zip was left out: it is an archive inside an archive"
    assert take(path) == Taken({"main.py": CODE}, (note,))
    assert note in refusal(zipped(tmp_path / "s.zip", ("inner.zip", inner)))


def test_an_archive_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    with path.open("wb") as file:
        file.truncate(archives.MAX_ARCHIVE + 1)
    assert refusal(path) == "s.zip is 16.0 MB; an archive may have 16.0 MB: pack only the .py files"


def test_an_archive_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "read_file", lambda _path, limit: bytes(limit))
    assert "an archive may have" in refusal(zipped(tmp_path / "s.zip", ("main.py", CODE)))


def test_a_large_source_in_an_archive_is_kept_with_the_reason(tmp_path: Path) -> None:
    for path in (
        zipped(tmp_path / "s.zip", ("main.py", NOISE)),
        tarred(tmp_path / "s.tgz", ("main.py", NOISE)),
    ):
        assert take(path).unreadable == {
            "main.py": "main.py is 5.0 MB; a source file may have 256 KB: hand in code only"
        }


def test_a_tar_bomb_is_stopped_while_it_unpacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MAX_UNPACKED", 1024**2)
    path = tarred(tmp_path / "s.tgz", ("zeros.bin", bytes(2 * 1024**2)), ("main.py", b""))
    assert refusal(path) == "s.tgz unpacks to more than 1 MB: pack only the .py files"


def test_a_tar_of_too_many_members_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MAX_MEMBERS", 3)
    path = tarred(tmp_path / "s.tar", *((f"{n}.txt", b"") for n in range(4)))
    assert refusal(path) == "s.tar holds more than 3 files: pack only the .py files"


def test_source_packed_in_a_rare_way_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("main.py", CODE)
    assert refusal(path) == "s.zip is packed in a rare way: make a plain .zip"


@pytest.mark.parametrize("name", ["s.zip", "s.tar", "s.tgz", "s.tar.gz"])
@pytest.mark.parametrize(
    "data", [b"", b"PK", b"PK\x05\x06" + bytes(18), b"\x1f\x8b\x08", b"x" * 999]
)
def test_a_damaged_archive_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    assert refusal(write(tmp_path / name, data)).startswith(f"{name} ")


def test_a_truncated_archive_is_refused(tmp_path: Path) -> None:
    for path in (
        zipped(tmp_path / "s.zip", ("main.py", NOISE[:5000])),
        tarred(tmp_path / "s.tgz", ("main.py", NOISE[:5000])),
    ):
        write(path, path.read_bytes()[:2500])
        assert "is no archive that can be read" in refusal(path)


# ---------------------------------------------------------------------------- decoding


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        ("ok_bom", ()),
        ("ok_cr", ()),
        ("ok_crlf", ()),
        ("ok_latin1_cookie", ()),
        ("odd_utf16", ("main.py is UTF-16, which Python itself would not load: save it as UTF-8",)),
        (
            "odd_bidi",
            ("main.py contains invisible characters that change the direction of the text",),
        ),
    ],
)
def test_odd_but_honest_files_are_read(tmp_path: Path, name: str, notes: tuple[str, ...]) -> None:
    taken = take(write(tmp_path / "main.py", (ATTACKS / f"{name}.py.txt").read_bytes()))
    assert taken.notes == notes
    text = taken.files["main.py"]
    compile(text, name, "exec")
    assert "\ndef check_winner(board):\n" in text
    assert not {"\r", "\ufeff", "\0"} & set(text)


def test_a_source_with_nul_bytes_is_kept_with_the_reason(tmp_path: Path) -> None:
    taken = take(write(tmp_path / "main.py", (ATTACKS / "odd_null_bytes.py.txt").read_bytes()))
    assert taken == Taken(
        {},
        (),
        {
            "main.py": "main.py contains NUL bytes, so Python cannot load it:"
            " save it again as UTF-8 text"
        },
    )


AS_LATIN = "is not UTF-8; it was read as Latin-1: save it as UTF-8"
AS_WINDOWS = "is not UTF-8; it was read as Windows-1252: save it as UTF-8"


@pytest.mark.parametrize(
    ("data", "text", "remarks"),
    [
        (b"", "", ()),
        ("s = 'é'\r\n".encode(), "s = 'é'\n", ()),
        (codecs.BOM_UTF8 + "é".encode(), "é", ()),
        (codecs.BOM_UTF8 + b"\xe9", "é", (AS_LATIN,)),
        (b"\xe9", "é", (AS_LATIN,)),
        (b"\x93a\x94", "\u201ca\u201d", (AS_WINDOWS,)),
        (b"\x81\xe9", "\x81é", (AS_LATIN,)),
        (b"# -*- coding: latin-1 -*-\n# \xe9", "# -*- coding: latin-1 -*-\n# é", ()),
        (b"#!x\r\n# vim: set fileencoding=cp1251 :\r\n#\xe6",
         "#!x\n# vim: set fileencoding=cp1251 :\n#ж", ()),
        (b"# coding: UTF8_unix\n", "# coding: UTF8_unix\n", ()),
        (b"\r# coding=iso-8859-15\r# \xa4", "\n# coding=iso-8859-15\n# €", ()),
        (b"x = 1\n# coding: latin-1\n# \x93", "x = 1\n# coding: latin-1\n# \u201c", (AS_WINDOWS,)),
        (b"# coding: utf-8\n# \xe9", "# coding: utf-8\n# é", (AS_LATIN,)),
        (b"# coding: cp1252\n# \x81", "# coding: cp1252\n# \x81", (AS_LATIN,)),
        (
            b"# coding: rot13\nvzcbeg bf",
            "# coding: rot13\nvzcbeg bf",
            ("names the encoding 'rot13', which is not accepted: save it as UTF-8",),
        ),
        (
            b"# coding: utf-7\n# \xe9+AAo-",
            "# coding: utf-7\n# é+AAo-",
            ("names the encoding 'utf-7', which is not accepted: save it as UTF-8", AS_LATIN),
        ),
    ],
)  # fmt: skip
def test_bytes_become_text_as_python_or_kinder(
    data: bytes, text: str, remarks: tuple[str, ...]
) -> None:
    assert decode(data) == Text(text, remarks)


def test_broken_utf_16_is_no_text() -> None:
    assert decode(codecs.BOM_UTF16_LE + b"\x00\xd8") == NotText(
        "is broken UTF-16, so Python cannot load it: save it again as UTF-8 text"
    )


def test_utf_16_without_its_mark_is_no_text() -> None:
    assert isinstance(decode("x = 1".encode("utf-16-le")), NotText)


@given(st.binary())
def test_text_is_always_clean(data: bytes) -> None:
    read = decode(data)
    if isinstance(read, Text):
        read.text.encode("utf-8")
        assert not {"\r", "\0"} & set(read.text)


@given(st.text(st.characters(codec="utf-8")))
def test_utf_8_is_read_as_it_is(text: str) -> None:
    read = decode(f"#\n{text}".encode())
    if isinstance(read, Text) and not read.remarks and "coding" not in text:
        assert read.text == f"#\n{text}".replace("\r\n", "\n").replace("\r", "\n")


# ---------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    "name",
    ["main.py", "main (1).py", "Copy of main.py", "ünï.py", "a/b/c.py", "李雷.py", "e'f+g.py"],
)
def test_ordinary_names_are_safe(name: str) -> None:
    assert objection(name) == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/etc/x.py", "points outside"),
        ("a/../b.py", "points outside"),
        ("c:x.py", "points outside"),
        ("a/" * 8 + "b.py", "8 folders deep"),
        ("x" * 98 + ".py", "too long"),
        ("NUL.tar.py", "not safe"),
        ("com1/x.py", "not safe"),
        ("COM\u00b9.py", "not safe"),
        ("a /x.py", "not safe"),
        ("a\u200b.py", "not safe"),
        ("a\u2028.py", "not safe"),
        ("a\ud800.py", "not safe"),
        ("--version.py", "not safe"),
    ],
)
def test_other_names_are_not(name: str, why: str) -> None:
    assert why in objection(name)


def test_a_venv_is_junk_and_an_env_of_the_student_is_not() -> None:
    assert is_junk("hw/VENV/x.py")
    assert is_junk("hw/.x.py")
    assert not is_junk("env/board.py")
    assert not is_junk("../x.py")


def test_names_in_messages_are_short_and_plain() -> None:
    assert shown("ünï.py") == "ünï.py"
    assert shown("a\nb") == r"'a\nb'"
    assert len(shown("x" * 500)) == 80


def test_only_folders_common_to_all_are_stripped() -> None:
    assert without_common_folder([]) == {}
    assert without_common_folder(["a/b/c.py"]) == {"a/b/c.py": "c.py"}
    assert without_common_folder(["a/b.py", "c/d.py"]) == {"a/b.py": "a/b.py", "c/d.py": "c/d.py"}
    assert without_common_folder(["a/a.py", "a/b/c.py"]) == {"a/a.py": "a.py", "a/b/c.py": "b/c.py"}


# ---------------------------------------------------------------------------- any bytes


def seeds() -> list[tuple[str, bytes]]:
    """Return small honest archives for the next test to damage."""
    packed, tape = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hw/main.py", CODE * 9)
        archive.writestr("hw/rules.py", CODE)
    with tarfile.open(fileobj=tape, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in ("main.py", "x" * 150 + ".py", "\u00e9.py"):
            member = tarfile.TarInfo(name)
            member.size = len(CODE)
            tar.addfile(member, io.BytesIO(CODE.encode()))
    return [("s.zip", packed.getvalue()), ("s.tar", tape.getvalue())]


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    name, data = draw(st.sampled_from(seeds()))
    changed = bytearray(data)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data) - 1))
        changed[at : at + 1] = draw(st.binary(max_size=3))
    return name, bytes(changed)


anything = st.tuples(st.sampled_from(["s.zip", "s.tar", "s.tgz", "main.py"]), st.binary())


@settings(deadline=None, max_examples=400)
@given(anything | damaged())
def test_arbitrary_bytes_are_taken_or_refused(
    tmp_path_factory: pytest.TempPathFactory, upload: tuple[str, bytes]
) -> None:
    name, data = upload
    path = write(tmp_path_factory.getbasetemp() / "any" / name, data)
    try:
        taken = take(path)
    except Refused:
        assert refusal(path).isprintable()
        return
    assert taken.files or taken.unreadable
    for text in (*taken.files, *taken.files.values(), *taken.notes, *taken.unreadable.values()):
        text.encode("utf-8")
