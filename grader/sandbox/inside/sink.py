"""Where a submission's prints go."""

from __future__ import annotations

import io
from typing import Any

MAX_OUTPUT_BYTES = 64 * 1024
MAX_PIECE_BYTES = 16 * 1024


class Sink(io.RawIOBase):
    """Where prints go: keeps the first ``MAX_OUTPUT_BYTES``, drops the rest, never blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = bytearray()
        self.room_bytes = MAX_OUTPUT_BYTES

    def writable(self) -> bool:
        """Return True: this is a stream to write to."""
        return True

    def write(self, data: Any) -> int:
        """Take ``data`` and keep what there is room for."""
        taken = bytes(data)
        self.kept += taken[: self.room_bytes]
        self.room_bytes -= min(len(taken), self.room_bytes)
        return len(taken)

    def take(self) -> str:
        """Return what was kept and not taken yet, at most ``MAX_PIECE_BYTES`` at a time.

        Escaped for JSON, a byte may take six; a reply has to have room beside it.
        """
        piece = bytes(self.kept[:MAX_PIECE_BYTES])
        del self.kept[:MAX_PIECE_BYTES]
        return piece.decode("utf-8", "backslashreplace")
