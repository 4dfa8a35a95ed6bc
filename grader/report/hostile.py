"""Text that students control, made harmless for pages, tables, XML and terminals.

A name, a message or a printed line may hold terminal escapes, characters that turn the reading
direction round, NUL, half a character, or a spreadsheet formula. Everything shown goes through
here; HTML and XML markup is escaped by the renderers themselves.
"""

from __future__ import annotations

import re

ELLIPSIS = "…"
LIMIT = 64 * 1024  # characters of any one text

_TERMINAL_ESCAPE = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]")
_LINE_END = re.compile(r"\r\n?|[\u2028\u2029]")
_KEPT_CONTROLS = (ord("\n"), ord("\t"))
_CONTROLS = frozenset(range(0x20)) | frozenset(range(0x7F, 0xA0))
_BIDI = frozenset([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_INVISIBLE = dict.fromkeys((_CONTROLS | _BIDI) - frozenset(_KEPT_CONTROLS))
_ILLEGAL_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001  # wide forms count too


def encodable(text: str) -> str:
    r"""Return ``text`` with each lone surrogate spelled out, as ``\udc80``; UTF-8 can hold it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def plain(text: str, limit: int = LIMIT) -> str:
    """Return ``text`` as it can be shown: no control but newline and tab, no bidi control.

    Colour escapes go as a whole; every kind of line end becomes a newline; lone surrogates are
    spelled out; more than ``limit`` characters end in an ellipsis.
    """
    shown = _LINE_END.sub("\n", _TERMINAL_ESCAPE.sub("", text))
    return _cut(encodable(shown.translate(_INVISIBLE)), limit)


def line(text: str, limit: int = LIMIT) -> str:
    """Return ``text`` as :func:`plain` does and on one line, runs of white space made one space."""
    return _cut(" ".join(plain(text).split()), limit)


def cell(text: str, limit: int = 500) -> str:
    """Return ``text`` for a CSV cell: one line, and no spreadsheet takes it for a formula."""
    shown = line(text, limit)
    return f"'{shown}" if shown.startswith(_FORMULA_STARTS) else shown


def xml(text: str, limit: int = 4096) -> str:
    """Return ``text`` without what XML 1.0 forbids; markup is left for the writer to escape."""
    return _ILLEGAL_IN_XML.sub("", plain(text, limit))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + ELLIPSIS
