"""Clients that leave are no news: the log says nothing about them."""

from __future__ import annotations

import logging
import socket
import struct
import time
from contextlib import closing

import pytest
from server.serving import HOST, Client, Live, new_party, wait_until

AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closing resets the connection


def ask_for_socket(client: Client) -> closing[socket.socket]:
    connection = socket.create_connection((HOST, int(client.url.rpartition(":")[2])), timeout=5)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    connection.sendall(
        f"GET /api/matches/{client.match}/socket HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {client.secret}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return closing(connection)


def check_quiet(caplog: pytest.LogCaptureFixture) -> None:
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("known", [True, False], ids=["accepted", "refused"])
def test_a_client_that_leaves_before_its_socket_opens(
    on_sqlite: Live, caplog: pytest.LogCaptureFixture, known: bool
) -> None:
    party = new_party(on_sqlite.url)
    client = party.first if known else party.stranger
    busy = on_sqlite.store.submit(lambda _: time.sleep(0.5))
    with ask_for_socket(client):
        time.sleep(0.1)
    busy.result(10)
    wait_until(lambda: party.second.view()["times"]["connected"] == [False, False])
    check_quiet(caplog)


def test_a_client_that_leaves_while_views_are_sent(on_sqlite: Live, caplog: pytest.LogCaptureFixture) -> None:
    party = new_party(on_sqlite.url)
    with ask_for_socket(party.first) as connection:
        connection.recv(100)
    for number in range(3):
        party.second.post("name", name=f"Ann {number}")
    wait_until(lambda: party.second.view()["times"]["connected"] == [False, False])
    check_quiet(caplog)
