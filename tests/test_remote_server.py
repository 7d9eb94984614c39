"""What a guest makes of a server whose power is cut: at any byte of an answer, it counts as none."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arboretum import ArboretumError
from arboretum.remote.server import Denied, NoAnswer, Server

HEAD = b"HTTP/1.1 %s\r\ncontent-type: application/json\r\n%s\r\n\r\n%s"
BODY = b'{"version": 7}'
TOLD = HEAD % (b"200 OK", b"content-length: %d" % len(BODY), BODY)
CHUNKED = HEAD % (b"200 OK", b"transfer-encoding: chunked", b"e\r\n" + BODY + b"\r\n0\r\n\r\n")
UNTIL_CLOSED = HEAD % (b"200 OK", b"connection: close", BODY)
REFUSED = HEAD % (b"409 Conflict", b"content-length: 15", b'{"error": "No"}')
MOVED = b"HTTP/1.1 303 See Other\r\nlocation: /t/abc\r\ncontent-length: 0\r\n\r\n"
NOTHING = b"HTTP/1.1 204 No Content\r\n\r\n"

FRAMES = (b'{"v": 1}\n', b'{"v": 2}\n')
STREAM = HEAD % (
    b"200 OK",
    b"transfer-encoding: chunked",
    b"".join(b"%x\r\n%s\r\n" % (len(frame), frame) for frame in FRAMES) + b"0\r\n\r\n",
)


@contextmanager
def answering(*answers: bytes) -> Iterator[Server]:
    """A server that gives these bytes, one connection each, and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            for given in answers:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(given)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield Server(f"http://127.0.0.1:{listener.getsockname()[1]}")
        thread.join()


def cuts(answer: bytes) -> list[bytes]:
    """It, broken off at every byte."""
    return [answer[:cut] for cut in range(len(answer))]


@pytest.mark.parametrize("answer", [TOLD, CHUNKED])
def test_an_answer_that_breaks_off_at_any_byte_is_no_answer(answer: bytes) -> None:
    broken = cuts(answer[: answer.index(BODY) + len(BODY)])
    with answering(*broken, answer) as server:
        for given in broken:
            try:
                reply = server.send("/t/abc/commands", {})
            except NoAnswer as error:
                assert "No table answers at" in str(error)
            else:
                pytest.fail(f"{reply} was made of {given!r}")
        assert server.send("/t/abc/commands", {}).json == {"version": 7}


def test_a_refusal_that_breaks_off_at_any_byte_is_no_refusal() -> None:
    with answering(*cuts(REFUSED), REFUSED) as server:
        for given in cuts(REFUSED):
            cut_in_head = b"409" in given and b"content-length: 15\r\n" not in given
            with pytest.raises((NoAnswer, Denied) if cut_in_head else NoAnswer):
                server.get("/t/abc/view")
        with pytest.raises(Denied, match="No") as refused:
            server.get("/t/abc/view")
        assert refused.value.status == 409


def test_answers_that_are_whole_without_a_length_or_a_body() -> None:
    with answering(UNTIL_CLOSED, MOVED, NOTHING) as server:
        assert server.get("/t/abc/view").json == {"version": 7}
        assert server.form("/new", {}).location == "/t/abc"
        assert server.get("/t/abc/view").body == b""


def test_a_stream_that_breaks_off_at_any_byte_tells_whole_frames_and_then_ends() -> None:
    with answering(*cuts(STREAM), STREAM) as server:
        for given in [*cuts(STREAM), STREAM]:
            heard = []
            try:
                for frame in server.frames("/t/abc/stream.ndjson"):
                    heard.append(frame["v"])
            except ArboretumError as error:
                assert isinstance(error, NoAnswer), (given, error)
            assert heard == [1, 2][: len(heard)]
            assert len(heard) >= sum(frame in given for frame in FRAMES) - 1
        assert heard == [1, 2]
