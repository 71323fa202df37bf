"""The bots that are connected now. A bot is on the list for exactly as long as its stream is open."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from parlour.players.roster import player_names
from parlour.server.table import Refused

MOST_BOTS = 200
MOST_PER_ADDRESS = 8
MOST_WAITING = 16  # matches that a bot has not been told of yet
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,19}")


class Offer(NamedTuple):
    """A seat for a bot."""

    match: str
    game: str
    seat: int
    secret: str

    def __repr__(self) -> str:
        return f"<a seat in {self.match}>"  # whoever has the secret has the seat


class Bot:
    def __init__(self, name: str, games: list[str], address: str) -> None:
        self.name, self.games, self.address = name, games, address
        self.offers: asyncio.Queue[Offer | None] = asyncio.Queue()  # None at the end

    def offer(self, offer: Offer) -> None:
        self.offers.put_nowait(offer)


class Bots:
    """The bots by name. Names that differ only in case are the same."""

    def __init__(self) -> None:
        self._bots: dict[str, Bot] = {}

    @contextmanager
    def connected(self, bot: Bot) -> Iterator[None]:
        """Lists a bot."""
        key = bot.name.lower()
        if not NAME.fullmatch(bot.name) or key in player_names():
            raise BadName(
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

    def listed(self) -> list[dict[str, object]]:
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


class BadName(Refused):
    status = 400
