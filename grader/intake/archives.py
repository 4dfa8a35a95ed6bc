"""Zip and tar archives, read member by member from memory; nothing is ever unpacked to disk."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from functools import partial

from grader.intake.basket import MAX_SOURCE, Basket, Find, Kind, Refused
from grader.intake.names import ZIPS, Sources, is_junk, shown

MAX_ARCHIVE = 16 * 1024**2
MAX_MEMBERS = 10_000
MAX_UNPACKED = 128 * 1024**2
MAX_RATIO = 200

_GZIP = b"\x1f\x8b"
_ZIP_ENTRY = b"PK\x01\x02"
_ENCRYPTED = 0x1


def unpack(name: str, data: bytes, basket: Basket) -> None:
    """Offer every member of the archive ``name`` to ``basket``.

    Raises:
        Refused: if the archive is damaged, locked, ambiguous or a bomb.
    """
    unpack_one = _unpack_zip if name.casefold().endswith(ZIPS) else _unpack_tar
    inside = len(basket.archives)
    try:
        unpack_one(name, data, basket)
    except Refused:
        raise
    except Exception as error:  # what a forged archive makes the library raise is anyone's guess
        raise Refused(
            f"{shown(name)} is no archive that can be read ({type(error).__name__}): make it anew"
        ) from error
    for nested in basket.archives[inside:]:
        basket.leave_out(nested, "it is an archive inside an archive")


# ---------------------------------------------------------------------------- zip


def _unpack_zip(name: str, data: bytes, basket: Basket) -> None:
    if data.count(_ZIP_ENTRY) > MAX_MEMBERS:  # before the library builds a list of them
        raise _too_many(name, basket.sources)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        _survey(name, members, basket.sources)
        for member in members:
            inner = member.orig_filename.replace("\\", "/")
            if not inner.endswith("/"):
                read = partial(_read_zip, archive, member)
                basket.offer(Find(inner, member.file_size, _zip_kind(member), read))


def _survey(name: str, members: list[zipfile.ZipInfo], sources: Sources) -> None:
    """Refuse an archive for what its directory says."""
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise Refused(f"{shown(name)} is locked with a password: make it without one")
    if len({member.header_offset for member in members}) < len(members):
        raise Refused(f"{shown(name)} has members that overlap: make it anew")
    for member in members:
        inner = member.filename
        if sources.have(inner) and not is_junk(inner):
            _survey_source(name, member)


def _survey_source(name: str, member: zipfile.ZipInfo) -> None:
    if member.file_size > max(MAX_SOURCE, MAX_RATIO * member.compress_size):
        raise Refused(
            f"{shown(name)} unpacks to far more than its size"
            f" ({shown(member.filename)}: {member.file_size // 1024**2} MB): make it anew"
        )
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise Refused(f"{shown(name)} is packed in a rare way: make a plain .zip")


def _zip_kind(member: zipfile.ZipInfo) -> Kind:
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return "link"
    return "file" if kind in {0, stat.S_IFREG} else "other"


def _read_zip(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as stream:
        return stream.read(MAX_SOURCE + 1)


# ---------------------------------------------------------------------------- tar


class _Tap(io.RawIOBase):
    """A stream that refuses to run on for ever."""

    def __init__(self, name: str, stream: io.BufferedIOBase, sources: Sources) -> None:
        super().__init__()
        self._name = name
        self._sources = sources
        self._stream = stream
        self._left = MAX_UNPACKED

    def read(self, size: int = -1, /) -> bytes:
        """Return up to ``size`` bytes.

        Raises:
            Refused: if more than ``MAX_UNPACKED`` bytes came out in all.
        """
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise Refused(
                f"{shown(self._name)} unpacks to more than {MAX_UNPACKED // 1024**2} MB:"
                f" pack only the {self._sources} files"
            )
        return data


def _unpack_tar(name: str, data: bytes, basket: Basket) -> None:
    raw = io.BytesIO(data)
    with gzip.GzipFile(fileobj=raw) if data.startswith(_GZIP) else raw as stream:
        tap = _Tap(name, stream, basket.sources)  # tarfile asks it for 10 KB at a time
        # "r|" reads forwards only: no header can send the library back to where it was
        with tarfile.open(fileobj=tap, mode="r|", encoding="utf-8") as archive:
            for count, member in enumerate(archive):
                if count >= MAX_MEMBERS:
                    raise _too_many(name, basket.sources)
                if not member.isdir():
                    read = partial(_read_tar, archive, member)
                    basket.offer(Find(member.name, member.size, _tar_kind(member), read))


def _tar_kind(member: tarfile.TarInfo) -> Kind:
    if member.issym() or member.islnk():
        return "link"
    return "file" if member.isreg() else "other"


def _read_tar(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = archive.extractfile(member)
    assert stream is not None, "a regular file has content"
    with stream:
        return stream.read(MAX_SOURCE + 1)


def _too_many(name: str, sources: Sources) -> Refused:
    text = f"{shown(name)} holds more than {MAX_MEMBERS:,} files"
    return Refused(f"{text}: pack only the {sources} files")
