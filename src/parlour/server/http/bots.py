"""Bots offer themselves: POST /api/bots answers with a stream of matches to play, GET lists who is connected.

A bot is on the list for exactly as long as its stream is open.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from parlour.games.catalogue import game_names
from parlour.players.names import is_reserved
from parlour.server.contents import text
from parlour.server.errors import BadRequest, Refused
from parlour.server.http.requests import address_of, body_of, spend
from parlour.server.live.hub import ALIVE
from parlour.server.live.keeper import Keeper
from parlour.server.matches.views import PROTOCOL

MOST_BOTS = 200
MOST_PER_ADDRESS = 8
MOST_WAITING = 16  # matches that a bot has not been told of yet
MOST_GAMES = 100
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,19}")


class Offer(NamedTuple):
    """A seat for a bot."""

    match: str
    game: str
    seat: int
    secret: str

    def __repr__(self) -> str:
        return f"<a seat in {self.match}>"  # the secret is the seat


class Bot:
    def __init__(self, name: str, games: list[str], address: str) -> None:
        self.name, self.games, self.address = name, games, address
        self.offers: asyncio.Queue[Offer | None] = asyncio.Queue()  # None at the end


class Bots:
    """The bots by name. Names that differ only in case are the same."""

    def __init__(self) -> None:
        self._bots: dict[str, Bot] = {}

    @contextmanager
    def enlist(self, bot: Bot) -> Iterator[None]:
        key = bot.name.lower()
        if not NAME.fullmatch(bot.name) or is_reserved(bot.name):
            raise BadRequest(
                "name must be 1 to 20 letters, digits, dots, dashes and underscores, and not a built-in player"
            )
        if key in self._bots:
            raise Refused(f"there is already a bot with the name {bot.name}")
        same = sum(other.address == bot.address for other in self._bots.values())
        if len(self._bots) >= MOST_BOTS or same >= MOST_PER_ADDRESS:
            raise Refused("this server has as many bots as it can hold, or as many from your address")
        self._bots[key] = bot
        try:
            yield
        finally:
            del self._bots[key]

    def end(self) -> None:
        """End the streams of all bots."""
        for bot in self._bots.values():
            bot.offers.put_nowait(None)

    def data(self) -> list[dict[str, object]]:
        return [{"name": bot.name, "games": bot.games} for bot in self._bots.values()]

    def find(self, name: str, game: str) -> Bot:
        """The bot that is to play a game; Refused if it cannot."""
        bot = self._bots.get(name.lower())
        if bot is None or bot.name != name:
            raise Refused("this bot is not connected any more")
        if game not in bot.games:
            raise Refused(f"{bot.name} does not play this game")
        if bot.offers.qsize() >= MOST_WAITING:
            raise Refused(f"{bot.name} has too many matches waiting; try again later")
        return bot


class BotRoutes:
    def __init__(self, keeper: Keeper, bots: Bots) -> None:
        self._keeper, self._bots = keeper, bots
        self.routes = [
            Route("/api/bots", self.list_bots, methods=["GET"]),
            Route("/api/bots", self.connect, methods=["POST"]),
        ]

    async def list_bots(self, request: Request) -> Response:
        spend(self._keeper, "requests", request)
        return JSONResponse({"bots": self._bots.data()})

    async def connect(self, request: Request) -> Response:
        """The first line confirms the bot, every other is a match to play; an empty line is a sign of life."""
        spend(self._keeper, "connections", request)
        content = await body_of(request)
        if content.get("protocol") != PROTOCOL:
            raise BadRequest(f"this server speaks protocol {PROTOCOL}: use a bot that does, and send it as protocol")
        bot = Bot(text(content, "name", 20), games_in(content), address_of(request))
        return BotStream(self._bots, bot)


class BotStream(StreamingResponse):
    """The answer to a bot: it is on the list from the first byte until the connection is lost."""

    media_type = "application/x-ndjson"

    def __init__(self, bots: Bots, bot: Bot) -> None:
        super().__init__(lines(bot))
        self._bots, self._bot = bots, bot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._bots.enlist(self._bot):
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
