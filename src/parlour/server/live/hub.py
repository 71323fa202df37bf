"""Passes a changed match on to all its players and spectators. They always get the full view, so they may miss some."""

import asyncio
import itertools
from collections import Counter, defaultdict
from collections.abc import KeysView

from parlour.server.matches.stored import StoredMatch
from parlour.server.matches.views import Shown

ALIVE = 15.0  # seconds between two signs of life on a stream


class Gone(Exception):
    """The other end has closed the connection."""


class Subscriber:
    """One connection. It holds the latest state of its match only: a slow reader skips the older ones."""

    def __init__(self, current: StoredMatch, seat: int | None, address: str) -> None:
        self.match_id, self.seat, self.address = current.row.id, seat, address
        self._secret = self._secret_in(current)
        self.next_view_at = 0.0  # on the monotonic clock; later if the address has got very many views
        self._latest: Shown | None = None
        self._gone = False
        self._news = asyncio.Event()

    @property
    def has_rematch(self) -> bool:
        return bool(self._latest and self._latest.current.row.next)

    def put(self, shown: Shown) -> None:
        if self._secret_in(shown.current) != self._secret:
            self.end()  # the link was renewed: this is not the seat's connection any more
        if self._latest is None or self._latest.current.row.version <= shown.current.row.version:
            self._latest = shown
            self._news.set()

    def end(self) -> None:
        self._gone = True
        self._news.set()

    async def next(self) -> Shown:
        await self._news.wait()
        if self._gone or self._latest is None:
            raise Gone
        self._news.clear()
        return self._latest

    def _secret_in(self, current: StoredMatch) -> str | None:
        return None if self.seat is None else current.seats[self.seat].secret_hash


class Hub:
    def __init__(self) -> None:
        self.connections = 0
        self.by_address: Counter[str] = Counter()
        self._subscribers: defaultdict[str, set[Subscriber]] = defaultdict(set)

    @property
    def watched(self) -> KeysView[str]:
        return self._subscribers.keys()

    @property
    def players(self) -> list[tuple[str, int]]:
        """The matches and seats of those who are connected, in order."""
        subscribers = itertools.chain.from_iterable(self._subscribers.values())
        return sorted({(one.match_id, one.seat) for one in subscribers if one.seat is not None})

    def enter(self, subscriber: Subscriber) -> None:
        self._subscribers[subscriber.match_id].add(subscriber)
        self.by_address[subscriber.address] += 1
        self.connections += 1

    def leave(self, subscriber: Subscriber) -> bool:
        """Returns whether no other connection is open for this seat."""
        others = self._subscribers[subscriber.match_id]
        others.discard(subscriber)
        self.connections -= 1
        self.by_address[subscriber.address] -= 1
        if not self.by_address[subscriber.address]:
            del self.by_address[subscriber.address]
        if not others:
            del self._subscribers[subscriber.match_id]
        return all(other.seat != subscriber.seat for other in others)

    def put(self, shown: Shown) -> None:
        """Passes on stored states alone, so no client sees anything before it is stored."""
        for subscriber in self._subscribers.get(shown.current.row.id, ()):
            subscriber.put(shown)

    def remove(self, match_id: str) -> None:
        """A match does not exist any more."""
        for subscriber in self._subscribers.get(match_id, ()):
            subscriber.end()
