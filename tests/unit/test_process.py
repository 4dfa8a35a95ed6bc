"""A worker and the pipe to it: frames, deadlines, floods, the end."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from grader.sandbox.launch import Plain
from grader.sandbox.process import (
    HEADER_BYTES,
    MAX_FRAME_BYTES,
    ClosedError,
    DeadlineError,
    FloodError,
    Limits,
    Process,
)


class Child:
    """A child that says what it was made to say, and then ends or keeps silent."""

    def __init__(self, *said: bytes, ends: bool = True) -> None:
        self._said = iter(said)
        self._ends = ends
        self.heard = bytearray()
        self.deadlines: list[float] = []
        self.ended = False

    def write(self, data: bytes, deadline: float) -> None:
        self.deadlines.append(deadline)
        if self.ended:
            raise BrokenPipeError
        self.heard += data

    def read(self, deadline: float) -> bytes:
        self.deadlines.append(deadline)
        for chunk in self._said:
            return chunk
        if self._ends:
            return b""
        raise DeadlineError

    def end(self) -> int:
        self.ended = True
        return -9


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(HEADER_BYTES, "big") + body


def soon(seconds: float = 5.0) -> float:
    return time.monotonic() + seconds


def test_a_frame_is_a_length_and_a_body() -> None:
    child = Child()
    with Process(child) as process:
        process.send(b"hello", 7.0)
    assert child.deadlines == [7.0]
    assert bytes(child.heard) == b"\0\0\0\x05hello"


def test_frames_are_taken_one_by_one_however_they_come() -> None:
    raw = frame(b"one") + frame(b"") + frame(b"three")
    with Process(Child(*(raw[n : n + 3] for n in range(0, len(raw), 3)))) as process:
        assert [process.receive(soon()) for _ in range(3)] == [b"one", b"", b"three"]


def test_the_end_of_the_pipe_is_told() -> None:
    with Process(Child(b"\0\0\0\x05hel")) as process, pytest.raises(ClosedError):
        process.receive(soon())


def test_a_frame_that_does_not_come_in_time_is_told() -> None:
    child = Child(b"\0\0", ends=False)
    with Process(child) as process, pytest.raises(DeadlineError):
        process.receive(7.0)
    assert child.deadlines == [7.0, 7.0]


def test_a_frame_larger_than_any_reply_is_a_flood() -> None:
    header = (MAX_FRAME_BYTES + 1).to_bytes(HEADER_BYTES, "big")
    with Process(Child(header, ends=False)) as process, pytest.raises(FloodError):
        process.receive(soon())


def test_a_frame_of_the_largest_size_is_none() -> None:
    body = b"x" * MAX_FRAME_BYTES
    with Process(Child(frame(body))) as process:
        assert process.receive(soon()) == body


def test_what_came_before_a_flood_is_still_an_answer() -> None:
    with Process(Child(frame(b"one") + b"AAAAAAAA", b"A", ends=False)) as process:
        assert process.receive(soon()) == b"one"
        with pytest.raises(FloodError):
            process.receive(soon())


def test_nobody_reads_what_is_sent_to_the_dead() -> None:
    process = Process(Child())
    assert process.kill() == -9
    with pytest.raises(ClosedError):
        process.send(b"hello", soon())


def test_leaving_ends_the_child_whatever_happens() -> None:
    child = Child()
    with pytest.raises(ZeroDivisionError), Process(child):
        raise ZeroDivisionError
    assert child.ended


# ---------------------------------------------------------------------------- a real one


@pytest.fixture
def worker() -> Iterator[Process]:
    with Plain().start(Limits()) as process:
        yield process


def test_a_real_worker_says_that_it_is_ready(worker: Process) -> None:
    assert worker.receive(soon(30)) == b'{"id":0,"ready":"limited"}'


def test_killing_tells_the_signal(worker: Process) -> None:
    worker.receive(soon(30))
    assert worker.kill() == -9
    assert worker.kill() == -9


def test_a_worker_that_says_nothing_in_time_is_told(worker: Process) -> None:
    worker.receive(soon(30))
    start = time.monotonic()
    with pytest.raises(DeadlineError):
        worker.receive(soon(0.05))
    assert time.monotonic() - start < 5


def test_a_worker_ends_by_itself_when_nobody_asks_any_more(worker: Process) -> None:
    worker.receive(soon(30))
    worker._child._stdin.close()  # type: ignore[attr-defined] # a child started plainly
    with pytest.raises(ClosedError):
        worker.receive(soon())


def test_a_worker_can_be_ended_at_any_time() -> None:
    process = Plain().start(Limits())
    assert process.kill() == -9
