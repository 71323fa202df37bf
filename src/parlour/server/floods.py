"""Whoever sends far more than a page or a bot does, loses the connection.

Handling a few bytes takes far longer than sending them. One client that sends pings, or requests without waiting for
answers, could otherwise keep the server busy for seconds at a time and fill its memory.
"""

from __future__ import annotations

from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.server.protocol import PatientProtocol

LARGEST_HEADER = 16 * 1024  # bytes, with the address
MOST_WAITING = 16  # requests of one connection; browsers and bots wait for each answer
FRAMES_AT_ONCE = 8 * 1024  # bytes
FRAMES_PER_SECOND = 100  # bytes; an answer to a ping of ours has ten, every 20 seconds


class Excess(ValueError):
    """Ends the parser. `status` is that of HTTP."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class RequestProtocol(PatientProtocol):
    """HTTP with short headers, without bodies that nobody reads, and not too many requests before their answers."""

    _in_header = True
    _received = 0  # bytes since the last header ended
    _excess: Excess | None = None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_header:
            self._received += len(data)
        super().data_received(data)
        if self._in_header and self._received > LARGEST_HEADER and not self.transport.is_closing():
            self.refuse(431, f"send at most {LARGEST_HEADER} bytes before the body of a request")

    def on_message_begin(self) -> None:
        self._in_header = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_header, self._received = False, 0
        self._excess = self._find_excess()
        if self._excess:
            raise self._excess
        super().on_headers_complete()

    def _find_excess(self) -> Excess | None:
        if len(self.pipeline) >= MOST_WAITING:
            return Excess(400, "too many requests are waiting")
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEADER:
            return Excess(431, f"send at most {LARGEST_HEADER} bytes before the body of a request")
        if self.parser.get_method() != b"POST" and any(map(announces_body, self.headers)):
            return Excess(400, "only POST requests have a body")
        return None

    def send_400_response(self, msg: str) -> None:
        """The parser has ended: what was sent is no HTTP, or too much."""
        if self._excess:
            self.refuse(self._excess.status, str(self._excess))
        else:
            super().send_400_response(msg)


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
        assert isinstance(self.config.app, Starlette)
        self.config.app.state.connections.leave(self.client)  # it was counted before it became a WebSocket
        super().connection_lost(exc)

    def _may_send(self, length: int) -> bool:
        now = self.loop.time()
        self._left = min(FRAMES_AT_ONCE, self._left + FRAMES_PER_SECOND * (now - self._since)) - length
        self._since = now
        return self._left >= 0
