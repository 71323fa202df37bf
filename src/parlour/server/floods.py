"""Whoever sends far more than a page or a bot does, loses the connection.

Handling a few bytes takes far longer than sending them. One client that sends pings, or requests without waiting for
answers, could otherwise keep the server busy for seconds at a time and fill its memory.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.server.protocol import PatientProtocol

LARGEST_HEADER = 64 * 1024  # bytes
MOST_WAITING = 16  # requests of one connection; browsers and bots wait for each answer
FRAMES_AT_ONCE = 8 * 1024  # bytes
FRAMES_PER_SECOND = 100  # bytes; an answer to a ping of ours has ten, every 20 seconds


class RequestProtocol(PatientProtocol):
    """HTTP with short headers, and not too many requests before their answers."""

    _header_length = 0

    def data_received(self, data: bytes) -> None:
        if self._header_length > LARGEST_HEADER:
            self.transport.abort()
            return
        if self._header_timer is not None:
            self._header_length += len(data)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_WAITING:
            raise ValueError("too many requests are waiting")  # ends the parser: uvicorn answers 400 and hangs up
        self._header_length = 0
        super().on_headers_complete()


class FrameProtocol(WebSocketsSansIOProtocol):
    """WebSockets of pages, which send next to nothing."""

    _left, _since = float(FRAMES_AT_ONCE), 0.0

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self._may_send(len(data)):
            self.transport.abort()
        else:
            super().data_received(data)

    def _may_send(self, length: int) -> bool:
        now = self.loop.time()
        self._left = min(FRAMES_AT_ONCE, self._left + FRAMES_PER_SECOND * (now - self._since)) - length
        self._since = now
        return self._left >= 0
