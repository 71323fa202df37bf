"""Backups: nothing is lost, nobody learns or changes what was revealed since, and the records say what happened."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from attacks.server.acknowledged import moved
from server.serving import Cluster, Party, Process, new_party
from server.tables import Kept

from parlour.match.commitments import check_seals, voided_choices
from parlour.match.record import parse
from parlour.server.matches.offers import RESTORED
from parlour.server.store.sqlite import SQLiteStore


class Answer(NamedTuple):
    code: int
    out: str
    err: str


def run_cli(*arguments: str) -> Answer:
    done = subprocess.run([sys.executable, "-m", "parlour", *arguments], capture_output=True, text=True, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


def begun(server: Process) -> Party:
    """A match with one turn, and a sealed choice in the next."""
    party = new_party(server.url, rules={"points": 3}, public=True)
    for client in party.players:
        assert client.choose(5).status_code == 200
    assert party.first.choose(7, "seven", (2, 0)).status_code == 200
    return party


def check_asked_again(party: Party) -> None:
    """The turn that was going on is asked again, and the choice that was sealed is void."""
    again = party.first.view()["match"]["taken_back"]
    assert again >= RESTORED
    for client in party.players:
        view = client.view()
        assert [entry["choices"] for entry in view["match"]["turns"]] == [[5, 5]]
        assert (view["match"]["turn"], view["match"]["taken_back"]) == (2, again)
        assert [seat["chosen"] for seat in view["match"]["seats"]] == [False, False]
        assert {each["reason"] for each in view["match"]["voided"]} == {"restore"}
        assert client.choose(9, at=(2, 0)).status_code == 409
    for client in party.players:
        assert client.choose(8, at=(2, again)).status_code == 200
    party.first.post("resign")
    match = parse(party.spectator.get("/record").text)
    assert check_seals(match) == 2
    void = voided_choices(match)
    assert [(each.turn, each.seat, bool(each.commitment)) for each in void] == [(2, -1, False), (2, 0, True)]


def test_a_restored_match_asks_again_for_what_was_revealed_since(tmp_path: Path) -> None:
    server = Process(tmp_path, str(tmp_path / "m.sqlite")).ready()
    party, backup, later = begun(server), tmp_path / "backup", tmp_path / "later" / "m.sqlite"
    version = party.first.view()["match"]["version"]
    assert run_cli("backup", str(backup), "--database", str(tmp_path / "m.sqlite")).code == 0
    assert os.stat(backup).st_mode & 0o777 == 0o600
    assert party.second.choose(6, at=(2, 0)).status_code == 200  # now everybody knows that the first player chose 7
    server.kill()
    answer = run_cli("restore", str(backup), "--database", str(later))
    assert (answer.code, answer.out) == (0, "The matches are back. 1 match will be asked again for the current turn.\n")
    again = moved(party, Process(tmp_path, str(later)).ready())
    assert again.first.view()["match"]["version"] > version + 1000  # pages that are open take no older one
    check_asked_again(again)


def test_a_restored_postgresql_database_asks_again(tmp_path: Path, postgres: Cluster) -> None:
    database = postgres.new_database()
    server = Process(tmp_path, database).ready()
    party = begun(server)
    server.kill()
    assert run_cli("restore", "--database", database).code == 0
    check_asked_again(moved(party, Process(tmp_path, database).ready()))


def test_no_clock_runs_between_a_backup_and_its_restoring(tmp_path: Path) -> None:
    server = Process(tmp_path, str(tmp_path / "m.sqlite")).ready()
    party = new_party(server.url, clock={"minutes": 1})
    backup, later = tmp_path / "backup", tmp_path / "later.sqlite"
    assert run_cli("backup", str(backup), "--database", str(tmp_path / "m.sqlite")).code == 0
    with sqlite3.connect(backup) as connection:  # as if it had been made an hour ago
        for column, table in (("began", "matches"), ("alive", "heartbeat")):
            connection.execute(f"UPDATE {table} SET {column} = {column} - 3600000")
    connection.close()
    assert run_cli("restore", str(backup), "--database", str(later)).code == 0
    left = moved(party, Process(tmp_path, str(later)).ready()).first.view()["times"]["left"]
    assert all(40_000 < each <= 60_000 for each in left)


def test_matches_that_cannot_be_played_here_are_restored_too(tmp_path: Path) -> None:
    """Their game is not installed, or the other player has not come yet."""
    database, backup, later = tmp_path / "m.sqlite", tmp_path / "backup", tmp_path / "later.sqlite"
    store = SQLiteStore(database)
    gone, waiting = Kept(store), Kept(store, invited="ticket")
    gone.do(lambda tx: tx._execute("UPDATE matches SET game = 'gone' WHERE id = ?", (gone.id,)))
    store.close()
    assert run_cli("backup", str(backup), "--database", str(database)).code == 0
    assert run_cli("restore", str(backup), "--database", str(later)).code == 0
    gone.store = SQLiteStore(later)
    for match_id in (gone.id, waiting.id):
        row = gone.do(lambda tx: tx.match(match_id))  # noqa: B023  # called in this round of the loop
        assert row is not None
        assert row.taken_back >= RESTORED
    gone.store.close()


def test_a_backup_that_is_restored_twice_gives_other_numbers(tmp_path: Path) -> None:
    """Otherwise the same turn could be revealed twice under the same name. Open pages take no older version."""
    database, backup = tmp_path / "m.sqlite", tmp_path / "backup"
    store = SQLiteStore(database)
    kept = Kept(store, invited="ticket")  # also before the other player has come
    store.close()
    assert run_cli("backup", str(backup), "--database", str(database)).code == 0
    rows = []
    for number in range(2):
        later = tmp_path / f"later-{number}.sqlite"
        assert run_cli("restore", str(backup), "--database", str(later)).code == 0
        kept.store = SQLiteStore(later)
        rows.append(kept.table().row)
        kept.store.close()
    assert rows[0].taken_back != rows[1].taken_back
    assert rows[0].version < rows[1].version


def test_nothing_is_ever_replaced(tmp_path: Path) -> None:
    database = tmp_path / "m.sqlite"
    Process(tmp_path, str(database)).ready()
    backup = tmp_path / "backup"
    assert run_cli("backup", str(backup), "--database", str(database)).code == 0
    before = backup.read_bytes()
    for command in (
        ["backup", str(backup), "--database", str(database)],
        ["restore", str(backup), "--database", str(database)],
        ["restore", str(tmp_path / "nothing"), "--database", str(tmp_path / "new")],
        ["backup", str(tmp_path / "new"), "--database", str(tmp_path / "nothing")],
        ["restore", "--database", str(tmp_path / "new")],
    ):
        assert run_cli(*command).code == 2
    shutil.copy(f"{database}-wal", tmp_path / "new-wal")  # left behind by whoever moved a database away
    answer = run_cli("restore", str(backup), "--database", str(tmp_path / "new"))
    assert (answer.code, answer.err) == (2, f"parlour: {tmp_path}/new-wal exists: move it away first\n")
    assert backup.read_bytes() == before
    assert not (tmp_path / "new").exists()
    assert not list(tmp_path.glob("*.part*"))


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    for name, content in (("text", b"no database"), ("empty", b""), ("short", None)):
        path = tmp_path / name
        if content is None:
            Process(tmp_path, str(tmp_path / "m.sqlite")).ready()
            assert run_cli("backup", str(path), "--database", str(tmp_path / "m.sqlite")).code == 0
            content = path.read_bytes()[:-8192]
        path.write_bytes(content)
        answer = run_cli("restore", str(path), "--database", str(tmp_path / "new.sqlite"))
        assert answer.code == 2
        assert str(path) in answer.err
        assert not (tmp_path / "new.sqlite").exists()


def test_the_record_of_a_host_with_two_keys_says_so(tmp_path: Path) -> None:
    """Restarts with another key look like bad luck, unless somebody counts them."""
    database, folders = str(tmp_path / "m.sqlite"), [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    server = Process(folders[0], database).ready()
    party = new_party(server.url, rules={"points": 1})
    for time in range(4):
        assert party.first.choose(7, at=(1, time)).status_code == 200
        server.kill()
        server = Process(folders[(time + 1) % 2], database).ready()
        party = moved(party, server)
        assert party.second.choose(6, at=(1, time)).status_code == 200
        assert party.first.view()["match"]["taken_back"] == time + 1
    assert [each["reason"] for each in party.first.view()["match"]["voided"]] == ["key"] * 4
    for client in party.players:
        client.choose(5 + party.players.index(client))
    record = tmp_path / "record.json"
    record.write_text(party.first.get("/record").text)
    void = [each["commitment"] for each in json.loads(record.read_text())["seals"]["voided"]]
    assert len(set(void)) == 4
    (tmp_path / "seen").write_text("\n".join(void))
    answer = run_cli("verify", str(record), "--seen", str(tmp_path / "seen"))
    assert answer.code == 0
    assert "4 times in turn 1: a choice was sealed, and the server could not read it, and asked again" in answer.out
