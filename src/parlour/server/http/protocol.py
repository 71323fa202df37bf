"""HTTP and WebSockets for slow and for greedy clients: one that is too slow or sends too much loses the connection.

Handling a few bytes takes far longer than sending them. One client that sends pings, or requests without waiting for
answers, could otherwise keep the server busy for seconds at a time and fill its memory.
"""

import asyncio
import socket
from collections import Counter
from typing import Any

from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.server.http.requests import network_of

PATIENCE = 15.0  # seconds until a whole request must have arrived
READ_PATIENCE = 30.0  # seconds that a client may leave an answer unread
LARGEST_HEADER = 16 * 1024  # bytes, with the address
MOST_WAITING = 16  # requests of one connection; browsers and bots wait for each answer
FRAMES_AT_ONCE = 8 * 1024  # bytes
FRAMES_PER_SECOND = 100  # bytes; an answer to a ping of ours has ten, every 20 seconds


class Connections:
    """How many connections are open, in all and from each address, whether anything is asked for over them or not."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self._most, self._most_per_address = most, most_per_address
        self._open: Counter[str] = Counter()
        self._count = 0

    def enter(self, peer: tuple[str, int] | None) -> bool:
        """Count one more; returns whether there is room for it. If not, it is not counted."""
        address = network_of(peer)
        if self._count >= self._most or self._open[address] >= self._most_per_address:
            return False
        self._open[address] += 1
        self._count += 1
        return True

    def leave(self, peer: tuple[str, int] | None) -> None:
        address = network_of(peer)
        self._open[address] -= 1
        self._count -= 1
        if not self._open[address]:
            del self._open[address]


class Excess(ValueError):
    """Ends the parser. `status` is that of HTTP."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class RequestProtocol(HttpToolsProtocol):
    """HTTP with a time limit, short headers, no unread bodies, and few requests before their answers."""

    _timer: asyncio.TimerHandle | None = None
    _counted = False
    _in_header = True
    _received = 0  # bytes since the last header ended
    _excess: Excess | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection.family in (socket.AF_INET, socket.AF_INET6) and hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(READ_PATIENCE * 1000))
        self._counted = connections_of(self).enter(self.client)
        if self._counted:
            self._expect_request()
        else:
            self._refuse(503, "there are too many connections; try again later")

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_header:
            self._received += len(data)
        super().data_received(data)
        answered = self.cycle is None or self.cycle.response_complete
        if answered and self.timeout_keep_alive_task is None and self.transport.get_protocol() is self:
            self._expect_request()  # line breaks between requests are no beginning of one, but stop uvicorn's timer
        if self._in_header and self._received > LARGEST_HEADER and not self.transport.is_closing():
            self._refuse(431, f"send at most {LARGEST_HEADER} bytes before the body of a request")

    def on_message_begin(self) -> None:
        self._in_header = True
        super().on_message_begin()
        self._expect_request()

    def on_headers_complete(self) -> None:
        self._in_header, self._received = False, 0
        self._excess = self._find_excess()
        if self._excess:
            raise self._excess
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self._counted:
            connections_of(self).leave(self.client)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """The parser has ended: the input is no HTTP, or too long."""
        if self._excess:
            self._refuse(self._excess.status, str(self._excess))
        else:
            super().send_400_response(msg)

    def _find_excess(self) -> Excess | None:
        if len(self.pipeline) >= MOST_WAITING:
            return Excess(400, "too many requests are waiting")
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEADER:
            return Excess(431, f"send at most {LARGEST_HEADER} bytes before the body of a request")
        if self.parser.get_method() != b"POST" and any(map(announces_body, self.headers)):
            return Excess(400, "only POST requests have a body")
        return None

    def _refuse(self, status: int, reason: str) -> None:
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


def announces_body(header: tuple[bytes, bytes]) -> bool:
    name, value = header
    return name == b"transfer-encoding" or (name == b"content-length" and value.strip(b" 0") != b"")


class FrameProtocol(WebSocketsSansIOProtocol):
    """WebSockets of pages, which send next to nothing."""

    _left, _since = float(FRAMES_AT_ONCE), 0.0

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self._may_send(len(data)):
            self.transport.abort()
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        connections_of(self).leave(self.client)  # it was counted before it became a WebSocket
        super().connection_lost(exc)

    def _may_send(self, length: int) -> bool:
        now = self.loop.time()
        self._left = min(FRAMES_AT_ONCE, self._left + FRAMES_PER_SECOND * (now - self._since)) - length
        self._since = now
        return self._left >= 0


def connections_of(protocol: RequestProtocol | FrameProtocol) -> Connections:
    assert isinstance(protocol.config.app, Starlette)
    found: Connections = protocol.config.app.state.connections
    return found
