"""Bytes of a source file to text, as Python would read them, or kinder.

The codec comes from an allow-list and is never looked up under the name a submission gives, so
that ``coding: rot13`` or ``coding: utf-7`` cannot make the code that runs differ from the code
that a person reads.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

_COOKIE: Final = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
_BLANK: Final = re.compile(rb"^[ \t\f]*(?:#.*)?$")
_LINE_END: Final = re.compile(rb"\r\n?|\n")
_HEAD: Final = 4096  # bytes in which the first two lines are looked for
_CODECS: Final = {
    alias: codec
    for codec, aliases in {
        "utf-8": "utf-8 utf8 utf-8-sig u8",
        "ascii": "ascii us-ascii",
        "latin-1": "latin-1 latin1 l1 iso-8859-1 iso8859-1 iso-latin-1",
        "iso-8859-2": "iso-8859-2 iso8859-2 latin-2 latin2",
        "iso-8859-15": "iso-8859-15 iso8859-15 latin-9 latin9",
        "cp1250": "cp1250 windows-1250",
        "cp1251": "cp1251 windows-1251",
        "cp1252": "cp1252 windows-1252",
        "koi8-r": "koi8-r",
        "mac-roman": "mac-roman macroman macintosh",
        "gbk": "gbk gb2312 cp936",
        "gb18030": "gb18030",
        "big5": "big5",
        "shift_jis": "shift-jis sjis shiftjis",
        "euc-jp": "euc-jp eucjp",
        "euc-kr": "euc-kr euckr",
    }.items()
    for alias in aliases.split()
}
_BIDI: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Text:
    """Source text; its line ends are newlines, and it holds no lone surrogates.

    Attributes:
        remarks: what is odd about the file, each a sentence's end that follows its name.
    """

    text: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotText:
    """Bytes that no Python would load; ``why`` follows the file's name."""

    why: str


def decode(data: bytes) -> Text | NotText:
    """Return ``data`` as source text, or why it cannot be."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        read = _utf16(data)
    else:
        read = _bytewise(data)
    if isinstance(read, NotText):
        return read
    text, remarks = read
    if "\0" in text:
        return NotText("contains NUL bytes, so Python cannot load it: save it again as UTF-8 text")
    if _BIDI.search(text):
        remarks += ("contains invisible characters that change the direction of the text",)
    return Text(text.replace("\r\n", "\n").replace("\r", "\n"), remarks)


_Read: TypeAlias = tuple[str, tuple[str, ...]]


def _utf16(data: bytes) -> _Read | NotText:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError:
        return NotText("is broken UTF-16, so Python cannot load it: save it again as UTF-8 text")
    return text, ("is UTF-16, which Python itself would not load: save it as UTF-8",)


def _bytewise(data: bytes) -> _Read:
    """Return the text of bytes in which ASCII stands for itself."""
    body = data.removeprefix(codecs.BOM_UTF8)
    cookie = "utf-8" if body is not data else _cookie(data)
    codec = _codec(cookie)
    if codec is None:
        text, remarks = _guess(body)
        odd = f"names the encoding {cookie[:40]!r}, which is not accepted: save it as UTF-8"
        return text, (odd, *remarks)
    try:
        return body.decode(codec), ()
    except UnicodeDecodeError:
        return _guess(body)


def _cookie(data: bytes) -> str:
    """Return the encoding that a comment in the first two lines names (PEP 263), or UTF-8."""
    for line in _LINE_END.split(data[:_HEAD])[:2]:
        if found := _COOKIE.match(line):
            return found.group(1).decode("ascii")
        if not _BLANK.match(line):
            break
    return "utf-8"


def _codec(cookie: str) -> str | None:
    """Return the allowed codec of that name; editors append ``-unix``, ``-dos`` or ``-mac``."""
    name = re.sub(r"-(?:unix|dos|mac)$", "", cookie.lower().replace("_", "-"))
    return _CODECS.get(name)


def _guess(body: bytes) -> _Read:
    """Return the text of bytes without a usable encoding: UTF-8, else Western European."""
    for codec, title in (("utf-8", ""), ("cp1252", "Windows-1252")):
        try:
            text = body.decode(codec)
        except UnicodeDecodeError:
            continue
        if codec == "utf-8":
            return text, ()
        if text != body.decode("latin-1"):
            return text, (_read_as(title),)
    return body.decode("latin-1"), (_read_as("Latin-1"),)


def _read_as(title: str) -> str:
    return f"is not UTF-8; it was read as {title}: save it as UTF-8"
