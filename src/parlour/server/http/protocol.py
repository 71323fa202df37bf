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

from parlour.server.limits import Budgets, network_of

READS = "readings"
PATIENCE = 15.0  # seconds until a whole request must have arrived
READ_PATIENCE = 30.0  # seconds that a client may leave an answer unread
LARGEST_HEADER = 16 * 1024  # bytes, with the address
MOST_HEADERS = 100  # of one request; browsers send about 20, and proxies add some
MOST_WAITING = 16  # requests of one connection; browsers and bots wait for each answer
FRAMES_AT_ONCE = 8 * 1024  # bytes
FRAMES_PER_SECOND = 100  # bytes; an answer to a ping of ours has ten, every 20 seconds


class Connections:
    """How many connections are open, in all and from each address, whether anything is asked for over them or not.

    With budgets, it also counts what is read from an address: a single byte costs as much time as a kilobyte.
    """

    def __init__(self, most: int, most_per_address: int, budgets: Budgets | None = None) -> None:
        self._most, self._most_per_address, self._budgets = most, most_per_address, budgets
        self._open: Counter[str] = Counter()
        self.count = 0

    def enter(self, peer: tuple[str, int] | None) -> bool:
        """Count one more; returns whether there is room for it. If not, it is not counted."""
        address = network_of(peer)
        if self.count >= self._most or self._open[address] >= self._most_per_address:
            return False
        self._open[address] += 1
        self.count += 1
        return True

    def read(self, peer: tuple[str, int] | None, length: int, now: float) -> float:
        """Count one more reading of so many bytes, if any; returns for how many seconds to read no more."""
        if self._budgets is None:
            return 0.0
        amount = max(1.0, length / 1024) if length else 0.0
        return self._budgets.charge(READS, network_of(peer), amount, int(now * 1000))

    def leave(self, peer: tuple[str, int] | None) -> None:
        address = network_of(peer)
        self._open[address] -= 1
        self.count -= 1
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
    _pause: asyncio.TimerHandle | None = None  # while nothing is read, because the address has sent too much
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
        if not self._counted:
            self._refuse(Excess(503, "there are too many connections; try again later"))
        elif connections_of(self).read(self.client, 0, self.loop.time()):
            self._refuse(Excess(429, "this address has sent too much; try again later"))
        else:
            self._expect_request()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._pace(len(data))
        if self._in_header:
            self._received += len(data)
        super().data_received(data)
        answered = self.cycle is None or self.cycle.response_complete
        if answered and self.timeout_keep_alive_task is None and self.transport.get_protocol() is self:
            self._expect_request()  # line breaks between requests are no beginning of one, but stop uvicorn's timer
        if self._in_header and self._received > LARGEST_HEADER and not self.transport.is_closing():
            self._refuse(too_long())

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) == MOST_HEADERS:
            self._excess = Excess(431, f"send at most {MOST_HEADERS} headers")
            raise self._excess
        super().on_header(name, value)

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
        if self._pause:
            self._pause.cancel()
        if self._counted:
            connections_of(self).leave(self.client)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """The parser has ended: the input is no HTTP, or too long."""
        if self._excess:
            self._refuse(self._excess)
        else:
            super().send_400_response(msg)

    def _find_excess(self) -> Excess | None:
        if len(self.pipeline) >= MOST_WAITING:
            return Excess(400, "too many requests are waiting")
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEADER:
            return too_long()
        if any(name == b"transfer-encoding" for name, _ in self.headers):  # every byte could be a separate part
            return Excess(411, "send the length of the body first")
        if self.parser.get_method() != b"POST" and any(map(announces_body, self.headers)):
            return Excess(400, "only POST requests have a body")
        return None

    def _refuse(self, excess: Excess) -> None:
        """Answer something that is no request, and hang up."""
        content = f'{{"error": "{excess}"}}'.encode()
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(content)
        self.transport.write(STATUS_LINE[excess.status] + head + content)
        self.transport.close()

    def _pace(self, length: int) -> None:
        """Count what was read, and read on later if that is too much."""
        wait = connections_of(self).read(self.client, length, self.loop.time())
        if wait and self._pause is None and not self.transport.is_closing():
            self.transport.pause_reading()
            self._pause = self.loop.call_later(wait, self._read_on)

    def _read_on(self) -> None:
        self._pause = None
        if not self.transport.is_closing() and not self.flow.read_paused:
            self.transport.resume_reading()

    def _expect_request(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def announces_body(header: tuple[bytes, bytes]) -> bool:
    name, value = header
    return name == b"content-length" and value.strip(b" 0") != b""


def too_long() -> Excess:
    return Excess(431, f"send at most {LARGEST_HEADER} bytes before the body of a request")


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
