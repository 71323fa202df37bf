"""A38-A41: a full disk, a locked file, a clock that jumps, a lost database. More is in tests/server/test_stores.py."""

from __future__ import annotations

import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx2
import pytest
from attacks.server.acknowledged import Acknowledged, check_all, moved, play_until_killed
from server.serving import Client, Cluster, Live, Party, Process, live, new_party, wait_until

from parlour.server.store import sqlite
from parlour.server.store.sqlite import SQLiteStore


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
        store.submit(lambda tx: tx._execute("DELETE FROM matches WHERE id != ?", (party.first.match,))).result(30)
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
            socket.recv(30)
            other.execute("BEGIN EXCLUSIVE")
            began = time.monotonic()
            answer = party.first.choose(5, "key", (1, 0))
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            assert time.monotonic() - began < 3
            assert party.first.http.get("/api/games").status_code == 200  # what needs no store goes on
            other.execute("ROLLBACK")
            assert party.first.choose(5, "key", (1, 0)).status_code == 200
            wait_until(lambda: '"chosen":true' in str(socket.recv(30)))
    store.close()


def test_a39_a_lock_of_another_program_is_waited_for_or_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players go on all the time. Each answer is there in the end, or says when to try again; then nothing is lost."""
    pragmas = [pragma for pragma in sqlite.PRAGMAS if "busy" not in pragma]
    monkeypatch.setattr(sqlite, "PRAGMAS", (*pragmas, "busy_timeout = 500"))
    store, found, done = SQLiteStore(tmp_path / "m.sqlite"), list[Acknowledged](), Event()
    answers: list[Answer] = []
    with live(store) as running, closing(sqlite3.connect(tmp_path / "m.sqlite", isolation_level=None)) as other:
        parties = [new_party(running.url, rules={"tokens": 1000, "points": 1000}) for _ in range(3)]
        threads = [Thread(target=insist, args=(party, done, found, answers), daemon=True) for party in parties]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(found) > 20)
        for seconds in (0.2, 1.5):  # shorter and longer than the server waits
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)
            other.execute("ROLLBACK")
            enough = len(found) + 20
            wait_until(lambda: len(found) > enough)  # noqa: B023  # called in this round of the loop
        done.set()
        for thread in threads:
            thread.join()
        check_all(found, running.url)
    store.close()
    assert {answer.status for answer in answers} == {200, 503}
    assert all(answer.retry == ("2" if answer.status == 503 else None) for answer in answers)
    assert max(answer.seconds for answer in answers) < 5


class Answer(NamedTuple):
    status: int
    retry: str | None
    seconds: float


def insist(party: Party, done: Event, found: list[Acknowledged], answers: list[Answer]) -> None:
    """Looks and chooses, and repeats whatever was put off."""
    number = 0
    while not done.is_set():
        number += 1
        for seat, client in enumerate(party.players):
            until_done(client.get, answers)
            until_done(partial(client.choose, 1, f"key {number}", (number, 0)), answers)
            found.append(Acknowledged(party, number, seat, 1))


def until_done(ask: Callable[[], httpx2.Response], answers: list[Answer]) -> None:
    status = 0
    while status != 200:
        began = time.monotonic()
        answer = ask()
        status = answer.status_code
        answers.append(Answer(status, answer.headers.get("retry-after"), time.monotonic() - began))


@pytest.mark.parametrize("days", [-1, 1])
def test_a40_nobody_loses_time_because_the_time_of_day_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """While the server runs, or while it is down."""
    store = SQLiteStore(tmp_path / "m.sqlite")
    real = time.time_ns
    with live(store) as running:
        party = new_party(running.url, clock={"minutes": 1})
        monkeypatch.setattr(time, "time_ns", lambda: real() + days * 86_400 * 10**9)
        assert party.first.choose(5).status_code == 200
        assert 40_000 < party.first.view()["times"]["left"][1] <= 60_000
    with live(store) as again:
        second = Client(again.url, party.second.match, party.second.secret)
        assert 40_000 < second.view()["times"]["left"][1] <= 60_000
        assert second.choose(6).status_code == 200
    store.close()


FROZEN = """
import asyncio, threading, time
from parlour.server import serve
from parlour.server.matches import clocks

clocks.GRACE = 2_000

def freeze(loop):
    time.sleep(2)
    loop.call_soon_threadsafe(time.sleep, 4)  # as if somebody had found a request that takes so long

class Freezing(serve.WebServer):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        threading.Thread(target=freeze, args=(asyncio.get_running_loop(),), daemon=True).start()

serve.WebServer = Freezing
from parlour.cli.main import main; main()
"""


def test_a_server_that_is_busy_gives_no_time_back(tmp_path: Path) -> None:
    """Its clock goes on: a client that keeps the server busy would win time."""
    server = Process(tmp_path, str(tmp_path / "m.sqlite"), program=FROZEN).ready()
    party = new_party(server.url, clock={"minutes": 1})
    began = time.monotonic()
    time.sleep(2.5)
    slow = time.monotonic()
    left = party.first.view()["times"]["left"][0]  # waits until the server answers again
    assert time.monotonic() - slow > 2
    assert 60 - left / 1000 > time.monotonic() - began - 1
    assert party.first.choose(5).status_code == 200
    assert 60 - party.first.view()["times"]["left"][1] / 1000 > time.monotonic() - began - 1


AHEAD = """
import time
real = time.time_ns
time.time_ns = lambda: real() + 300 * 10**9
from parlour.cli.main import main; main()
"""


def test_processes_with_different_clocks_agree(postgres: Cluster, tmp_path: Path) -> None:
    """One is five minutes ahead. Nobody loses time by that, whichever process they ask and whichever starts last."""
    database = postgres.new_database()
    right = Process(tmp_path, database).ready()
    early = new_party(right.url, clock={"minutes": 5})
    ahead = Process(tmp_path, database, program=AHEAD).ready()
    late = new_party(right.url, clock={"minutes": 5})
    for party in (early, late):
        for there in (ahead, right):
            one, two = (Client(there.url, client.match, client.secret) for client in party.players)
            turn = one.view()["match"]["turn"]
            assert one.choose(5, at=(turn, 0)).status_code == 200
            assert two.choose(6, at=(turn, 0)).status_code == 200
            assert all(280_000 < left <= 300_000 for left in one.view()["times"]["left"])
    time.sleep(2)  # both beat
    assert all(280_000 < left <= 300_000 for left in early.first.view()["times"]["left"])


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
    check_all(found, server.url)


def test_a41_a_second_server_on_the_same_file_refuses_to_start(tmp_path: Path) -> None:
    database = str(tmp_path / "m.sqlite")
    Process(tmp_path, database).ready()
    (tmp_path / "link").symlink_to(database)
    (tmp_path / "folder").symlink_to(tmp_path)
    for name in (database, str(tmp_path / "link"), str(tmp_path / "folder" / "m.sqlite")):
        second = Process(tmp_path, name)
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
        assert len(server.log.read_text().splitlines()) <= 4
        assert party.second.view()["match"]["seats"][0]["chosen"]
        blocker.unlink()
        assert party.second.choose(6).status_code == 200
        server.kill()
        again = moved(party, Process(tmp_path, str(disk / "m.sqlite")).ready())
        assert [entry["choices"] for entry in again.first.view()["match"]["turns"]] == [[5, 6]]
