"""HTTP for slow clients: whoever does not send a request or does not read the answer loses the connection."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from parlour.server.connections import Connections

PATIENCE = 15.0  # seconds until a whole request must have arrived
READ_PATIENCE = 30.0  # seconds that a client may leave unread what was sent to it


class PatientProtocol(HttpToolsProtocol):
    _timer: asyncio.TimerHandle | None = None
    _counted = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection.family in (socket.AF_INET, socket.AF_INET6) and hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(READ_PATIENCE * 1000))
        self._counted = self.open_connections.enter(self.client)
        if self._counted:
            self._expect_request()
        else:
            self.refuse(503, "there are too many connections; try again later")

    @property
    def open_connections(self) -> Connections:
        assert isinstance(self.config.app, Starlette)
        found: Connections = self.config.app.state.connections
        return found

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        answered = self.cycle is None or self.cycle.response_complete
        if answered and self.timeout_keep_alive_task is None and self.transport.get_protocol() is self:
            self._expect_request()  # line breaks between requests are no beginning of one, but stop uvicorn's timer

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_request()

    def on_message_complete(self) -> None:
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self._counted:
            self.open_connections.leave(self.client)
        super().connection_lost(exc)

    def refuse(self, status: int, reason: str) -> None:
        """Answer something that is no request, and hang up."""
        content = f'{{"error": "{reason}"}}'.encode()
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(content)
        self.transport.write(STATUS_LINE[status] + head + content)
        self.transport.close()

    def _expect_request(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
