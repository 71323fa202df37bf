"""Processes for everything that may take long: computer players, exact analysis, and matches that must be replayed.

The server must not wait for such work, and no client for that of another. Every task has a deadline: a process that
misses it is killed, and another one is started.
"""

import asyncio
import os
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

from parlour.child_process import begin
from parlour.games.errors import ParlourError, TooLarge
from parlour.server.limits import TooMany
from parlour.server.store.store import StoreBusy

Result = TypeVar("Result")
MOST_WAITING = 1_000  # in all
LATER = 10  # seconds after which to try again
SECONDS = 10.0  # that solving a variant may take, unless the host says otherwise
QUICK = 1.0  # seconds after which solving gives way to others
QUICK_EACH = 20  # analyses of one address that are at work or wait
GRACE = 20.0  # seconds more until a process is killed: it may have to compile first
MODEST = 10  # for processes with long tasks, as in `nice`: the server and the computer players go first


class TakesLong(TooLarge):
    """Solving was given up because others wait."""


class FairQueue:
    """One at a time, and addresses take turns: one that asks for much does not delay the others."""

    def __init__(self, most_each: int = MOST_WAITING) -> None:
        self._most_each = most_each
        self._inside = asyncio.Lock()  # at most one of each address waits for it
        self._of_address: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._count: Counter[str] = Counter()  # those who wait, and the one inside

    @property
    def waiting(self) -> int:
        """How many wait or are inside."""
        return self._count.total()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until no other task is inside; raises an error if too many wait already."""
        if self._count[address] >= self._most_each:
            raise TooMany("analyses at once that take long", LATER)
        if self._count.total() >= MOST_WAITING:
            raise StoreBusy("too much is waiting for the solver")
        self._count[address] += 1
        try:
            async with self._of_address[address], self._inside:
                yield
        finally:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address], self._of_address[address]


class Worker:
    """One process, started at the first request and again if it ends. Addresses take turns."""

    def __init__(self, seconds: float, most_each: int = MOST_WAITING, niceness: int = 0) -> None:
        self._seconds = seconds  # that solving may take
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(most_each)
        self._closed = False

    @property
    def waiting(self) -> int:
        return self._queue.waiting

    async def run(self, address: str, work: Callable[..., Result], *arguments: Any) -> Result:
        """`work` gets the seconds that solving may take as its last argument. It is killed if it takes much longer.

        A client that gives up gives up its place in the queue. Once its task has begun, the task continues.
        """
        async with AsyncExitStack() as turn:
            await turn.enter_async_context(self._queue.turn(address))
            task = asyncio.ensure_future(self._carry_out(turn.pop_all(), partial(work, *arguments, self._seconds)))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # the client may not hear of it
        return await asyncio.shield(task)

    async def _carry_out(self, turn: AsyncExitStack, work: partial[Result]) -> Result:
        async with turn:
            for _ in range(2):
                if self._closed:
                    raise StoreBusy("the server is stopping")
                try:
                    process = await self._start_process(work.func)
                    future = asyncio.get_running_loop().run_in_executor(process, work)
                    return await asyncio.wait_for(future, self._seconds + GRACE)
                except TimeoutError:
                    await asyncio.to_thread(self._kill)
                    raise ParlourError("this takes too long on this server") from None
                except BrokenProcessPool:
                    self._pool = None
            raise ParlourError("the analysis failed; try again later")

    async def _start_process(self, task: Callable[..., Any]) -> ProcessPoolExecutor:
        """The process, once it has started and imported the task: no deadline includes that."""
        if self._pool is None:
            self._pool = pool = ProcessPoolExecutor(1, get_context("spawn"), begin_at, (self._niceness,))
            await asyncio.get_running_loop().run_in_executor(pool, callable, task)
        return self._pool

    def _kill(self) -> None:
        pool, self._pool = self._pool, None
        if pool:
            for process in list((pool._processes or {}).values()):  # from Python 3.14 on: kill_workers
                process.kill()  # a process that is just starting would still ignore SIGTERM, as this one does
            pool.shutdown()  # a pool that is forgotten while it notices that can hang (Python 3.13.0)

    def close(self) -> None:
        """Stop at once: clients that wait are told to try again, and the server does not wait for the solver."""
        self._closed = True
        self._kill()


def begin_at(niceness: int) -> None:
    begin()
    if hasattr(os, "nice"):
        os.nice(niceness)


class Lanes:
    """Two processes: long tasks continue in the slow one, where they do not delay the quick ones."""

    def __init__(self, seconds: float, long_each: int) -> None:
        """Each address may have so many long tasks at once."""
        self._quick, self._slow = Worker(QUICK, QUICK_EACH, MODEST), Worker(seconds, long_each, MODEST)

    @property
    def waiting(self) -> int:
        return self._quick.waiting + self._slow.waiting

    async def run(self, address: str, work: Callable[..., Result], *arguments: Any) -> Result:
        try:
            return await self._quick.run(address, work, *arguments)
        except TakesLong:
            return await self._slow.run(address, work, *arguments)

    def close(self) -> None:
        self._quick.close()
        self._slow.close()
