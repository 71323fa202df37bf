"""HTTP for slow clients: whoever does not send a request or does not read the answer loses the connection."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_PATIENCE = 10.0  # seconds until the header of a request must have arrived; `requests` watches the body
READ_PATIENCE = 30.0  # seconds that a client may leave unread what was sent to it


class PatientProtocol(HttpToolsProtocol):
    _header_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection.family in (socket.AF_INET, socket.AF_INET6) and hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(READ_PATIENCE * 1000))
        self._expect_header()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_header()

    def on_headers_complete(self) -> None:
        self._header_arrived()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._header_arrived()
        super().connection_lost(exc)

    def _expect_header(self) -> None:
        if self._header_timer is None:
            self._header_timer = self.loop.call_later(HEADER_PATIENCE, self.transport.close)

    def _header_arrived(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None
