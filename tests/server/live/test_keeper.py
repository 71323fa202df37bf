"""What happens by itself: computer players choose, clocks run out, and both go on after an outage."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.serving import KEY, Client, Live, live, new_party, wait_until
from server.tables import SECRETS, Kept

import parlour
from parlour.games.errors import ParlourError, TooLarge
from parlour.server.live import keeper, worker
from parlour.server.live.keeper import Keeper
from parlour.server.live.tasks import check_solvable, computer_choice, solution_within
from parlour.server.live.worker import TakesLong, Worker
from parlour.server.matches.stored import COMPUTER, PERSON
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.store import Store, StoreBusy


@pytest.fixture
def quick_computers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Computer players choose in this process; returns what they were asked."""
    asked: list[tuple[Any, ...]] = []

    async def run(_: Worker, __: str, work: Any, *arguments: Any) -> Any:
        asked.append((work, *arguments))
        return work(*arguments, 10.0)

    monkeypatch.setattr(Worker, "run", run)
    return asked


def test_a_computer_seals_first_and_plays_to_the_end(store: Store, quick_computers: list[Any]) -> None:
    with live(store) as running:
        party = new_party(running.url, opponent="random", rules={"points": 1})
        with party.first.socket() as socket:
            while True:
                view = json.loads(socket.recv(10))
                if view["match"]["status"] == "over":
                    break
                if view["you"]["actions"]:
                    assert view["match"]["seats"][1]["chosen"]
                    party.first.choose(view["you"]["actions"]["from"])
    choices = [arguments for work, *arguments in quick_computers if work is computer_choice]
    game = parlour.game("token-showdown", points=1)
    assert choices[0] == [game, game.start(), 1, (), "random"]


def test_a_computer_that_cannot_choose_tries_again(
    on_sqlite: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeper, "PAUSE", 0.05)
    failures = iter([ParlourError("no"), StoreBusy("not now")])

    async def run(_: Worker, __: str, work: Any, *arguments: Any) -> Any:
        error = next(failures, None) if work is computer_choice else None
        if error:
            raise error
        return work(*arguments, 10.0)

    monkeypatch.setattr(Worker, "run", run)
    party = new_party(on_sqlite.url, opponent="random")
    wait_until(lambda: party.first.view()["match"]["seats"][1]["chosen"])
    assert caplog.text.count("could not choose") == 2


def test_computers_that_wait_are_found_after_the_start(store: Store, quick_computers: list[Any]) -> None:
    """As soon as somebody looks, or at once if time can run out."""
    seen, timed, forgotten = (Kept(store, kinds=(COMPUTER, PERSON), clock=clock) for clock in (0, 60_000, 0))
    with live(store) as running:
        Client(running.url, seen.id, SECRETS[1]).view()
        for kept in (seen, timed):
            wait_until(lambda: kept.table().chosen == {0})  # noqa: B023  # called in this round of the loop
    if not store.shared:  # other processes may tell of a change late
        assert forgotten.table().computers == [0]
        assert len(quick_computers) == 2


def test_time_runs_out_by_itself(store: Store) -> None:
    with live(store) as running:
        party = new_party(running.url, clock={"minutes": 1})
        with party.second.socket() as socket:
            json.loads(socket.recv(30))
            store.submit(lambda tx: tx._execute("UPDATE seats SET clock = 300 WHERE seat = 1", ())).result(30)
            party.first.choose(5)  # wakes everybody up
            wait_until(lambda: json.loads(socket.recv(30))["match"]["status"] == "over")
        result = party.first.view()["match"]["result"]
        assert (result["winner"], result["reason"]) == (0, "time")


class Stubborn(SQLiteStore):
    """A store that is sometimes busy."""

    busy = 0

    def submit(self, work: Any) -> Any:
        if self.busy:
            self.busy -= 1
            return super().submit(refuse)
        return super().submit(work)


def refuse(_: Any) -> None:
    raise StoreBusy("not now")


@pytest.fixture
def stubborn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stubborn]:
    monkeypatch.setattr(keeper, "PAUSE", 0.05)
    store = Stubborn(tmp_path / "m.sqlite")
    yield store
    store.close()


def test_a_busy_store_is_asked_again(stubborn: Stubborn) -> None:
    """Whoever watches still gets the last change, and time still runs out."""
    with live(stubborn) as running:
        party = new_party(running.url, clock={"minutes": 1})
        with party.second.socket() as socket:
            socket.recv(30)
            stubborn.submit(lambda tx: tx._execute("UPDATE seats SET clock = 300 WHERE seat = 1", ())).result(30)
            party.first.choose(5)
            stubborn.busy = 8
            wait_until(lambda: json.loads(socket.recv(30))["match"]["status"] == "over")


def test_a_broken_match_stops_no_other_clock(store: Store) -> None:
    """Its game may have been changed since."""
    broken, sound = Kept(store, clock=60_000), Kept(store, clock=60_000)
    broken.play((5, 6))
    broken.do(lambda tx: tx._execute("UPDATE turns SET state = '[1]'", ()))
    broken.do(lambda tx: tx._execute("UPDATE matches SET began = 0", ()))
    with live(store):
        wait_until(lambda: sound.table().over)


def test_matches_that_do_not_exist_leave_nothing_behind(on_sqlite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Keeper] = []
    look_after = Keeper.look_after

    def look(own: Keeper, match_id: str) -> None:
        seen.append(own)
        look_after(own, match_id)

    monkeypatch.setattr(Keeper, "look_after", look)
    party = new_party(on_sqlite.url)
    for name in ("nothing", "x" * 10_000):
        for _ in range(3):
            Client(on_sqlite.url, name, "").get()
    party.first.view()
    wait_until(lambda: not seen[0]._attending)
    assert not seen[0]._changed_again


def test_a_lost_worker_is_started_again() -> None:
    async def run() -> None:
        own = Worker(1.0)
        try:
            with pytest.raises(ParlourError, match="the analysis failed"):
                await own.run("me", _end)
            assert await own.run("me", abs) == 1.0
        finally:
            own.close()

    asyncio.run(run())


def _end(_: float) -> None:
    import os

    os._exit(1)


def test_too_many_wait_for_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MOST_WAITING", 0)
    with pytest.raises(StoreBusy):
        asyncio.run(Worker(1.0).run("me", abs))


def test_solving_has_a_limit() -> None:
    game = parlour.game("resource-war", points=14)
    with pytest.raises(TooLarge, match="takes too long to solve on this server"):
        solution_within(game, -1.0)
    with pytest.raises(TakesLong):
        check_solvable(game, -1.0)


def test_a_closed_keeper_hears_nothing(tmp_path: Path) -> None:
    """A store may still finish work when the application is gone."""
    store = SQLiteStore(tmp_path / "m.sqlite")

    async def run() -> None:
        own = Keeper(store, KEY)
        await own.start()
        await own.close()

    asyncio.run(run())
    Kept(store)
    store.close()


def test_whoever_stays_connected_stays_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life are noted for all players together, a few at a time."""
    monkeypatch.setattr(keeper, "UPKEEP", 0.3)
    monkeypatch.setattr(keeper, "AT_ONCE", 1)
    with live(store) as running:
        party = new_party(running.url)
        with party.first.socket(), party.second.socket(), party.spectator.socket():
            wait_until(lambda: party.first.view()["times"]["connected"] == [True, True])
            store.submit(lambda tx: tx._execute("UPDATE seats SET seen = 1", ())).result(30)
            wait_until(lambda: party.first.view()["times"]["connected"] == [True, True])
            assert all(seat.seen > 1 for seat in store.submit(lambda tx: tx.seats(party.first.match)).result(30))
        wait_until(lambda: party.first.view()["times"]["connected"] == [False, False])
