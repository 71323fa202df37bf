"""Views that arrive by themselves: a WebSocket for pages, a stream of JSON lines for bots."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.games.errors import ParlourError
from parlour.server.errors import NotAllowed, NotFound
from parlour.server.http.matches import VIEWS, MatchRoutes
from parlour.server.http.requests import address_of, check_origin, spend
from parlour.server.live.hub import ALIVE, Gone, Subscriber
from parlour.server.live.keeper import Keeper
from parlour.server.matches import seats, views
from parlour.server.store.store import StoreBusy

MOST_CONNECTIONS = 10_000
POLICY = 1008  # a code of WebSockets


class PushRoutes:
    def __init__(self, keeper: Keeper, matches: MatchRoutes) -> None:
        self._keeper, self._matches = keeper, matches
        self.routes: list[BaseRoute] = [
            WebSocketRoute("/api/matches/{match_id}/socket", self.socket),
            Route("/api/matches/{match_id}/stream", self.stream, methods=["GET"]),
        ]

    async def socket(self, socket: WebSocket) -> None:
        try:
            check_origin(socket)
            if "origin" not in socket.headers and "authorization" not in socket.headers:
                raise NotAllowed("a program must bring a token")
            subscriber = await self._admit(socket)
        except ParlourError:
            await socket.close(POLICY)  # before it is accepted, this answers 403
            return
        await socket.accept()
        async with self._subscription(subscriber):
            reader = asyncio.ensure_future(until_closed(socket, subscriber))
            with suppress(Gone, WebSocketDisconnect):
                while True:
                    view = await self._next_view(subscriber)
                    if view is not None:
                        await socket.send_text(view)
            reader.cancel()

    async def stream(self, request: Request) -> Response:
        """Each line is a full view; an empty line is a sign of life. It ends when a rematch is there."""
        subscriber = await self._admit(request)

        async def lines() -> AsyncIterator[str]:
            async with self._subscription(subscriber):
                with suppress(Gone):
                    while True:
                        yield (await self._next_view(subscriber) or "") + "\n"
                        if subscriber.has_rematch:
                            return

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    async def _admit(self, connection: HTTPConnection) -> Subscriber:
        address, hub = address_of(connection), self._keeper.hub
        spend(self._keeper, "connections", connection)
        self._keeper.budgets.allow("open connections", hub.by_address[address])
        if hub.connections >= MOST_CONNECTIONS:
            raise StoreBusy("this server has as many connections as it can hold")
        current, seat = await self._matches.find_seat(connection)
        return Subscriber(current, seat, address)

    @asynccontextmanager
    async def _subscription(self, subscriber: Subscriber) -> AsyncIterator[None]:
        """Players count as connected meanwhile. Changes before a subscriber had entered are read once more."""
        self._keeper.hub.enter(subscriber)
        try:
            with suppress(StoreBusy, NotFound):
                if subscriber.seat is not None:
                    player = (subscriber.match_id, subscriber.seat)
                    await self._keeper.do(lambda tx: seats.see(tx, [player], self._keeper.clock.now()))
                subscriber.put(await self._keeper.render(await self._keeper.shown(subscriber.match_id)))
            yield
        finally:
            last, seat = self._keeper.hub.leave(subscriber), subscriber.seat
            if last and seat is not None:
                self._keeper.store.submit(lambda tx: seats.see(tx, [(subscriber.match_id, seat)], 0))

    async def _next_view(self, subscriber: Subscriber) -> str | None:
        """The next view, or None if nothing happens for a while.

        An address that has got very much waits for the next one, and skips the changes meanwhile: the views of a long
        match are long, and a client with many streams of it could have them all sent again with every request.
        """
        wait = subscriber.next_view_at - time.monotonic()
        if wait > 0:
            await asyncio.sleep(min(wait, ALIVE))
        if wait > ALIVE:
            return None
        try:
            async with asyncio.timeout(ALIVE):
                shown = await subscriber.next()
        except TimeoutError:
            return None
        now = self._keeper.clock.now()
        view = views.view(shown, subscriber.seat, now)
        wait = self._keeper.budgets.charge(VIEWS, subscriber.address, len(view) / 1024, now)
        subscriber.next_view_at = time.monotonic() + wait
        return view


async def until_closed(socket: WebSocket, subscriber: Subscriber) -> None:
    """Pages send nothing; the server ignores all input."""
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        subscriber.end()
