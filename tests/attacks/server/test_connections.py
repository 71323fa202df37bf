"""Connections that are held open, or that send what no page or bot sends, are refused or closed. Others go on."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import httpx2
import pytest
from server.serving import HOST, Live, live, new_party, wait_until

from parlour.server import serve
from parlour.server.http import protocol
from parlour.server.http.protocol import Connections
from parlour.server.limits import LIMITS
from parlour.server.store.sqlite import SQLiteStore


def connected(running: Live) -> closing[socket.socket]:
    connection = socket.create_connection((HOST, int(running.url.rpartition(":")[2])), timeout=5)
    return closing(connection)


def received(connection: socket.socket) -> bytes:
    """Everything until the other end closes the connection."""
    found = b""
    with suppress(ConnectionError):
        while data := connection.recv(65_536):
            found += data
    return found


GET = f"GET /api/limits HTTP/1.1\r\nHost: {HOST}\r\n"
LONG = "x" * protocol.LARGEST_HEADER


@pytest.mark.parametrize(
    "sent",
    [
        f"GET /{LONG} HTTP/1.1\r\nHost: {HOST}\r\n\r\n",
        f"GET /{LONG}",
        f"{GET}Cookie: {LONG}\r\n\r\n",
        f"{GET}Cookie: {LONG}",
        GET + "X: y\r\n" * protocol.LARGEST_HEADER,
    ],
    ids=["an address", "half an address", "a header", "half a header", "many headers"],
)
def test_long_headers_are_refused(shared: Live, sent: str) -> None:
    with connected(shared) as connection:
        connection.sendall(sent.encode())
        answer = received(connection)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert answer.endswith(b'{"error": "send at most 16384 bytes before the body of a request"}')


def test_headers_of_browsers_are_not_too_long(shared: Live) -> None:
    with httpx2.Client(base_url=shared.url, verify=False) as http:
        assert http.get("/api/limits", headers={"cookie": "x" * 8_000}).status_code == 200
        answer = http.post("/api/matches", json={"game": "tower-siege", "more": "x" * 50_000})
        assert answer.status_code == 201


@pytest.mark.parametrize("header", ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
def test_a_body_where_none_belongs_is_refused(shared: Live, header: str) -> None:
    with connected(shared) as connection:
        connection.sendall(f"{GET}{header}\r\n\r\n".encode())
        answer = received(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"only POST requests have a body" in answer
    with connected(shared) as connection:
        connection.sendall(f"{GET}Content-Length: 0\r\n\r\n".encode())
        assert connection.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize(
    "sent",
    [
        f"POST /rules/x HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 1000000\r\n\r\n",
        f"POST /api/matches HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 50000\r\n\r\n",
        f"POST /api/matches HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 10000000\r\n\r\n",
        f"{GET}\r\n",
    ],
    ids=["no such page", "a wrong type", "too long", "only line breaks after a request"],
)
def test_nobody_holds_a_connection_by_sending_a_little(
    shared: Live, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    """The answer may be there for long; what still arrives must end, too."""
    monkeypatch.setattr(protocol, "PATIENCE", 0.5)
    with connected(shared) as connection:
        connection.sendall(sent.encode())
        began = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() - began < 5:
                connection.sendall(b"\r\n")
                time.sleep(0.1)
        assert time.monotonic() - began < 5


def test_whoever_waits_for_an_answer_may_wait(shared: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "PATIENCE", 0.3)
    party = new_party(shared.url)
    with party.first.stream() as lines, party.second.socket() as socket:
        next(lines)
        socket.recv(30)
        time.sleep(0.6)
        assert party.first.choose(5).status_code == 200
        wait_until(lambda: '"chosen":true' in next(lines))
        wait_until(lambda: '"chosen":true' in str(socket.recv(30)))


@pytest.fixture
def narrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A server with room for four connections."""
    monkeypatch.setattr(serve, "MOST_CONNECTIONS", 4)
    store = SQLiteStore(tmp_path / "matches.sqlite")
    with live(store) as running:
        yield running
    store.close()


def test_a_full_server_says_so_and_recovers(narrow: Live) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(connected(narrow))
        for _ in range(3):
            with connected(narrow) as connection:
                assert received(connection).startswith(b"HTTP/1.1 503 ")
    wait_until(lambda: not narrow.server.server_state.connections)
    party = new_party(narrow.url)
    party.first.http.close()
    party.second.http.close()
    for _ in range(6):  # sockets are counted once, and make room when they end
        with party.spectator.socket() as socket:
            assert socket.recv(30)


def test_one_address_cannot_take_all_connections() -> None:
    connections = Connections(5, 2)
    assert [connections.enter(("192.0.2.1", port)) for port in range(3)] == [True, True, False]
    assert [connections.enter((f"2001:db8::{port}", port)) for port in range(3)] == [True, True, False]
    assert connections.enter(None)
    assert not connections.enter(("192.0.2.2", 1))
    connections.leave(("192.0.2.1", 0))
    assert connections.enter(("192.0.2.2", 1))


def test_the_connections_of_a_proxy_are_for_it_to_limit() -> None:
    alone, behind = serve.room_for(LIMITS, ""), serve.room_for(LIMITS, HOST)
    each = 2 * LIMITS["open connections"].most
    assert [alone.enter((HOST, port)) for port in range(each + 1)].count(True) == each
    assert [behind.enter((HOST, port)) for port in range(min(each + 1, behind._most))].count(False) == 0
