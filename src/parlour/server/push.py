"""Views that arrive by themselves: a WebSocket for pages, a stream of JSON lines for bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.games.errors import ParlourError
from parlour.server import table, views
from parlour.server.hub import Subscriber
from parlour.server.keeper import Keeper
from parlour.server.limits import Budgets
from parlour.server.requests import address_of, check_origin
from parlour.server.routes import Matches
from parlour.server.store.base import StoreBusy
from parlour.server.table import NotAllowed

ALIVE = 15.0  # seconds between two signs of life
MOST_CONNECTIONS = 10_000
SEND_PATIENCE = 20.0  # seconds that a reader may take for one view
POLICY, TRY_LATER = 1008, 1013  # codes of WebSockets


class Push:
    def __init__(self, keeper: Keeper, budgets: Budgets, matches: Matches) -> None:
        self._keeper, self._budgets, self._matches = keeper, budgets, matches

    def routes(self) -> list[BaseRoute]:
        return [
            WebSocketRoute("/api/matches/{match_id}/socket", self.socket),
            Route("/api/matches/{match_id}/stream", self.stream, methods=["GET"]),
        ]

    async def socket(self, socket: WebSocket) -> None:
        try:
            check_origin(socket)
            if "origin" not in socket.headers and "authorization" not in socket.headers:
                raise NotAllowed("a program must bring a token")
            self._admit(socket)
            current, seat = await self._matches.seated(socket)
        except ParlourError:
            await socket.close(POLICY)  # before it is accepted, this answers 403
            return
        await socket.accept()
        async with self._subscribed(current, seat) as subscriber:
            reader = asyncio.ensure_future(until_closed(socket))
            try:
                await self._send_views(socket, subscriber, reader)
            except TimeoutError:
                await socket.close(TRY_LATER)
            except (WebSocketDisconnect, RuntimeError):
                pass
            finally:
                reader.cancel()

    async def _send_views(self, socket: WebSocket, subscriber: Subscriber, reader: asyncio.Future[None]) -> None:
        while not reader.done():
            waiting = asyncio.ensure_future(subscriber.next())
            both: set[asyncio.Future[Any]] = {waiting, reader}
            await asyncio.wait(both, timeout=ALIVE, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                waiting.cancel()
                await self._see(subscriber)
                continue
            view = views.view(waiting.result(), subscriber.seat, self._keeper.clock.now())
            async with asyncio.timeout(SEND_PATIENCE):
                await socket.send_text(view)

    async def stream(self, request: Request) -> Response:
        """Each line is a full view; an empty line is a sign of life."""
        self._admit(request)
        current, seat = await self._matches.seated(request)

        async def lines() -> AsyncIterator[str]:
            async with self._subscribed(current, seat) as subscriber:
                while True:
                    try:
                        latest = await asyncio.wait_for(subscriber.next(), ALIVE)
                    except TimeoutError:
                        await self._see(subscriber)
                        yield "\n"
                        continue
                    yield views.view(latest, seat, self._keeper.clock.now()) + "\n"
                    if latest.over and latest.row.next:
                        return

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    def _admit(self, connection: HTTPConnection) -> None:
        self._budgets.spend("connections", address_of(connection), self._keeper.clock.now())
        if self._keeper.hub.connections >= MOST_CONNECTIONS:
            raise StoreBusy("this server has as many connections as it can hold; try again later")

    @asynccontextmanager
    async def _subscribed(self, current: table.Table, seat: int | None) -> AsyncIterator[Subscriber]:
        """A subscriber that begins with the view of now. Players count as connected meanwhile."""
        match_id = current.row.id
        subscriber = Subscriber(seat, match_id)
        self._keeper.hub.enter(subscriber)
        subscriber.put(current)
        try:
            await self._see(subscriber)
            yield subscriber
        finally:
            last = self._keeper.hub.leave(subscriber)
            if last and seat is not None:
                self._keeper.store.submit(lambda tx: table.see(tx, match_id, seat, 0))

    async def _see(self, subscriber: Subscriber) -> None:
        seat, now = subscriber.seat, self._keeper.clock.now()
        if seat is not None:
            await self._keeper.do(lambda tx: table.see(tx, subscriber.match_id, seat, now))


async def until_closed(socket: WebSocket) -> None:
    """Pages send nothing; whatever arrives is ignored."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError, KeyError):
        return
