"""Whoever makes the server slow must win nothing by it: no time on a clock, and no computer player of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import httpx2
import pytest
from server.serving import KEY, Live, live, new_party, wait_until
from server.tables import NOW, Kept

from parlour.server import limits
from parlour.server.errors import Refused
from parlour.server.http import matches
from parlour.server.live.keeper import Keeper
from parlour.server.live.worker import Worker
from parlour.server.matches import clocks, stored
from parlour.server.matches.stored import COMPUTER, PERSON
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.store import Store

MINUTE = 60_000
SLOW = 18_000  # milliseconds


class SlowStore(SQLiteStore):
    """Everything waits for 18 seconds, if it is slow; they go by only on the clock that the server reads."""

    slow, passed, jobs = False, 0, 0

    def now(self) -> int:
        return NOW + self.passed

    def follow(self, _: Any) -> int:
        return self.now()

    def submit(self, work: Callable[[Any], Any]) -> Any:
        def late(tx: Any) -> Any:
            self.passed += SLOW
            return work(tx)

        self.jobs += 1
        return super().submit(late if self.slow else work)


def test_a_slow_store_gives_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "BEAT", 0.01)
    store = SlowStore(tmp_path / "m.sqlite")

    async def run() -> None:
        monkeypatch.setattr(clocks, "Clock", lambda: store)
        own = Keeper(store, KEY)
        kept = Kept(store, clock=100 * MINUTE)
        await own.start()
        while store.jobs < 20:  # only beats are left then
            await asyncio.sleep(0.01)
        store.slow = True
        while store.passed < 10 * SLOW:
            await asyncio.sleep(0.01)
        store.slow = False
        assert kept.table().row.began == NOW
        await own.close()

    asyncio.run(run())
    store.close()


def test_a_beat_that_waited_for_the_store_is_no_outage(store: Store) -> None:
    kept = Kept(store, clock=MINUTE)
    kept.do(lambda tx: tx.beat(kept.now))
    sent = kept.now
    kept.now += SLOW
    kept.do(lambda tx: clocks.beat(tx, sent, kept.now))
    kept.do(lambda tx: clocks.beat(tx, kept.now + 1_000, kept.now + SLOW))
    assert clocks.time_left(kept.table(), 0, kept.now) == MINUTE - SLOW


def test_the_public_list_plays_no_match_again(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty long matches took most of a second, again and again."""
    for number in range(3):
        party = new_party(on_sqlite.url, public=True, name=f"Ann {number}", turns=[[5, 6]] * number)
    monkeypatch.setattr(stored, "unpack", None)
    with httpx2.Client(base_url=on_sqlite.url, verify=False) as http:
        found = http.get("/api/matches").json()["matches"]
    assert [(match["turn"], match["names"]) for match in found] == [
        (3, ["Ann 2", "Player B"]),
        (2, ["Ann 1", "Player B"]),
        (1, ["Ann 0", "Player B"]),
    ]
    assert found[0] == {"id": party.first.match, "game": "token-showdown", "names": ["Ann 2", "Player B"], "turn": 3}


def test_no_clock_runs_until_the_computer_has_chosen(store: Store) -> None:
    """Otherwise a flood of computer players would let everybody's time run out."""
    kept = Kept(store, kinds=(PERSON, COMPUTER), clock=MINUTE)
    kept.now += 2 * MINUTE
    kept.do(lambda tx: tx.beat(kept.now))
    with pytest.raises(Refused, match="the computer has not chosen yet"):
        kept.choose(0, 5)
    kept.flag()
    kept.choose(1, 6)
    assert [clocks.time_left(kept.table(), seat, kept.now) for seat in (0, 1)] == [MINUTE, MINUTE]
    kept.now += 10_000
    kept.do(lambda tx: tx.beat(kept.now))
    assert [clocks.time_left(kept.table(), seat, kept.now) for seat in (0, 1)] == [MINUTE - 10_000, MINUTE]


def test_a_page_sees_that_its_clock_stands_still(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = Event()

    async def run(_: Worker, __: str, work: Any, *arguments: Any) -> Any:
        while not ready.is_set():
            await asyncio.sleep(0.01)
        return work(*arguments, 10.0)

    monkeypatch.setattr(Worker, "run", run)
    party = new_party(on_sqlite.url, opponent="random", clock={"minutes": 1})
    times = party.first.view()["times"]
    assert (times["left"], times["running"]) == ([MINUTE, MINUTE], [False, False])
    ready.set()
    wait_until(lambda: party.first.view()["times"]["running"] == [True, False])


def test_long_views_for_many_streams_are_sent_less_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has many streams of a long match could have gigabytes sent by changing a name again and again."""
    monkeypatch.setitem(limits.LIMITS, matches.VIEWS, limits.Limit(100, 60 * 50))
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store, limits=1.0) as running:
        party = new_party(running.url, rules={"tokens": 1000, "points": 1000}, turns=[[1, 1]] * 300)
        with party.spectator.stream() as lines:
            assert 60_000 < len(next(lines)) < 100_000
            party.first.post("name", name="Ann")
            began = time.monotonic()
            next(lines)
            for number in range(5):
                party.first.post("name", name=f"Ann {number}")
            assert '"Ann 4"' in next(lines)  # those in between are skipped
            assert time.monotonic() - began > 0.5
    store.close()
