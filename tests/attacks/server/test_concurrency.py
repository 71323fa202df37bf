"""A31-A36: several requests at the same moment. What happens one after the other is in tests/server."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx2
import pytest
from server.serving import KEY, Client, Cluster, Live, Process, new_party, wait_until
from server.tables import Kept

from parlour.server.errors import Refused
from parlour.server.matches import choosing, stored
from parlour.server.matches.seals import fresh_nonce
from parlour.server.matches.stored import REMATCH, TAKE_BACK
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.store import Store, StoreBusy
from parlour.server.store.transaction import Transaction

ROUNDS = 100  # of one match


def together(*work: Callable[[], Any]) -> list[Any]:
    """Does everything at the same moment; returns the results, or the refusals."""
    barrier = Barrier(len(work))

    def run(one: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return one()
        except Refused as error:
            return error

    with ThreadPoolExecutor(len(work)) as threads:
        return list(threads.map(run, work))


def refused(results: list[Any]) -> int:
    return sum(isinstance(result, Refused) for result in results)


def test_a31_a_double_click_chooses_once(store: Store) -> None:
    kept = Kept(store)
    results = together(*[lambda: kept.choose(0, 7, "the same key", (1, 0))] * 20)
    assert results == [results[0]] * 20
    assert kept.table().row.version == 2


def test_a31_many_keys_choose_once(store: Store) -> None:
    kept = Kept(store)
    results = together(*[lambda: kept.choose(0, 7, at=(1, 0))] * 20)
    assert refused(results) == 19
    assert kept.table().chosen == {0}


def test_a32_both_choose_at_once(store: Store) -> None:
    """In 500 rounds of five matches: exactly one of the two reveals the round, and nothing hangs."""
    matches = [Kept(store, rules={"tokens": 1000, "points": 1000}) for _ in range(5)]
    versions = together(*[partial(rounds, kept) for kept in matches])
    for kept, (own, other) in zip(matches, versions, strict=True):
        for number in range(1, ROUNDS + 1):
            assert sorted((own[number - 1], other[number - 1])) == [2 * number, 2 * number + 1]
        assert kept.turns() == [(5, 6)] * ROUNDS


def rounds(kept: Kept) -> tuple[list[int], list[int]]:
    """The versions that both players were told, in rounds that both of them end at the same moment."""
    ready = Barrier(2, timeout=60)

    def play(seat: int) -> list[int]:
        told = []
        for number in range(1, ROUNDS + 1):
            ready.wait()
            told.append(kept.choose(seat, 5 + seat, at=(number, 0))["version"])
        return told

    first, second = together(lambda: play(0), lambda: play(1))
    return first, second


def test_a32_two_processes_on_postgresql(postgres: Cluster, tmp_path: Path) -> None:
    address = postgres.new_database()
    one, two = Process(tmp_path, address).ready(), Process(tmp_path, address).ready()
    party = new_party(one.url, rules={"tokens": 1000, "points": 1000})
    second = Client(two.url, party.first.match, party.second.secret)
    with second.socket() as socket:
        for number in range(1, ROUNDS + 1):
            at = (number, 0)
            answers = together(lambda: party.first.choose(1, at=at), lambda: second.choose(1, at=at))  # noqa: B023  # called in this round of the loop
            assert [answer.status_code for answer in answers] == [200, 200]
        wait_until(lambda: json.loads(socket.recv(30))["match"]["turn"] == ROUNDS + 1)
    assert party.first.view()["match"] == second.view()["match"]


def test_a34_one_end_only(store: Store) -> None:
    for _ in range(5):
        kept = Kept(store, rules={"points": 1})
        kept.choose(0, 7)
        results = together(lambda: kept.choose(1, 8), lambda: kept.resign(0), lambda: kept.resign(1))  # noqa: B023  # called in this round of the loop
        assert refused(results) == 2
        row = kept.table().row
        assert row.outcome == "won"
        assert (row.reason == "") == (len(kept.turns()) == 1)


def test_a34_a_choice_at_the_last_moment(store: Store) -> None:
    for _ in range(5):
        kept = Kept(store, rules={"points": 1}, clock=60_000)
        kept.do(lambda tx: tx.beat(kept.now))  # noqa: B023  # called in this round of the loop
        kept.choose(0, 7)
        kept.now += 59_999
        kept.do(lambda tx: tx.beat(kept.now))  # noqa: B023  # called in this round of the loop

        late = kept.now + 1
        flag = partial(choosing.flag, match_id=kept.id, now=late)
        together(lambda: kept.choose(1, 8, at=(1, 0)), lambda: kept.do(flag))  # noqa: B023  # called in this round of the loop
        row = kept.table().row
        assert (row.winner, row.reason) in [(1, ""), (0, "time")]
        assert len(kept.turns()) == (row.reason == "")


def test_a35_two_tabs_of_one_seat(on_sqlite: Live) -> None:
    """Both stay connected, and a choice in one shows in the other."""
    party = new_party(on_sqlite.url)
    with party.first.socket() as one, party.first.socket() as two:
        party.first.choose(5)
        for socket in (one, two):
            wait_until(lambda: json.loads(socket.recv(30))["match"]["seats"][0]["chosen"])  # noqa: B023  # called in this round of the loop
    wait_until(lambda: not party.second.view()["times"]["connected"][0])


def test_a36_take_back_against_a_choice(store: Store) -> None:
    """The other player accepts a take-back at the moment in which the round ends: one of the two happens."""
    for _ in range(5):
        kept = Kept(store)
        kept.choose(0, 7)
        kept.offer(0, TAKE_BACK)
        accept, choose = partial(kept.accept, 1, TAKE_BACK, (1, 0)), partial(kept.choose, 1, 8, at=(1, 0))
        results = together(accept, choose)
        current = kept.table()
        if current.row.taken_back:
            assert (refused(results), kept.turns(), current.chosen) == (1, [], set())
        else:
            assert (refused(results), kept.turns()) == (1, [(7, 8)])


def test_a36_one_rematch(store: Store) -> None:
    kept = Kept(store)
    kept.resign(0)
    together(*[lambda seat=seat: kept.offer(seat, REMATCH) for seat in (0, 1) * 5])
    assert kept.do(lambda tx: tx.count_running()) == 1
    assert kept.table().row.next


def test_a36_two_people_open_the_same_link(on_sqlite: Live) -> None:
    answer = httpx2.post(f"{on_sqlite.url}/api/matches", json={"game": "token-showdown", "seat": "first"}).json()
    ticket = answer["links"]["other"].partition("#")[2]

    def join(name: str) -> httpx2.Response:
        return httpx2.post(f"{on_sqlite.url}/api/matches/{answer['id']}/join", json={"secret": ticket, "name": name})

    answers = together(*[lambda name=name: join(name) for name in ("Ann", "Bob")])
    assert sorted(each.status_code for each in answers) == [200, 409]


def test_a_refusal_waits_for_the_commit(tmp_path: Path) -> None:
    """Two requests in one commit that fails: the second must not be told that the first was sealed."""
    store = SQLiteStore(tmp_path / "m.sqlite")
    kept = Kept(store)
    waiting = Barrier(2)
    store.submit(lambda _: waiting.wait())  # whatever comes meanwhile is committed together
    futures = [store.submit(lambda tx: seal(kept, tx)) for _ in range(2)]
    store.submit(fail)
    waiting.wait()
    for future in futures:
        with pytest.raises(StoreBusy):
            future.result(30)
    assert not kept.table().chosen
    store.close()


def seal(kept: Kept, tx: Transaction) -> str:
    request = choosing.ChoiceRequest(1, 0, 5, fresh_nonce(), fresh_nonce().hex())
    return choosing.choose(tx, stored.load(tx, kept.id), 0, request, KEY, kept.now)


def fail(tx: Transaction) -> None:
    tx._execute("SELECT nothing FROM nowhere", ())
