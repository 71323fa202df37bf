"""A42, A43: bodies and connections that are meant to harm. Other players must hardly notice."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from server.serving import HOST, Live, live, new_party, wait_until
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.server.http import protocol, push, requests
from parlour.server.live import worker
from parlour.server.store.sqlite import SQLiteStore

JSON = {"content-type": "application/json"}
BODIES = {
    "nothing": b"",
    "no object": b"[]",
    "no JSON": b"{",
    "no UTF-8": b'{"game": "\xff"}',
    "nested lists": b'{"game":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "nested objects": b'{"game":' * 7_000 + b"1" + b"}" * 7_000,
    "twice": b'{"game": "tower-siege", "game": "tower-siege"}',
    "NaN": b'{"game": NaN}',
    "infinite": b'{"game": Infinity}',
    "1e400": b'{"game": "tower-siege", "rules": {"tower": 1e400}}',
    "4,000 digits": b'{"game": "tower-siege", "rules": {"tower": ' + b"9" * 4_000 + b"}}",
    "5,000 digits": b'{"game": "tower-siege", "rules": {"tower": ' + b"9" * 5_000 + b"}}",
    "true for 1": b'{"game": "tower-siege", "rules": {"tower": true}}',
    "a lone surrogate": b'{"game": "\\ud800"}',
    "NUL": b'{"game": "\\u0000"}',
    "a large tower": b'{"game": "tower-siege", "rules": {"tower": 1000000000}}',
    "an odd key": b'{"game": "tower-siege", "rules": {"__class__": 1}}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a42_odd_bodies(shared: Live, body: bytes) -> None:
    for path in ("/api/matches", "/api/explore", "/api/review", "/api/bots"):
        with httpx2.Client(base_url=shared.url, verify=False) as http:
            answer = http.post(path, content=body, headers=JSON)
        assert 400 <= answer.status_code < 500
        assert set(answer.json()) == {"error"}
        assert len(answer.text) < 500


def test_a42_bodies_that_are_too_large_or_packed(shared: Live) -> None:
    with httpx2.Client(base_url=shared.url, verify=False) as http:
        answer = http.post("/api/matches", content=b" " * (requests.LARGEST + 1), headers=JSON)
        assert (answer.status_code, answer.json()) == (413, {"error": "send at most 32768 bytes"})
        answer = http.post("/api/matches", content=b"{}", headers={**JSON, "content-encoding": "gzip"})
        assert answer.status_code == 415
        answer = http.post("/api/matches", content=endless(), headers=JSON)  # in parts of unknown length
        assert answer.status_code == 411
        answer = http.post("/api/bots", content=b" " * (requests.SMALL + 1), headers=JSON)
        assert (answer.status_code, answer.json()) == (413, {"error": "send at most 4096 bytes"})


def endless() -> Iterator[bytes]:
    for _ in range(100):
        yield b" " * 4096


def test_a42_a_gigabyte_is_refused_before_it_is_sent(shared: Live) -> None:
    with raw(shared) as connection:
        head = f"POST /api/matches HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Content-Length: 1000000000\r\n\r\n".encode())
        began = time.monotonic()
        assert b" 413 " in connection.recv(1000)
        assert time.monotonic() - began < 2


def test_a42_the_solver_is_not_for_large_variants(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for too many others is told so. That solving has a limit is tested with the worker."""
    monkeypatch.setattr(worker, "MOST_WAITING", 0)
    with httpx2.Client(base_url=on_sqlite.url, verify=False) as http:
        answer = http.post("/api/explore", json={"game": "tower-siege"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def raw(running: Live) -> Any:
    return closing(socket.create_connection((HOST, int(running.url.rpartition(":")[2]))))


def request_of(path: str, secret: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {secret}\r\n\r\n".encode()


def closed_after(connection: socket.socket, seconds: float) -> float:
    """How long it takes until the other end closes the connection."""
    began = time.monotonic()
    connection.settimeout(seconds)
    while connection.recv(4096):
        pass
    return time.monotonic() - began


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: local", b"GET / HTTP/1.1\r\n"])
def test_a43_half_a_header(shared: Live, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(protocol, "PATIENCE", 0.4)
    with raw(shared) as connection:
        connection.sendall(sent)
        assert 0.2 < closed_after(connection, 5) < 3


def test_a43_half_a_second_header(shared: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a whole request, too; and dripping bytes does not help."""
    monkeypatch.setattr(protocol, "PATIENCE", 0.4)
    with raw(shared) as connection:
        connection.sendall(f"GET /api/limits HTTP/1.1\r\nHost: {HOST}\r\n\r\nGET".encode())
        began = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() - began < 5:
                connection.sendall(b" ")
                time.sleep(0.1)
        assert time.monotonic() - began < 5


def test_a43_half_a_body(shared: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 0.4)
    with raw(shared) as connection:
        head = f"POST /api/matches HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        connection.sendall(f'{head}Content-Length: 100\r\n\r\n{{"game'.encode())
        wait_until(lambda: b"did not arrive in time" in connection.recv(5000))


def test_a43_a_reader_that_never_reads(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """It skips views instead of collecting them, and loses its connection. The others go on."""
    monkeypatch.setattr(protocol, "READ_PATIENCE", 1.0)
    party = new_party(on_sqlite.url, rules={"tokens": 1000, "points": 1000})
    connections = len(on_sqlite.server.server_state.connections)
    with ExitStack() as stack:
        for _ in range(3):
            connection = stack.enter_context(closing(socket.socket()))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.connect((HOST, int(on_sqlite.url.rpartition(":")[2])))
            connection.sendall(request_of(f"/api/matches/{party.first.match}/stream", party.spectator.secret))
        for number in range(1, 120):
            began = time.monotonic()
            for client in party.players:
                assert client.choose(1, at=(number, 0)).status_code == 200
            assert time.monotonic() - began < 2
        wait_until(lambda: len(on_sqlite.server.server_state.connections) <= connections + 1, 20)


def test_a43_frames_that_are_too_large(shared: Live) -> None:
    party = new_party(shared.url)
    with party.first.socket() as connection:
        connection.recv(5)
        connection.send("x" * 5_000)
        with pytest.raises(ConnectionClosed):
            wait_until(lambda: not connection.recv(5))
    assert party.first.view()["match"]["status"] == "running"


def test_a43_too_many_sockets_from_one_address(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store, limits=0.02) as running, ExitStack() as stack:
        party = new_party(running.url)
        for _ in range(4):  # a budget of so many at once
            stack.enter_context(party.spectator.socket())
        with pytest.raises(InvalidStatus):
            stack.enter_context(party.spectator.socket())
    store.close()


def test_a43_the_server_has_room_for_some(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "MOST_CONNECTIONS", 1)
    party = new_party(on_sqlite.url)
    with party.first.socket() as connection:
        connection.recv(5)
        assert party.second.get("/stream").status_code == 503


def test_a_lost_connection_stops_nothing(on_sqlite: Live) -> None:
    """Many streams and sockets that end at once: their last requests are cancelled while they wait."""

    async def many(path: str, secret: str) -> None:
        port = int(on_sqlite.url.rpartition(":")[2])
        for _ in range(30):
            _, writer = await asyncio.open_connection(HOST, port)
            writer.write(request_of(path, secret))
            await writer.drain()
            writer.transport.abort()

    party = new_party(on_sqlite.url)
    asyncio.run(many(f"/api/matches/{party.first.match}/stream", party.first.secret))
    assert party.first.choose(5).status_code == 200
    wait_until(lambda: not party.second.view()["times"]["connected"][0])
