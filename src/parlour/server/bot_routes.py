"""Bots offer themselves: POST /api/bots answers with a stream of matches to play, GET lists who is connected."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from parlour.games.catalogue import game_names
from parlour.server.bots import Bot, Bots
from parlour.server.keeper import Keeper
from parlour.server.limits import Budgets
from parlour.server.push import ALIVE
from parlour.server.requests import BadRequest, address_of, body_of, text

MOST_GAMES = 100


class BotRoutes:
    def __init__(self, keeper: Keeper, budgets: Budgets, bots: Bots) -> None:
        self._keeper, self._budgets, self._bots = keeper, budgets, bots

    def routes(self) -> list[Route]:
        return [
            Route("/api/bots", self.listed, methods=["GET"]),
            Route("/api/bots", self.connect, methods=["POST"]),
        ]

    async def listed(self, request: Request) -> Response:
        self._budgets.spend("requests", address_of(request), self._keeper.clock.now())
        return JSONResponse({"bots": self._bots.listed()})

    async def connect(self, request: Request) -> Response:
        """The first line confirms the bot, every other is a match to play; an empty line is a sign of life."""
        self._budgets.spend("connections", address_of(request), self._keeper.clock.now())
        content = await body_of(request)
        bot = Bot(text(content, "name", 20), games_in(content), address_of(request))
        return Connection(self._bots, bot)


class Connection(StreamingResponse):
    """The answer to a bot: it is on the list from the first byte until the connection is lost."""

    media_type = "application/x-ndjson"

    def __init__(self, bots: Bots, bot: Bot) -> None:
        super().__init__(lines(bot))
        self._bots, self._bot = bots, bot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._bots.connected(self._bot):
            await super().__call__(scope, receive, send)


async def lines(bot: Bot) -> AsyncIterator[str]:
    yield json.dumps({"name": bot.name, "games": bot.games}) + "\n"
    while True:
        try:
            offer = await asyncio.wait_for(bot.offers.get(), ALIVE)
        except TimeoutError:
            yield "\n"
            continue
        if offer is None:
            return
        yield json.dumps(offer._asdict()) + "\n"


def games_in(content: dict[str, Any]) -> list[str]:
    """The games that a bot plays and that this server has."""
    given = content.get("games")
    if not isinstance(given, list) or len(given) > MOST_GAMES or not all(isinstance(name, str) for name in given):
        raise BadRequest("games must be a list of names")
    known = [name for name in game_names() if name in given]
    if not known:
        raise BadRequest(f"none of these games is on this server, which has {', '.join(game_names())}")
    return known
