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
from parlour.server.http.protocol import READS, Connections
from parlour.server.limits import LIMITS, Budgets, Limit
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
    ],
    ids=["an address", "half an address", "a header", "half a header"],
)
def test_long_headers_are_refused(shared: Live, sent: str) -> None:
    assert refusal(shared, sent) == (431, b'{"error": "send at most 16384 bytes before the body of a request"}')


@pytest.mark.parametrize("sent", [GET + "X: y\r\n" * protocol.LARGEST_HEADER, GET + "a:\r\n" * 100 + "\r\n"])
def test_many_headers_are_refused(shared: Live, sent: str) -> None:
    """Each takes as long to look at as a hundred bytes. One less is accepted: the host is a header too."""
    assert refusal(shared, sent) == (431, b'{"error": "send at most 100 headers"}')
    with connected(shared) as connection:
        connection.sendall((GET + "a:\r\n" * 99 + "\r\n").encode())
        assert connection.recv(15) == b"HTTP/1.1 200 OK"


def refusal(running: Live, sent: str) -> tuple[int, bytes]:
    """The status and the content of an answer after which the server hangs up."""
    with connected(running) as connection:
        connection.sendall(sent.encode())
        head, _, content = received(connection).partition(b"\r\n\r\n")
    return int(head.split()[1]), content


def test_headers_of_browsers_are_not_too_long(shared: Live) -> None:
    with httpx2.Client(base_url=shared.url, verify=False) as http:
        assert http.get("/api/limits", headers={"cookie": "x" * 8_000}).status_code == 200
        answer = http.post("/api/matches", json={"game": "tower-siege", "more": "x" * 30_000})
        assert answer.status_code == 201


@pytest.mark.parametrize("sent", [f"{GET}Transfer-Encoding: chunked", f"POST{GET[3:]}Transfer-Encoding: chunked"])
def test_bodies_in_parts_are_refused(shared: Live, sent: str) -> None:
    """Each part costs as much as a request, and headers may follow without end."""
    with connected(shared) as connection:
        connection.sendall(f"{sent}\r\n\r\n1\r\na\r\n0\r\nh: 1\r\n".encode())
        answer = received(connection)
    assert answer.startswith(b"HTTP/1.1 411 ")
    assert b"send the length of the body first" in answer


def test_readings_are_spread_over_time() -> None:
    """Of all connections of an address together, unless it is a proxy."""
    budgets = Budgets({READS: Limit(3, 60)})
    connections = Connections(5, 5, budgets)
    assert [connections.read(("192.0.2.1", port), 1, 0.0) for port in range(5)] == [0, 0, 0, 1, 2]
    assert connections.read(("192.0.2.1", 1), 4096, 0.0) == 6
    assert connections.read(("192.0.2.2", 1), 1, 0.0) == 0
    assert Connections(5, 5).read(("192.0.2.1", 1), 1, 0.0) == 0


def test_bytes_that_come_one_by_one_are_read_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, READS, Limit(5, 60))
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store, limits=1.0) as running, connected(running) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        began = time.monotonic()
        for byte in f"{GET}\r\n".encode()[:30]:
            connection.sendall(bytes([byte]))
            time.sleep(0.01)
        connection.sendall(f"{GET}\r\n".encode()[30:])
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
        assert time.monotonic() - began > 0.9
    store.close()


def test_an_address_that_has_sent_too_much_is_refused_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are not."""
    monkeypatch.setitem(LIMITS, READS, Limit(20, 600))
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store, limits=1.0) as running:
        port = int(running.url.rpartition(":")[2])

        def answer(source: str, sent: str) -> bytes:
            with closing(socket.create_connection((HOST, port), source_address=(source, 0))) as connection:
                connection.sendall(sent.encode())
                return connection.recv(15)

        assert answer("127.0.0.2", GET + "x" * 100_000).startswith(b"HTTP/1.1 431")
        assert answer("127.0.0.2", f"{GET}\r\n").startswith(b"HTTP/1.1 429")
        assert answer("127.0.0.3", f"{GET}\r\n").startswith(b"HTTP/1.1 200")
        wait_until(lambda: answer("127.0.0.2", f"{GET}\r\n").startswith(b"HTTP/1.1 200"), 20)
    store.close()


def test_a_body_where_none_belongs_is_refused(shared: Live) -> None:
    with connected(shared) as connection:
        connection.sendall(f"{GET}Content-Length: 1000000\r\n\r\n".encode())
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
