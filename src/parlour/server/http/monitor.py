"""Health and metrics, for the host alone: other clients cannot tell that these pages exist."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.games.errors import ParlourError
from parlour.server.live.keeper import Keeper
from parlour.server.metrics import CONTENT_TYPE, Metric, exposition, gauge, of_process
from parlour.server.store.store import StoreBusy

Network = IPv4Network | IPv6Network
LOOPBACK = "127.0.0.0/8,::1"
HERE = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")  # in the header Host
PROXIED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
PATIENCE = 1.0  # seconds that the store may take
STALE = 10_000  # milliseconds; the server stores a heartbeat every second


class MonitorRoutes:
    """`networks` are those whose clients get an answer, separated by commas."""

    def __init__(self, keeper: Keeper, statuses: Counter[str], networks: str = LOOPBACK) -> None:
        self._keeper, self._statuses = keeper, statuses
        self._beat: int | None = None  # the last that we have seen
        allowed = read_networks(networks)
        self.routes = [
            HostRoute("/health", self.health, allowed),
            HostRoute("/metrics", self.metrics, allowed),
        ]

    async def health(self, _: Request) -> Response:
        if not await self._ask_store():
            return JSONResponse({"status": "the store does not answer"}, 503)
        if self._age() > STALE:
            return JSONResponse({"status": "nothing can be stored"}, 503)
        return JSONResponse({"status": "ok"})

    async def metrics(self, request: Request) -> Response:
        answers = await self._ask_store()
        keeper = self._keeper
        found = [
            gauge("parlour_connections", "Open connections.", request.app.state.connections.count),
            gauge("parlour_streams", "Open streams and sockets of matches.", keeper.hub.connections),
            Metric(
                "parlour_requests_total",
                "counter",
                "Answered requests, by the class of their status.",
                {f'status="{status}"': number for status, number in sorted(self._statuses.items())},
            ),
            gauge("parlour_matches_running", "Matches without a result, a few seconds ago.", keeper.running),
            gauge("parlour_store_up", "Whether the store answers.", int(answers)),
            gauge("parlour_store_waiting", "Jobs that wait for the store.", keeper.store.waiting),
            gauge("parlour_solver_waiting", "Jobs that wait for a solver, or that it works on.", keeper.solver_waiting),
        ]
        if self._beat is not None:
            found.append(gauge("parlour_heartbeat_age_seconds", "Time since the last heartbeat.", self._age() / 1000))
        return PlainTextResponse(exposition(found + of_process()), media_type=CONTENT_TYPE)

    def _age(self) -> int:
        return max(0, self._keeper.clock.now() - (self._beat or 0))

    async def _ask_store(self) -> bool:
        """Returns whether the store answers in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                self._beat = await self._keeper.do(lambda tx: tx.last_beat())
        except (TimeoutError, StoreBusy):
            return False
        return True


class HostRoute(Route):
    """A route that exists only for clients in certain networks."""

    def __init__(self, path: str, endpoint: Callable[..., Any], networks: Sequence[Network]) -> None:
        super().__init__(path, endpoint, methods=["GET"])
        self._networks = networks

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, child = super().matches(scope)
        if match is Match.NONE or is_direct(HTTPConnection(scope), self._networks):
            return match, child
        return Match.NONE, {}


def is_direct(connection: HTTPConnection, networks: Sequence[Network]) -> bool:
    """Whether a client in one of the networks asks, and not a proxy for another client.

    A proxy on this machine that adds no header passes on the name that the browser asked for.
    """
    if any(name in connection.headers for name in PROXIED):
        return False
    try:
        address = ip_address(connection.client.host if connection.client else "")
    except ValueError:
        return False
    if address.is_loopback and not HERE.fullmatch(connection.headers.get("host", "")):
        return False
    return any(address in network for network in networks)


def read_networks(text: str) -> list[Network]:
    try:
        return [ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError as error:
        raise ParlourError(f"--monitor takes addresses and networks, separated by commas: {error}") from None


class CountStatuses:
    """Counts the answers of the application by the class of their status, such as 2xx."""

    def __init__(self, app: ASGIApp, counts: Counter[str]) -> None:
        self._app, self._counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, partial(self._count, send))

    async def _count(self, send: Send, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._counts[f"{message['status'] // 100}xx"] += 1
        await send(message)
