"""Names inside a submission: which are junk, which are source, which are safe everywhere.

A name is relative, with ``/`` between its parts: ``main.py``, ``game/rules.py``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

MAX_DEPTH = 8
MAX_PART = 100
MAX_NAME = 200
ZIPS = (".zip",)
TARS = (".tar", ".tgz", ".tar.gz")
ARCHIVES = (*ZIPS, *TARS, ".gz", ".bz2", ".xz", ".7z", ".rar")
RESERVED = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)

_JUNK = frozenset(
    {"__macosx", "__pycache__", "node_modules", "site-packages", "venv", "virtualenv"}
)
_FORBIDDEN = re.compile(r'[<>:"|?*\\$;&`]')
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})  # control, format, surrogate, ...
_SHOWN = 80


def shown(name: str) -> str:
    """Return ``name`` fit for a message: on one line, short, with nothing invisible in it."""
    text = name if name.isprintable() else ascii(name)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def tidy(name: str) -> str:
    """Return ``name`` composed (NFC) and without empty and ``.`` parts; a leading ``/`` stays."""
    parts = [part for part in name.split("/") if part not in {"", "."}]
    return ("/" if name.startswith("/") else "") + unicodedata.normalize("NFC", "/".join(parts))


def is_junk(name: str) -> bool:
    """Return whether a system, an editor or a virtual environment made the file, not a student."""
    parts = [part for part in name.casefold().split("/") if part not in {".", ".."}]
    return any(part.startswith(".") or part in _JUNK for part in parts)


@dataclass(frozen=True, slots=True)
class Sources:
    """Which files are source, by how their names end, e.g. ``(".py", ".js")``."""

    suffixes: tuple[str, ...] = (".py",)

    def have(self, name: str) -> bool:
        """Return whether ``name`` claims to be source."""
        return name.rstrip(" .").casefold().endswith(self.suffixes)

    def __str__(self) -> str:  # for people: ".py", ".py or .js"
        *first, last = self.suffixes
        return f"{', '.join(first)} or {last}" if first else last


PYTHON = Sources()


def is_archive(name: str) -> bool:
    """Return whether ``name`` claims to be an archive, of a kind we open or not."""
    return name.casefold().endswith(ARCHIVES)


def is_opened(name: str) -> bool:
    """Return whether ``name`` claims to be an archive of a kind we open."""
    return name.casefold().endswith((*ZIPS, *TARS))


def size_in_words(count: int) -> str:
    """Return a number of bytes for people, e.g. ``"5.0 MB"``."""
    return f"{count / 1024**2:.1f} MB" if count >= 1024**2 else f"{-(-count // 1024)} KB"


def objection(name: str) -> str:
    """Return why a file of this (tidied) name is not taken, or ``""``."""
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or re.match(r"[A-Za-z]:", name):
        return "its name points outside the submission"
    if len(parts) > MAX_DEPTH:
        return f"it lies more than {MAX_DEPTH} folders deep"
    if len(name) > MAX_NAME or any(len(part) > MAX_PART for part in parts):
        return "its name is too long"
    if not all(_is_safe(part) for part in parts):
        return "its name is not safe on every system"
    return ""


def _is_safe(part: str) -> bool:
    stem = unicodedata.normalize("NFKC", part).split(".")[0].strip().casefold()
    return not (
        _FORBIDDEN.search(part)
        or any(unicodedata.category(character) in _UNSEEN for character in part)
        or part.startswith(("-", " "))
        or part.endswith((".", " "))
        or stem in RESERVED
    )


def without_common_folder(names: Iterable[str]) -> dict[str, str]:
    """Map each name to itself without the folders that all of them lie in.

    ``hw1/main.py`` and ``hw1/rules.py`` become ``main.py`` and ``rules.py``.
    """
    split = {name: name.split("/") for name in names}
    while split and _have_one_folder(list(split.values())):
        split = {name: parts[1:] for name, parts in split.items()}
    return {name: "/".join(parts) for name, parts in split.items()}


def _have_one_folder(paths: list[list[str]]) -> bool:
    return all(len(parts) > 1 and parts[0] == paths[0][0] for parts in paths)
