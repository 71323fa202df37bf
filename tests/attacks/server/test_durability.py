"""A37: kill -9 at every named point and under load, with both stores. benchmarks/server.py kills a hundred times."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

import httpx2
import pytest
from attacks.server.acknowledged import Acknowledged, check_all, moved, play_until_killed
from server.serving import RUN, Process, new_party, wait_until

KILLED = -9
POINTS = ["before-commit", "after-commit", "after-answer", "after-reveal-before-push"]


@pytest.mark.parametrize("point", POINTS)
def test_a37_nothing_acknowledged_is_lost(point: str, database: str, tmp_path: Path) -> None:
    """The third choice dies. Whatever was acknowledged is there, and repeating the request does no harm."""
    count = 1 if point == "after-reveal-before-push" else 3
    server = Process(tmp_path, database, PARLOUR_DIE_AT=f"{point}:{count}").ready()
    party = new_party(server.url)
    acknowledged = 0
    with party.spectator.socket():
        with suppress(httpx2.TransportError):
            for number in (1, 2):
                for client in party.players:
                    assert client.choose(1, f"key {number}", (number, 0)).status_code == 200
                    acknowledged += 1
        assert server.ended() == KILLED
    party = moved(party, Process(tmp_path, database).ready())
    match = party.first.view()["match"]
    stored = 2 * len(match["turns"]) + [seat["chosen"] for seat in match["seats"]].count(True)
    assert acknowledged <= stored <= acknowledged + 1
    if point == "before-commit":
        assert stored == 2
    for number in (1, 2):  # the clients do not know what arrived, so they send everything again
        for client in party.players:
            assert client.choose(1, f"key {number}", (number, 0)).status_code == 200
    match = party.spectator.view()["match"]
    assert [entry["choices"] for entry in match["turns"]] == [[1, 1], [1, 1]]
    assert match["turn"] == 3


def test_a37_a_migration_is_done_or_not(database: str, tmp_path: Path) -> None:
    server = Process(tmp_path, database, PARLOUR_DIE_AT="during-migration")
    assert server.ended() == KILLED
    party = new_party(Process(tmp_path, database).ready().url)
    assert party.first.choose(1).status_code == 200


def test_a37_random_kills_under_load(database: str, tmp_path: Path) -> None:
    kill_under_load(database, tmp_path, kills=2)


def test_a37_kills_during_a_checkpoint(tmp_path: Path) -> None:
    """With a checkpoint after every commit, the server spends half its time in one."""
    kill_under_load(str(tmp_path / "m.sqlite"), tmp_path, kills=4, program=CHECKPOINTS)


CHECKPOINTS = "from parlour.server.store import sqlite; sqlite.PRAGMAS += ('wal_autocheckpoint = 1',); " + RUN


def kill_under_load(database: str, folder: Path, kills: int, program: str = RUN) -> None:
    chance, found = random.Random(7), list[Acknowledged]()
    for _ in range(kills):
        server, done = Process(folder, database, program=program).ready(), Event()
        threads = [Thread(target=until_lost, args=(server.url, done, found), daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        wait_for(found, len(found) + chance.randint(10, 60))
        time.sleep(chance.uniform(0, 0.05))  # anywhere between two answers
        server.kill()
        done.set()
        for thread in threads:
            thread.join()
    check_all(found, Process(folder, database).ready().url)
    if not database.startswith("postgresql:"):
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def wait_for(found: list[Acknowledged], number: int) -> None:
    wait_until(lambda: len(found) >= number, 60)


def until_lost(url: str, done: Event, found: list[Acknowledged]) -> None:
    with suppress(httpx2.TransportError):
        play_until_killed(url, done, found)


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
    assert again.first.view()["match"]["turns"][0]["openings"][1]["commitment"] == promised
