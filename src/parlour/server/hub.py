"""Tells everybody who watches a match when it changes. They always get the full view, so a missed one does no harm."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable

from parlour.server.table import Table

Reader = Callable[[str], Awaitable[Table]]


class Subscriber:
    """One connection. It holds the latest table only: a slow reader skips what it missed."""

    def __init__(self, seat: int | None, match_id: str) -> None:
        self.seat, self.match_id = seat, match_id
        self._latest: Table | None = None
        self._changed = asyncio.Event()

    def put(self, table: Table) -> None:
        self._latest = table
        self._changed.set()

    async def next(self) -> Table:
        await self._changed.wait()
        self._changed.clear()
        assert self._latest is not None
        return self._latest


class Hub:
    def __init__(self, read: Reader) -> None:
        self._read = read
        self.connections = 0
        self._subscribers: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._dirty: set[str] = set()
        self._refreshing: dict[str, asyncio.Task[None]] = {}

    def enter(self, subscriber: Subscriber) -> None:
        self._subscribers[subscriber.match_id].add(subscriber)
        self.connections += 1

    def leave(self, subscriber: Subscriber) -> bool:
        """Returns whether nobody else is connected for this seat."""
        others = self._subscribers[subscriber.match_id]
        others.discard(subscriber)
        self.connections -= 1
        last = all(other.seat != subscriber.seat for other in others)
        if not others:
            del self._subscribers[subscriber.match_id]
        return last

    def changed(self, match_id: str) -> None:
        """A match has changed. Only what is stored is read, so nothing can be seen before it is."""
        if match_id not in self._subscribers:
            return
        self._dirty.add(match_id)
        if match_id not in self._refreshing:
            task = asyncio.ensure_future(self._refresh(match_id))
            self._refreshing[match_id] = task
            task.add_done_callback(lambda _: self._refreshing.pop(match_id, None))

    async def _refresh(self, match_id: str) -> None:
        while match_id in self._dirty:
            self._dirty.discard(match_id)
            table = await self._read(match_id)
            for subscriber in self._subscribers.get(match_id, ()):
                subscriber.put(table)
