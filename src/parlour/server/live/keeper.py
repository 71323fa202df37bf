"""Keeps matches going: passes on changes, lets computer players choose, ends matches when time is up."""

import asyncio
import itertools
import logging
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple, TypeVar

from parlour.games.errors import ParlourError
from parlour.server import crash
from parlour.server.cache import Cache
from parlour.server.errors import Refused
from parlour.server.limits import Budgets, TooMany
from parlour.server.live import tasks
from parlour.server.live.heartbeat import Heartbeat
from parlour.server.live.hub import Hub
from parlour.server.live.inbox import Inbox
from parlour.server.live.worker import QUICK, SECONDS, Lanes, Worker
from parlour.server.matches import choosing, clocks
from parlour.server.matches.seals import SealKey, fresh_nonce
from parlour.server.matches.seats import see
from parlour.server.matches.stored import COMPUTER, StoredMatch, load, past_choices
from parlour.server.matches.views import Shown, forget, keep_turns, load_shown
from parlour.server.store.store import Store, StoreBusy
from parlour.server.store.transaction import Transaction

Result = TypeVar("Result")
PAUSE = 1.0  # seconds before something that failed is tried again
EXPIRE = 14 * 24 * 3600 * 1000  # milliseconds after which a match that was never finished is removed
UPKEEP = 15.0  # seconds between two notes of who is connected
CLEAN_UP = 240  # such notes between two looks for old matches
BREATH = 0.002  # seconds between two matches that are looked after at the start
AT_ONCE = 200  # players in one transaction
LONG_EACH = 2  # analyses of one address that take long: one at work, and one that waits
FEW = 50  # past turns that become JSON at once; more are left to a worker
KNOWN = 10_000  # matches
log = logging.getLogger("parlour.server")


class ComputerTurn(NamedTuple):
    """The turn in which a computer player has to choose."""

    match: str
    number: int
    taken_back: int
    seat: int


class Keeper:
    """Everything that routes need: the store, the clock, the budgets, the hub, and the workers."""

    def __init__(self, store: Store, key: SealKey, budgets: Budgets | None = None, seconds: float = SECONDS) -> None:
        self.store, self.key, self.budgets = store, key, budgets or Budgets()
        self.clock, self.hub = clocks.Clock(), Hub()
        forget()
        self.running = 0  # how many matches there were a moment ago
        self.analysis = Lanes(seconds, LONG_EACH)  # for everything that may take long
        self.quick = Worker(QUICK)  # for what never takes long, such as most computer players
        self._heartbeat = Heartbeat(store, self.clock)
        self._quiet: Cache[bool] = Cache(KNOWN)  # whether a match waits for nothing from us: no clock and no computer
        self._attending: set[str] = set()
        self._changed_again: set[str] = set()
        self._choosing: set[ComputerTurn] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def solver_waiting(self) -> int:
        return self.analysis.waiting + self.quick.waiting

    async def start(self) -> None:
        self._inbox = Inbox(asyncio.get_running_loop())
        self._listener = partial(self._inbox.put, self._news)
        self.store.listen(self._listener, self._read)
        await self.do(lambda tx: clocks.wake_up(tx, self.clock.follow(tx), self.store.shared))
        self._heartbeat.start()
        self._begin(self._watch_clocks())
        self._begin(self._keep_up())

    def wind_down(self) -> None:
        """End everything that clients wait for: streams, sockets and solves."""
        for match_id in self.hub.watched:
            self.hub.remove(match_id)
        self.analysis.close()
        self.quick.close()

    async def close(self) -> None:
        self.wind_down()
        self._heartbeat.stop()
        self.store.forget(self._listener)
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def do(self, work: Callable[[Transaction], Result]) -> Result:
        """Run work in a transaction; returns once it is stored."""
        answered: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.store.submit(work).add_done_callback(partial(self._inbox.put, settle, answered))
        return await answered

    async def shown(self, match_id: str) -> Shown:
        """A match as views need it."""
        return await self.do(lambda tx: load_shown(tx, match_id))

    def takes_long(self, shown: Shown) -> bool:
        return shown.new > FEW

    async def render(self, shown: Shown) -> Shown:
        """The same once a worker has made the past turns of a long match into JSON."""
        if not self.takes_long(shown):
            return shown
        row, game = shown.current.row, shown.current.game
        texts = await self.quick.run(row.creator or row.id, tasks.render, game, shown.rows, len(shown.known))
        return keep_turns(shown, texts)

    def look_after(self, match_id: str) -> None:
        """A client asks for a match. Until then, this process has not looked at it, unless it has a clock."""
        if self._quiet.get(match_id) is None:
            self._notice(match_id)

    async def _watch_clocks(self) -> None:
        """Look after every match in which time can run out. Requests go first."""
        for match_id in await self._insist(lambda tx: tx.with_clocks()):
            if self._quiet.get(match_id) is None and match_id not in self._attending:
                self._attending.add(match_id)
                try:
                    await self._attend(match_id)
                except Exception as error:  # a broken game must not stop the clocks of others
                    log.error("%s", type(error).__name__)
                await asyncio.sleep(BREATH)

    async def _insist(self, work: Callable[[Transaction], Result]) -> Result:
        while True:
            try:
                return await self.do(work)
            except StoreBusy:
                await asyncio.sleep(PAUSE)

    async def _keep_up(self) -> None:
        for number in itertools.count():
            try:
                await self._see_players()
                self.running = await self.do(lambda tx: tx.count_running())
                if number % CLEAN_UP == 0:
                    await self.do(lambda tx: tx.remove_idle(self.clock.now() - EXPIRE))
            except StoreBusy as error:
                log.warning("%s", error)
            await asyncio.sleep(UPKEEP)

    async def _see_players(self) -> None:
        """Note who is still connected, a few at a time so that no request has to wait."""
        players = self.hub.players
        for start in range(0, len(players), AT_ONCE):
            some = players[start : start + AT_ONCE]
            await self.do(partial(see, players=some, now=self.clock.now()))

    def _read(self, tx: Transaction, match_id: str) -> Shown | None:
        """A match that has changed, if a client watches it. This saves another transaction after the change."""
        if match_id not in self.hub.watched:
            return None
        shown = load_shown(tx, match_id)
        return None if self.takes_long(shown) else shown

    def _news(self, match_id: str | None, shown: Shown | None) -> None:
        if shown:
            self._pass_on(shown)
            if not self._quiet.get(shown.current.row.id):
                self._look_at(shown.current)
            return
        if match_id is None:
            self._quiet.clear()  # changes may have been missed, so all matches are looked at again
        for changed in [match_id] if match_id else [*self.hub.watched, *self._timers]:
            self._notice(changed)

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
                    shown = await self.shown(match_id) if match_id in self.hub.watched else None
                    self._look_at(shown.current if shown else await self.do(lambda tx: load(tx, match_id)))
                    if shown:
                        self._pass_on(await self.render(shown))
                except (StoreBusy, TooMany):
                    await asyncio.sleep(PAUSE)
                    continue
                if match_id not in self._changed_again:
                    return
        except ParlourError:  # the match was removed, or its game
            self.hub.remove(match_id)
        finally:
            self._attending.discard(match_id)
            self._changed_again.discard(match_id)

    def _pass_on(self, shown: Shown) -> None:
        if shown.current.turn > 1:
            crash.point("after-reveal-before-push")
        self.hub.put(shown)

    def _look_at(self, current: StoredMatch) -> None:
        """Do the work that a match waits for."""
        quiet = not current.row.clock and all(seat.kind != COMPUTER for seat in current.seats)
        self._quiet.put(current.row.id, quiet)
        for seat in current.computers:
            self._begin(self._let_choose(current, seat))
        self._watch_clock(current)

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
        turn = ComputerTurn(current.row.id, current.turn, current.row.taken_back, seat)
        if turn in self._choosing:
            return
        self._choosing.add(turn)
        try:
            action = await self._ask_computer(current, seat)
            request = choosing.ChoiceRequest(*turn[1:3], action, fresh_nonce(), secrets.token_hex(8))
            now = self.clock.now()
            await self.do(lambda tx: choosing.choose(tx, load(tx, turn.match), seat, request, self.key, now))
        except Refused:
            pass  # the match has gone on
        except ParlourError as error:
            if not isinstance(error, TooMany):
                log.warning("a computer player could not choose: %s", error)
            await asyncio.sleep(PAUSE)
            self._notice(turn.match)
        finally:
            self._choosing.discard(turn)

    async def _ask_computer(self, current: StoredMatch, seat: int) -> int:
        row, game, player = current.row, current.game, current.seats[seat].name
        lane = self.quick if tasks.is_quick(player, game) else self.analysis
        hidden = game.shown(current.state) != current.state
        choices = await self.do(lambda tx: past_choices(tx, current)) if hidden else ()
        return await lane.run(row.creator or row.id, tasks.computer_choice, game, current.state, seat, choices, player)


def settle(answered: asyncio.Future[Any], stored: Future[Any]) -> None:
    """Pass the outcome of a transaction on."""
    if answered.cancelled():
        return
    error = stored.exception()
    if error:
        answered.set_exception(error)
    else:
        answered.set_result(stored.result())
