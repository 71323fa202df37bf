"""What a store promises: all or nothing, nothing told before it is stored, and a clear word when it cannot store."""

from __future__ import annotations

import sqlite3
import stat
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from server.serving import KEY, Cluster, open_database, wait_until
from server.tables import SECRETS, Kept

from parlour.match.commitments import SealedChoice, Slot, commitment
from parlour.server.matches import seats, stored
from parlour.server.matches.seals import fresh_nonce
from parlour.server.matches.stored import PLAYED
from parlour.server.store import postgres as postgres_module
from parlour.server.store import sqlite
from parlour.server.store import store as store_module
from parlour.server.store.postgres import PostgresStore
from parlour.server.store.sqlite import SQLiteStore
from parlour.server.store.store import BadStore, Store, StoreBusy
from parlour.server.store.transaction import Transaction


def test_work_that_fails_changes_nothing(store: Store) -> None:
    kept = Kept(store)

    def broken(tx: Transaction) -> None:
        tx.remove_sealed(kept.id)
        tx.save_match(stored.load(tx, kept.id).row, 0)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        kept.do(broken)
    assert kept.table().row.version == 1


def test_listeners_hear_of_changes_once_they_are_stored(store: Store) -> None:
    heard: list[str | None] = []
    kept = Kept(store)

    def hear(match: str | None, _: object) -> None:
        heard.append(match)

    store.listen(hear)
    kept.choose(0, 5)
    wait_until(lambda: kept.id in heard)
    store.forget(hear)
    time.sleep(0.3)
    heard.clear()
    kept.table()
    kept.choose(1, 5)
    time.sleep(0.3)
    assert heard == []


def test_a_listener_that_fails_stops_nobody_else(store: Store) -> None:
    """A game may break in one state, and the store reads it for those who watch."""

    def fail(*_: object) -> None:
        raise IndexError

    kept = Kept(store)
    store.listen(fail, fail)
    for number in range(3):
        kept.choose(number % 2, 5)
    store.forget(fail)
    assert kept.table().turn == 2


def test_whoever_stops_waiting_stops_nobody_else(store: Store) -> None:
    """A connection may be lost while its request waits."""
    started, go_on = Event(), Event()

    def slow(_: Transaction) -> None:
        started.set()
        go_on.wait(5)

    running: Future[None] = store.submit(slow)
    started.wait(5)
    waiting = [store.submit(lambda tx: tx.count_running()) for _ in range(20)]
    for future in waiting[::2]:
        future.cancel()
    running.cancel()
    go_on.set()
    assert [future.result(30) for future in waiting[1::2]] == [0] * 10
    assert store.submit(lambda tx: tx.count_running()).result(30) == 0


def test_matches_survive_a_restart(database: str) -> None:
    store = open_database(database)
    kept = Kept(store)
    kept.choose(0, 5)
    before = kept.table()
    store.close()
    kept.store = open_database(database)
    assert kept.table() == before
    kept.choose(1, 6)
    assert kept.turns() == [(5, 6)]
    kept.store.close()


def test_a_newer_database_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = store_module.migrations()
    with monkeypatch.context() as newer:
        newer.setattr(store_module, "migrations", lambda: [*scripts, "CREATE TABLE later (thing TEXT);"])
        open_database(database).close()
    with pytest.raises(BadStore, match="written by a newer Parlour"):
        open_database(database)


def test_an_older_database_is_brought_up_to_date(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_database(database)
    kept = Kept(store)
    store.close()
    scripts = store_module.migrations()
    monkeypatch.setattr(store_module, "migrations", lambda: [*scripts, "CREATE TABLE later (thing TEXT);"])
    kept.store = open_database(database)
    assert kept.table().row.version == 1
    kept.do(lambda tx: tx._execute("INSERT INTO later (thing) VALUES (?)", ("x",)))
    kept.store.close()


def test_links_of_an_older_database_still_work(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that nobody has opened takes its seat once, as new ones do; one that was opened stays the seat."""
    scripts = store_module.migrations()
    with monkeypatch.context() as older:
        older.setattr(store_module, "migrations", lambda: scripts[:1])
        store = open_database(database)
    row = ("m", "token-showdown", "{}", 0, "", 1, 0, 0, 0, 0, "", -1, "", "", 0, 0)
    rows = [("m", seat, "person", "", seats.digest(f"link {seat}"), 1 - seat, 0, "", 0) for seat in (0, 1)]

    def fill(tx: Transaction) -> None:
        tx._execute(f"INSERT INTO matches VALUES ({', '.join('?' * len(row))})", row)
        for seat in rows:
            tx._execute(f"INSERT INTO seats VALUES ({', '.join('?' * len(seat))})", seat)

    store.submit(fill).result(10)
    store.close()
    with closing(open_database(database)) as store:
        for secret, joined in (("link 0", (0, "link 0")), ("link 1", (1, "own"))):
            entry = seats.Entry(secret, "own", "", "")
            assert store.submit(partial(seats.join, match_id="m", entry=entry, now=0)).result(10) == joined


def test_a_match_of_an_older_database_continues(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables and answers had other names before version 4: a sealed choice is opened, a repeated one is recognised."""
    scripts = store_module.migrations()
    with monkeypatch.context() as older:
        older.setattr(store_module, "migrations", lambda: scripts[:3])
        store = open_database(database)
    slot, choice = Slot("m", 2, 0, 0), SealedChoice(7, fresh_nonce())
    answer = '{"sealed": true, "round": 2, "undone": 0, "version": 4}'
    rows: list[tuple[str, tuple[Any, ...]]] = [
        ("matches", ("m", "token-showdown", "{}", 0, "", 4, 0, 0, 0, 0, "", -1, "", "", 0, 0)),
        *(("seats", ("m", seat, "person", "", seats.digest(SECRETS[seat]), 1, 0, "", 0, "")) for seat in (0, 1)),
        ("decisions", ("m", 1, 0, 5, 6, f" {'b' * 64}")),  # the second player has chosen, and the first has sealed
        ("sealed", (*slot, commitment(slot, choice), KEY.encrypt(slot, choice))),
        ("answers", ("m", 0, "k", answer)),
    ]

    def fill(tx: Transaction) -> None:
        for name, row in rows:
            tx._execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)

    store.submit(fill).result(10)
    store.close()
    with closing(open_database(database)) as store:
        kept = Kept(store)
        kept.id = "m"
        assert [seat.taken for seat in kept.table().seats] == [PLAYED, PLAYED]
        assert kept.choose(0, 9, "k", (2, 0)) == {"sealed": True, "turn": 2, "taken_back": 0, "version": 4}
        kept.choose(1, 8)
        assert kept.turns() == [(5, 6), (7, 8)]


def test_a_migration_that_fails_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_database(database).close()
    scripts = store_module.migrations()
    with monkeypatch.context() as broken:
        broken.setattr(store_module, "migrations", lambda: [*scripts, "CREATE TABLE later (thing TEXT); NONSENSE"])
        with pytest.raises(BadStore):
            open_database(database)
    store = open_database(database)
    assert Kept(store).table().row.version == 1
    store.close()


# SQLite


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    first = SQLiteStore(path)
    with pytest.raises(BadStore, match="in use by another server"):
        SQLiteStore(path)
    first.close()
    SQLiteStore(path).close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    path.write_text("something else, long enough to be read as a header " * 20)
    with pytest.raises(BadStore, match="cannot be used"):
        SQLiteStore(path)


def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "new" / "m.sqlite").close()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in (tmp_path / "new").iterdir())


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SQLiteStore]:
    """A store that waits for nobody."""
    pragmas = [pragma for pragma in sqlite.PRAGMAS if "busy" not in pragma]
    monkeypatch.setattr(sqlite, "PRAGMAS", (*pragmas, "busy_timeout = 50"))
    store = SQLiteStore(tmp_path / "m.sqlite")
    yield store
    store.close()


def test_a39_a_locked_database_refuses_at_once_and_recovers(impatient: SQLiteStore, tmp_path: Path) -> None:
    kept = Kept(impatient)
    with closing(sqlite3.connect(tmp_path / "m.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusy, match="locked"):
            kept.choose(0, 5, at=(1, 0))
        other.execute("ROLLBACK")
    kept.choose(0, 5)
    assert kept.table().chosen == {0}


def test_a38_a_full_disk_loses_nothing_and_recovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "max_page_count = 40"))
    store = SQLiteStore(tmp_path / "m.sqlite")
    first = Kept(store)
    first.choose(0, 5)
    stored = [first.id]

    def fill() -> None:
        while True:
            stored.append(Kept(store).id)

    with pytest.raises(StoreBusy, match="full"):
        fill()
    assert first.table().chosen == {0}
    assert set(first.do(lambda tx: tx.running())) == set(stored)
    first.do(lambda tx: tx._execute("DELETE FROM matches WHERE id != ?", (first.id,)))
    first.choose(1, 6)
    assert first.turns() == [(5, 6)]
    store.close()
    with closing(sqlite3.connect(tmp_path / "m.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# PostgreSQL


def test_a_server_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="cannot be used"):
        PostgresStore(f"postgresql:///nothing?host={tmp_path}")


def test_a41_postgresql_restarts_under_play(postgres: Cluster) -> None:
    """Connections break, the store connects again, and listeners are told that they may have missed something."""
    store = PostgresStore(postgres.new_database())
    kept, heard = Kept(store), list[str | None]()
    kept.choose(0, 5)

    def hear(match: str | None, _: object) -> None:
        heard.append(match)

    store.listen(hear)
    postgres.control("restart", "-m", "immediate")
    assert kept.table().chosen == {0}
    kept.choose(1, 6)
    assert kept.turns() == [(5, 6)]
    wait_until(lambda: None in heard)
    store.close()


def test_a_locked_row_does_not_hang(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_module, "PATIENCE", 1.0)
    address = postgres.new_database()
    store = PostgresStore(address)
    kept, other = Kept(store), Kept(store)
    with psycopg.connect(address) as connection:
        connection.execute("SELECT * FROM matches WHERE id = %s FOR UPDATE", (kept.id,))
        waiting = store.submit(lambda tx: tx.match(kept.id))
        assert other.choose(0, 5)["sealed"]
        with pytest.raises(StoreBusy):
            waiting.result(10)
    store.close()
