"""Where a submission's prints go."""

from __future__ import annotations

import io

from grader.sandbox.inside.sink import MAX_OUTPUT_BYTES, MAX_PIECE_BYTES, Sink


def test_what_was_written_is_taken_once() -> None:
    sink = Sink()
    assert sink.writable()
    assert sink.write(b"one ") == 4
    assert sink.write(memoryview(b"two")) == 3
    assert sink.take() == "one two"
    assert sink.take() == ""


def test_no_more_than_64_kib_are_kept_in_all() -> None:
    sink = Sink()
    assert sink.write(b"x" * (MAX_OUTPUT_BYTES - 1)) == MAX_OUTPUT_BYTES - 1
    assert sink.write(b"yz") == 2
    pieces = [sink.take() for _ in range(MAX_OUTPUT_BYTES // MAX_PIECE_BYTES)]
    assert {len(piece) for piece in pieces} == {MAX_PIECE_BYTES}
    assert "".join(pieces) == "x" * (MAX_OUTPUT_BYTES - 1) + "y"
    assert sink.write(b"more") == 4
    assert sink.take() == ""


def test_bytes_that_are_no_text_are_spelled_out() -> None:
    sink = Sink()
    sink.write("é\n".encode() + b"\xff")
    assert sink.take() == "é\n\\xff"


def test_it_can_carry_a_text_stream() -> None:
    sink = Sink()
    stream = io.TextIOWrapper(io.BufferedWriter(sink), "utf-8", write_through=True)
    stream.write("héllo")
    stream.flush()
    assert sink.take() == "héllo"
