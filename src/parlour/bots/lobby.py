"""Offers a bot to everybody on a server, and plays every match that somebody starts against it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from random import Random
from threading import Lock, Thread
from typing import Any, NoReturn

from parlour.bots.client import PATIENCE, Declined, Link, Server
from parlour.bots.seat import CONFLICT, Seat
from parlour.bots.witness import PROTOCOL, Cheated
from parlour.games.errors import ParlourError
from parlour.match.match import Match, View
from parlour.players.base import Player

PAUSE = 5.0  # seconds until the name may be free again, after a connection was lost

Report = Callable[[str, Match | ParlourError | None], object]  # the match, and None at its beginning


def offer_to_play(
    server: Server, name: str, games: Sequence[str], make_player: Callable[[], Player], report: Report
) -> NoReturn:
    """Play until an error ends it: the server refuses the bot, or does not play fair (Cheated)."""
    news: SimpleQueue[Link | ParlourError] = SimpleQueue()
    body = {"name": name, "games": list(games), "protocol": PROTOCOL}
    taking_turns = Lock()

    def listen() -> None:
        try:
            for line in lines(server, body):
                if "match" in line:
                    news.put(Link(server.address, str(line["match"]), str(line["secret"])))
                else:
                    report("", None)
        except ParlourError as error:
            news.put(error)

    def play(first: Link) -> None:
        link: Link | None = first
        while link:
            link = play_once(link)

    def play_once(link: Link) -> Link | None:
        """Returns the rematch, if there is one."""
        try:
            report(link.match, None)
            seat = Seat(link, OneAtATime(make_player(), taking_turns))
            report(link.match, seat.play())
            return seat.rematch()
        except Cheated as error:
            news.put(error)
        except ParlourError as error:
            report(link.match, error)
        return None

    Thread(target=listen, daemon=True).start()
    while True:
        arrived = news.get()
        if isinstance(arrived, ParlourError):
            raise arrived
        Thread(target=play, args=(arrived,), daemon=True).start()


def lines(server: Server, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the server sends. After a lost connection, the name may be in use for a while: by the old connection."""
    registered: float | None = None
    while True:
        try:
            for line in server.stream("POST", "/api/bots", body):
                registered = time.monotonic()
                yield line
        except Declined as error:
            if error.status != CONFLICT or registered is None or time.monotonic() - registered > PATIENCE:
                raise
            time.sleep(PAUSE)


class OneAtATime:
    """A player of one of several matches. Players do not have to expect several threads."""

    def __init__(self, player: Player, taking_turns: Lock) -> None:
        self._player, self._taking_turns = player, taking_turns

    def choose(self, view: View, random: Random) -> int:
        with self._taking_turns:
            return self._player.choose(view, random)
