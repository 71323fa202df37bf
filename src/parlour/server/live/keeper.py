"""Keeps matches going: passes on changes, lets computer players choose, ends matches when time is up."""

import asyncio
import itertools
import logging
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from parlour.games.errors import ParlourError
from parlour.server import crash
from parlour.server.cache import Cache
from parlour.server.errors import Refused
from parlour.server.limits import Budgets, TooMany
from parlour.server.live.hub import Hub
from parlour.server.live.worker import SECONDS, Lanes, Worker, computer_choice
from parlour.server.matches import choosing, clocks
from parlour.server.matches.seals import SealKey, fresh_nonce
from parlour.server.matches.seats import see
from parlour.server.matches.stored import COMPUTER, StoredMatch, load
from parlour.server.store.transaction import Store, StoreBusy, Transaction

Result = TypeVar("Result")
PAUSE = 1.0  # seconds before something that failed is tried again
EXPIRE = 14 * 24 * 3600 * 1000  # milliseconds after which a match that was never finished is removed
CLEAN_UP = 3600  # beats between two looks for such matches
SEE = 15  # beats between two notes of who is connected
AT_ONCE = 200  # players in one transaction
LONG_EACH = 2  # analyses of one address that take long: one at work, and one that waits
log = logging.getLogger("parlour.server")


class Keeper:
    """Everything that routes need: the store, the clock, the budgets, the hub, and the workers."""

    def __init__(self, store: Store, key: SealKey, budgets: Budgets | None = None, seconds: float = SECONDS) -> None:
        self.store, self.key, self.budgets = store, key, budgets or Budgets()
        self.clock, self.hub = clocks.Clock(), Hub()
        self._slow = Worker(LONG_EACH)
        self.analysis = Lanes(self._slow, seconds)  # for every client that asks
        self.players = Lanes(self._slow, seconds)  # computer players have their own: no analysis holds up a match
        self.addresses: Cache[str] = Cache(10_000)  # of those who play against computers; they take turns
        self._quiet: Cache[bool] = Cache(10_000)  # matches without clocks and computers: they wait for nothing from us
        self._attending: set[str] = set()
        self._changed_again: set[str] = set()
        self._choosing: set[tuple[str, int, int, int]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._listener = lambda match_id: loop.call_soon_threadsafe(self._news, match_id)
        self.store.listen(self._listener)
        await self.do(lambda tx: clocks.wake_up(tx, self.clock.now()))
        await self._attend_all()
        self._begin(self._beat())

    def wind_down(self) -> None:
        """End everything that clients wait for: streams, sockets and solves."""
        for match_id in self.hub.watched:
            self.hub.remove(match_id)
        for worker in (self.analysis, self.players, self._slow):
            worker.close()

    async def close(self) -> None:
        self.wind_down()
        self.store.forget(self._listener)
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def do(self, work: Callable[[Transaction], Result]) -> Result:
        """Run work in a transaction; returns once it is stored."""
        return await asyncio.wrap_future(self.store.submit(work))

    async def _beat(self) -> None:
        for number in itertools.count():
            try:
                await self.do(partial(self._sign_of_life, sent=self.clock.now()))
                if number % SEE == 0:
                    await self._see_players()
                if number % CLEAN_UP == 0:
                    await self.do(lambda tx: tx.remove_idle(self.clock.now() - EXPIRE))
            except StoreBusy as error:
                log.warning("%s", error)
            await asyncio.sleep(clocks.BEAT)

    def _sign_of_life(self, tx: Transaction, sent: int) -> None:
        clocks.beat(tx, sent, self.clock.now())

    async def _see_players(self) -> None:
        """Note who is still connected, a few at a time so that no request has to wait."""
        players = self.hub.players
        for start in range(0, len(players), AT_ONCE):
            some = players[start : start + AT_ONCE]
            await self.do(partial(see, players=some, now=self.clock.now()))

    def _news(self, match_id: str | None) -> None:
        if match_id is None:
            self._begin(self._attend_all())
        else:
            self._notice(match_id)

    async def _attend_all(self) -> None:
        """Look at every match that may wait for something."""
        while True:
            try:
                running = await self.do(lambda tx: tx.running())
                break
            except StoreBusy:
                await asyncio.sleep(PAUSE)
        for match_id in {*running, *self.hub.watched}:
            self._notice(match_id)

    def _notice(self, match_id: str) -> None:
        if self._quiet.get(match_id) and match_id not in self.hub.watched:
            return
        if match_id in self._attending:
            self._changed_again.add(match_id)
        else:
            self._attending.add(match_id)
            self._begin(self._attend(match_id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end_task)

    def _end_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("%s", type(task.exception()).__name__)  # the text of an error could contain a choice

    async def _attend(self, match_id: str) -> None:
        """Pass on the changes, and do the work that the match waits for. Later changes are read together."""
        try:
            while True:
                self._changed_again.discard(match_id)
                try:
                    current = await self.do(lambda tx: load(tx, match_id))
                except StoreBusy:
                    await asyncio.sleep(PAUSE)
                    continue
                if current.turns:
                    crash.point("after-reveal-before-push")
                self.hub.put(current)
                quiet = not current.row.clock and all(seat.kind != COMPUTER for seat in current.seats)
                self._quiet.put(match_id, quiet)
                for seat in current.computers:
                    self._begin(self._let_choose(current, seat))
                self._watch_clock(current)
                if match_id not in self._changed_again:
                    return
        except ParlourError:  # the match was removed, or its game
            self.hub.remove(match_id)
        finally:
            self._attending.discard(match_id)

    def _watch_clock(self, current: StoredMatch) -> None:
        match_id, now = current.row.id, self.clock.now()
        if match_id in self._timers:
            self._timers.pop(match_id).cancel()
        if current.row.clock and current.choosing and not current.computers:
            soonest = min(clocks.time_left(current, seat, now) for seat in current.choosing)
            self._flag_in(match_id, max(0, soonest) / 1000 + 0.01)

    def _flag_in(self, match_id: str, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[match_id] = loop.call_later(seconds, lambda: self._begin(self._flag(match_id)))

    async def _flag(self, match_id: str) -> None:
        self._timers.pop(match_id, None)
        now = self.clock.now()
        try:
            await self.do(lambda tx: choosing.flag(tx, match_id, now))
        except StoreBusy:
            self._flag_in(match_id, PAUSE)
        except Refused:
            pass  # the match was removed
        else:
            self._notice(match_id)  # if clocks stood still meanwhile, there is time left

    async def _let_choose(self, current: StoredMatch, seat: int) -> None:
        """Have a computer player choose and seal its choice. It does so once per turn, even after a restart."""
        row = current.row
        turn = (row.id, current.turn, row.taken_back, seat)
        if turn in self._choosing:
            return
        self._choosing.add(turn)
        try:
            address = self.addresses.get(row.id) or row.id
            action = await self.players.run(address, computer_choice, current.line, seat, current.seats[seat].name)
            request = choosing.ChoiceRequest(current.turn, row.taken_back, action, fresh_nonce(), secrets.token_hex(8))
            now = self.clock.now()
            await self.do(lambda tx: choosing.choose(tx, load(tx, row.id), seat, request, self.key, now))
        except Refused:
            pass  # the match has gone on
        except ParlourError as error:
            if not isinstance(error, TooMany):
                log.warning("a computer player could not choose: %s", error)
            await asyncio.sleep(PAUSE)
            self._notice(row.id)
        finally:
            self._choosing.discard(turn)
