"""A37-A41: kill -9 at every named point and under load, with both stores; a full disk, a locked file, a lost database.

A checkpoint of SQLite is no point of ours: the random kills meet it now and then. More of this without HTTP is in
tests/server/test_stores.py, and benchmarks/server.py kills a hundred times.
"""

from __future__ import annotations

import random
import secrets
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx2
import pytest
from server.serving import Client, Cluster, Live, Party, Process, live, new_party, wait_until

from parlour.server.store import sqlite
from parlour.server.store.sqlite import SQLiteStore

KILLED = -9
POINTS = ["before-commit", "after-commit", "after-answer", "after-reveal-before-push"]


def moved(party: Party, server: Process) -> Party:
    """The same people after a restart, at another port."""
    return Party(*(Client(server.url, client.match, client.secret) for client in party))


@pytest.mark.parametrize("point", POINTS)
def test_a37_nothing_acknowledged_is_lost(point: str, database: str, tmp_path: Path) -> None:
    """The third choice dies. Whatever was acknowledged is there, and repeating the request does no harm."""
    count = 1 if point == "after-reveal-before-push" else 3
    server = Process(tmp_path, database, PARLOUR_DIE_AT=f"{point}:{count}").ready()
    party = new_party(server.url)
    acknowledged = 0
    with party.spectator.socket(), suppress(httpx2.TransportError):
        for number in (1, 2):
            for client in party.players:
                assert client.choose(1, f"key {number}", (number, 0)).status_code == 200
                acknowledged += 1
    assert server.ended() == KILLED
    party = moved(party, Process(tmp_path, database).ready())
    match = party.first.view()["match"]
    stored = 2 * len(match["history"]) + [seat["chosen"] for seat in match["seats"]].count(True)
    assert acknowledged <= stored <= acknowledged + 1
    if point == "before-commit":
        assert stored == 2
    for number in (1, 2):  # the clients do not know what arrived, so they send everything again
        for client in party.players:
            assert client.choose(1, f"key {number}", (number, 0)).status_code == 200
    match = party.spectator.view()["match"]
    assert [entry["actions"] for entry in match["history"]] == [[1, 1], [1, 1]]
    assert match["round"] == 3


def test_a37_a_migration_is_done_or_not(database: str, tmp_path: Path) -> None:
    server = Process(tmp_path, database, PARLOUR_DIE_AT="during-migration")
    assert server.ended() == KILLED
    party = new_party(Process(tmp_path, database).ready().url)
    assert party.first.choose(1).status_code == 200


class Acknowledged(NamedTuple):
    match: Party
    round: int
    seat: int
    action: int


def play_until_killed(url: str, done: Event, found: list[Acknowledged]) -> None:
    """A match that goes on until the server is gone, and what was acknowledged of it."""
    party = new_party(url, rules={"tokens": 1000, "points": 1000})
    number = 0
    while not done.is_set():
        number += 1
        for seat, client in enumerate(party.players):
            action = 1 + (number + seat) % 2
            answer = client.choose(action, secrets.token_hex(8), (number, 0))
            assert answer.status_code == 200, answer.text
            found.append(Acknowledged(party, number, seat, action))


def test_a37_random_kills_under_load(database: str, tmp_path: Path) -> None:
    chance, found = random.Random(7), list[Acknowledged]()
    for _ in range(2):
        server, done = Process(tmp_path, database).ready(), Event()
        threads = [Thread(target=until_lost, args=(server.url, done, found), daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.2, 0.6))
        server.kill()
        done.set()
        for thread in threads:
            thread.join()
    assert len(found) > 20
    check_all(found, Process(tmp_path, database).ready())
    if not database.startswith("postgresql:"):
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def until_lost(url: str, done: Event, found: list[Acknowledged]) -> None:
    with suppress(httpx2.TransportError):
        play_until_killed(url, done, found)


def check_all(found: list[Acknowledged], server: Process) -> None:
    """Every acknowledged choice is stored, and none was played twice."""
    for party in {one.match.first.match: one.match for one in found}.values():
        match = Client(server.url, party.first.match, party.first.secret).view()["match"]
        history = {entry["number"]: entry["actions"] for entry in match["history"]}
        assert list(history) == list(range(1, len(history) + 1))
        for one in found:
            if one.match is party and one.round in history:
                assert history[one.round][one.seat] == one.action
            elif one.match is party:
                assert one.round == match["round"]
                assert match["seats"][one.seat]["chosen"]


def test_a37_computers_do_not_draw_again(tmp_path: Path) -> None:
    """What a computer player has sealed survives: restarting the server until its choice is better does not help."""
    database = str(tmp_path / "m.sqlite")
    server = Process(tmp_path, database).ready()
    party = new_party(server.url, opponent="random")
    wait_until(lambda: party.first.view()["match"]["seats"][1]["commitment"], 30)
    promised = party.first.view()["match"]["seats"][1]["commitment"]
    server.kill()
    again = moved(party, Process(tmp_path, database).ready())
    assert again.first.view()["match"]["seats"][1]["commitment"] == promised
    assert again.first.choose(5).status_code == 200
    assert again.first.view()["match"]["history"][0]["openings"][1]["commitment"] == promised


def test_a38_a_full_disk_is_said_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "max_page_count = 30"))
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store) as running:
        party = new_party(running.url)
        party.first.choose(5)
        answer = fill(running)
        assert answer.json() == {"error": "the server is busy; try again in a moment"}
        assert answer.headers["retry-after"] == "2"
        assert party.second.view()["match"]["seats"][0]["chosen"]  # reading goes on
        store.submit(lambda tx: tx._execute("DELETE FROM matches WHERE id != ?", (party.first.match,))).result(5)
        assert party.second.choose(6).status_code == 200
    store.close()


def fill(running: Live) -> httpx2.Response:
    with httpx2.Client(base_url=running.url, verify=False) as http:
        while True:
            answer = http.post("/api/matches", json={"game": "token-showdown"})
            if answer.status_code != 201:
                return answer


def test_a39_a_locked_database_is_said_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pragmas = [pragma for pragma in sqlite.PRAGMAS if "busy" not in pragma]
    monkeypatch.setattr(sqlite, "PRAGMAS", (*pragmas, "busy_timeout = 200"))
    store = SQLiteStore(tmp_path / "m.sqlite")
    with live(store) as running, closing(sqlite3.connect(tmp_path / "m.sqlite", isolation_level=None)) as other:
        party = new_party(running.url)
        with party.second.socket() as socket:
            socket.recv(5)
            other.execute("BEGIN EXCLUSIVE")
            began = time.monotonic()
            answer = party.first.choose(5, "key", (1, 0))
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            assert time.monotonic() - began < 3
            assert party.first.http.get("/api/games").status_code == 200  # what needs no store goes on
            other.execute("ROLLBACK")
            assert party.first.choose(5, "key", (1, 0)).status_code == 200
            wait_until(lambda: '"chosen":true' in str(socket.recv(5)))
    store.close()


def test_a41_postgresql_restarts_under_play(postgres: Cluster, tmp_path: Path) -> None:
    server = Process(tmp_path, postgres.new_database()).ready()
    found, done = list[Acknowledged](), Event()
    threads = [Thread(target=play_until_killed, args=(server.url, done, found), daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(found) > 10)
    postgres.control("restart", "-m", "immediate")
    before = len(found)
    wait_until(lambda: len(found) > before + 10, 20)
    done.set()
    for thread in threads:
        thread.join()
    check_all(found, server)


def test_a41_a_second_server_on_the_same_file_refuses_to_start(tmp_path: Path) -> None:
    database = str(tmp_path / "m.sqlite")
    Process(tmp_path, database).ready()
    second = Process(tmp_path, database)
    assert second.ended() != 0
    assert "in use by another server" in second.log.read_text()
    assert "Traceback" not in second.log.read_text()


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of 400 kB."""
    folder.mkdir()
    mounted: Any = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root may mount a small file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a38_a_disk_that_is_really_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small") as disk:
        server = Process(tmp_path, str(disk / "m.sqlite")).ready()
        party = new_party(server.url)
        assert party.first.choose(5).status_code == 200
        blocker = disk / "blocker"
        with suppress(OSError), blocker.open("wb") as file:
            while True:
                file.write(b"x" * 4096)
                file.flush()
        statuses = {party.first.post("name", name=f"Ann {number}").status_code for number in range(80)}
        assert 503 in statuses
        assert statuses <= {200, 503}
        assert party.second.view()["match"]["seats"][0]["chosen"]
        blocker.unlink()
        assert party.second.choose(6).status_code == 200
        server.kill()
        again = moved(party, Process(tmp_path, str(disk / "m.sqlite")).ready())
        assert [entry["actions"] for entry in again.first.view()["match"]["history"]] == [[5, 6]]
