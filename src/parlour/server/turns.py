"""One at a time, and addresses take turns: whoever asks for much waits for it alone."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from parlour.server.limits import TooMany
from parlour.server.store.base import StoreBusy

MOST_WAITING = 1_000  # in all
LATER = 10  # seconds after which to try again


class Turns:
    def __init__(self, most_each: int = MOST_WAITING) -> None:
        self._most_each = most_each
        self._busy = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by address; the first one is next
        self._count: Counter[str] = Counter()  # those who wait and the one whose turn it is

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until nobody else is inside; raises an error if too many wait already."""
        if self._count[address] >= self._most_each:
            raise TooMany("analyses at once that take long", LATER)
        if self._count.total() >= MOST_WAITING:
            raise StoreBusy("too much is waiting for the solver")
        self._count[address] += 1
        try:
            await self._enter(address)
            try:
                yield
            finally:
                self._leave()
        finally:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    async def _enter(self, address: str) -> None:
        if not self._busy:
            self._busy = True
            return
        ready = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(ready)
        try:
            await ready
        except asyncio.CancelledError:
            if not ready.cancelled():
                self._leave()  # it would have been our turn
            raise

    def _leave(self) -> None:
        while self._waiting:
            address = next(iter(self._waiting))
            waiting = self._waiting.pop(address)
            ready = waiting.popleft()
            if waiting:
                self._waiting[address] = waiting  # behind all others
            if not ready.cancelled():
                ready.set_result(None)
                return
        self._busy = False
