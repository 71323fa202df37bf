"""Keeps matches going: lets computer players choose, and ends matches when time is up."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import TypeVar

from parlour.games.errors import ParlourError
from parlour.server import choosing, table
from parlour.server.clock import Clock
from parlour.server.hub import Hub
from parlour.server.seals import SealKey, fresh_nonce
from parlour.server.store.base import Store, StoreBusy
from parlour.server.store.transaction import Transaction
from parlour.server.table import Refused, Table
from parlour.server.worker import Variant, Worker, computer_choice

Result = TypeVar("Result")
BEAT = 1.0  # seconds between two signs of life
PAUSE = 1.0  # seconds before a computer player that could not choose tries again
EXPIRE = 14 * 24 * 3600 * 1000  # milliseconds after which a match that was never finished is removed
log = logging.getLogger("parlour.server")


class Keeper:
    """Everything that routes need: the store, the clock, the hub, and the worker."""

    def __init__(self, store: Store, key: SealKey) -> None:
        self.store, self.key = store, key
        self.clock, self.worker = Clock(), Worker()
        self.hub = Hub(self.read)
        self._choosing: set[tuple[str, int, int, int]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.store.listen(lambda match_id: loop.call_soon_threadsafe(self._changed, match_id))
        await self.do(self._wake_up)
        for match_id in await self.do(lambda tx: tx.running()):
            self._changed(match_id)
        self._begin(self._beat())

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.worker.close()

    async def do(self, work: Callable[[Transaction], Result]) -> Result:
        """Run work in a transaction; returns once it is stored."""
        return await asyncio.wrap_future(self.store.submit(work))

    async def read(self, match_id: str) -> Table:
        return await self.do(lambda tx: table.load(tx, match_id))

    def _wake_up(self, tx: Transaction) -> None:
        """Clocks stand still while the server is down."""
        now, alive = self.clock.now(), tx.last_beat()
        if alive and now > alive:
            tx.shift_clocks(now - alive)
        tx.beat(now)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                now = self.clock.now()
                await self.do(lambda tx, now=now: tx.beat(now))  # type: ignore[misc]
            except StoreBusy as error:
                log.warning("%s", error)

    def _changed(self, match_id: str) -> None:
        self.hub.changed(match_id)
        self._begin(self._attend(match_id))

    def _begin(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("%s", type(task.exception()).__name__)  # the text of an error could contain a choice

    async def _attend(self, match_id: str) -> None:
        """Do what a match waits for."""
        try:
            current = await self.read(match_id)
        except (Refused, StoreBusy):
            return
        for seat in current.computers:
            await self._let_choose(current, seat)
        if current.row.clock and current.choosing:
            self._watch_clock(current)

    def _watch_clock(self, current: Table) -> None:
        match_id, now = current.row.id, self.clock.now()
        soonest = min(choosing.time_left(current, seat, now) for seat in current.choosing)
        if match_id in self._timers:
            self._timers[match_id].cancel()
        loop = asyncio.get_running_loop()
        self._timers[match_id] = loop.call_later(max(0, soonest) / 1000 + 0.01, self._time_is_up, match_id)

    def _time_is_up(self, match_id: str) -> None:
        self._timers.pop(match_id, None)
        self._begin(self._flag(match_id))

    async def _flag(self, match_id: str) -> None:
        await self.do(lambda tx: choosing.flag(tx, match_id, self.clock.now()))

    async def _let_choose(self, current: Table, seat: int) -> None:
        """Have a computer player choose and seal its choice. It does so once per round, even after a restart."""
        row = current.row
        turn = (row.id, current.round, row.undone, seat)
        if turn in self._choosing:
            return
        self._choosing.add(turn)
        try:
            variant = Variant(row.game, current.match.game.named_rules())
            player = current.seats[seat].name
            action = await self.worker.run(computer_choice, variant, list(current.match.decisions), seat, player)
            request = choosing.Request(current.round, row.undone, action, fresh_nonce(), secrets.token_hex(8))
            await self.do(lambda tx: choosing.choose(tx, row.id, seat, request, self.key, self.clock.now()))
        except Refused:
            pass  # the match has gone on
        except ParlourError as error:
            log.warning("a computer player could not choose: %s", error)
            await asyncio.sleep(PAUSE)
            self._changed(row.id)
        finally:
            self._choosing.discard(turn)
