"""Whoever asks the solver for much, or has many slow computer players, waits for it alone."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from server.serving import Live, live, new_party

import parlour
from parlour.games.errors import ParlourError
from parlour.match.match import Match
from parlour.match.record import checksum, dump
from parlour.players.search.search import Search
from parlour.server.limits import TooMany
from parlour.server.live import tasks, worker
from parlour.server.live.tasks import computer_choice
from parlour.server.live.worker import FairQueue, Lanes, TakesLong, Worker
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.store import StoreBusy


class Log:
    """Who had a turn, in order. Somebody is inside until `open` is called."""

    def __init__(self, own: FairQueue) -> None:
        self.own, self.order = own, list[str]()
        self.go_on = asyncio.Event()

    async def work(self, address: str) -> None:
        async with self.own.turn(address):
            self.order.append(address)
            await self.go_on.wait()

    def start(self, *addresses: str) -> list[asyncio.Task[None]]:
        return [asyncio.create_task(self.work(address)) for address in addresses]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 10))


def test_addresses_take_turns() -> None:
    async def work() -> None:
        log = Log(FairQueue())
        tasks = log.start("mallory", "mallory", "mallory", "ann", "mallory", "ann", "bob")
        await asyncio.sleep(0)
        log.go_on.set()
        await asyncio.gather(*tasks)
        assert log.order == ["mallory", "ann", "bob", "mallory", "ann", "mallory", "mallory"]

    run(work())


def test_one_address_has_a_small_share() -> None:
    async def work() -> None:
        log = Log(FairQueue(2))
        tasks = log.start("mallory", "mallory", "mallory", "ann")
        await asyncio.sleep(0)
        log.go_on.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), type(None), TooMany, type(None)]
        await asyncio.gather(*log.start("mallory"))  # what is done counts no more

    run(work())


def test_too_many_in_all_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MOST_WAITING", 2)

    async def work() -> None:
        log = Log(FairQueue())
        tasks = log.start("one", "two", "three")
        await asyncio.sleep(0)
        log.go_on.set()
        assert isinstance((await asyncio.gather(*tasks, return_exceptions=True))[2], StoreBusy)

    run(work())


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_whoever_gives_up_holds_up_nobody(steps: int) -> None:
    """While waiting, or at the very moment of the turn."""

    async def work() -> None:
        log = Log(FairQueue())
        first, second, third = log.start("one", "two", "three")
        await asyncio.sleep(0)
        log.go_on.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        await asyncio.gather(*log.start("four"))
        assert log.order[-2:] == ["three", "four"]

    run(work())


def takes(needed: float, seconds: float) -> float:
    """Stands for solving. It runs in the process of a worker."""
    if needed > seconds:
        raise TakesLong("too long")
    time.sleep(needed)
    return seconds


def test_quick_work_overtakes_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "QUICK", 0.5)

    async def work() -> None:
        lanes = Lanes(5.0, 2)
        try:
            assert await lanes.run("ann", takes, 0) == 0.5
            assert await lanes.run("ann", takes, 0.6) == 5.0
            with pytest.raises(TakesLong):
                await lanes.run("ann", takes, 6)
            long = [asyncio.create_task(lanes.run("mallory", takes, 2)) for _ in range(3)]
            await asyncio.sleep(0.2)
            assert await lanes.run("ann", takes, 0) == 0.5
            assert not any(task.done() and not task.exception() for task in long)
            with pytest.raises(TooMany):
                await asyncio.gather(*long)
        finally:
            lanes.close()
        with pytest.raises(StoreBusy):
            await lanes.run("ann", takes, 0)

    asyncio.run(asyncio.wait_for(work(), 60))


def priority(_: float) -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def test_long_work_gives_way_to_the_server_and_to_computer_players() -> None:
    """Two solvers on two cores would keep them waiting at every step."""

    async def work() -> None:
        lanes, own = Lanes(5.0, 2), Worker(5.0)
        try:
            mine = priority(0)
            assert await lanes.run("ann", priority) == min(mine + worker.MODEST, 19)
            assert await own.run("ann", priority) == mine
        finally:
            lanes.close()
            own.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def hangs(_: float) -> None:
    """A task that takes no notice of the time."""
    while True:
        time.sleep(1)


def test_a_task_that_misses_its_deadline_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And those that wait come next."""
    monkeypatch.setattr(worker, "GRACE", 4.0)

    async def work() -> None:
        own = Worker(0.5)
        try:
            lost = asyncio.create_task(own.run("mallory", hangs))
            await asyncio.sleep(0)
            waiting = asyncio.create_task(own.run("ann", takes, 0))
            with pytest.raises(ParlourError, match="this takes too long on this server"):
                await lost
            assert await waiting == 0.5
            given_up = asyncio.create_task(own.run("mallory", hangs))
            await asyncio.sleep(0.1)
            given_up.cancel()
            assert await own.run("ann", takes, 0) == 0.5
            process = own._pool
            left = asyncio.create_task(own.run("mallory", takes, 0.3))
            await asyncio.sleep(0.1)
            left.cancel()  # a client that leaves costs nobody the process, and what it has in memory
            assert await own.run("ann", takes, 0) == 0.5
            assert own._pool is process
        finally:
            own.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_record_with_too_many_turns_is_not_replayed() -> None:
    """Its 340,000 turns would keep everybody waiting for minutes."""
    match = Match(parlour.game("resource-war", stall=0))
    content = json.loads(dump(match))
    content["turns"] = [[0, 0]] * 100_000
    del content["checksum"]
    text = json.dumps({**content, "checksum": checksum(content)})
    began = time.process_time()
    with pytest.raises(ParlourError, match="100000 turns are more than the 1000 that are possible here"):
        tasks.review_upload(json.dumps({"record": text}).encode(), 1.0)
    assert time.process_time() - began < 1


@pytest.fixture
def without_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """The solver never has time."""

    async def busy(*_: Any) -> None:
        raise TooMany("analyses", 1)

    monkeypatch.setattr(Lanes, "run", busy)
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store) as running:
        yield running
    store.close()


def test_players_that_need_no_solving_do_not_wait_for_the_solver(without_solver: Live) -> None:
    """Those that need no solution, and all in a game that comes with its solution."""
    for opponent in ("random", "search", "hard", "perfect"):
        new_party(without_solver.url, opponent=opponent)
    new_party(without_solver.url, opponent="random", rules={"tokens": 50})
    with httpx2.Client(base_url=without_solver.url, verify=False) as http:
        answer = http.post("/api/matches", json={"game": "tower-siege", "rules": {"tower": 9}, "opponent": "hard"})
    assert answer.status_code == 429


LARGE = {"points": 10_000, "target": 10_000, "stall": 0}


def test_search_ends_in_time_in_the_largest_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.game("resource-war", **LARGE)
    view = Match(game).view(0)
    Search(1).choose(view, Random(1))  # compiles
    began = time.process_time()
    Search(seconds=0.1).choose(view, Random(1))
    assert time.process_time() - began < 1.5
    asked = list[float]()
    monkeypatch.setattr(Search, "choose", lambda own, *_: asked.append(own.seconds))
    computer_choice(game, game.start(), 1, (), "search", 10.0)
    assert asked == [tasks.SEARCH]
