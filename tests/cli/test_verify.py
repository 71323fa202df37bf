"""`parlour verify`: records of served matches, as they are and with every entry changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.match.record import checksum
from parlour.server.http.app import application
from parlour.server.matches.seals import SealKey
from parlour.server.store.sqlite import SQLiteStore


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    store = SQLiteStore(tmp_path_factory.mktemp("verify") / "matches.sqlite")
    with TestClient(application(store, SealKey(bytes(32)), ["testserver"])) as client:
        yield client
    store.close()


def served(client: TestClient, name: str, rounds: int = 3) -> tuple[dict[str, Any], list[str]]:
    """The record of a match of a few rounds, and the commitments that were published on the way."""
    random, seen = Random(7), list[str]()
    created = client.post("/api/matches", json={"game": name, "seat": "first"}).json()
    path = f"/api/matches/{created['id']}"
    you, ticket = (created["links"][who].partition("#")[2] for who in ("you", "other"))
    secrets = you, client.post(f"{path}/join", json={"secret": ticket}).json()["secret"]
    tokens = [{"Authorization": f"Bearer {secret}"} for secret in secrets]
    for _ in range(rounds):
        for token in tokens:
            view = client.get(path, headers=token).json()
            actions, match = view["you"]["actions"], view["match"]
            if actions is None:
                continue
            legal = [each["action"] for each in actions.get("list", [])] or range(actions["from"], actions["to"] + 1)
            choice = {
                "turn": match["turn"],
                "taken_back": 0,
                "action": random.choice(legal),
                "key": str(random.random()),
            }
            assert client.post(f"{path}/choice", json=choice, headers=token).status_code == 200
            after = client.get(path, headers=token).json()["match"]["seats"]
            seen += [seat["commitment"] for seat in after if seat["commitment"]]
    client.post(f"{path}/resign", json={}, headers=tokens[0])
    record: dict[str, Any] = client.get(f"{path}/record", headers=tokens[1]).json()
    return record, seen


def saved(folder: Path, record: dict[str, Any]) -> str:
    """A file with a checksum that is right, as a forger would write it."""
    content = {name: value for name, value in record.items() if name != "checksum"}
    content["checksum"] = checksum(content)
    path = folder / "match.json"
    path.write_text(json.dumps(content))
    return str(path)


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_record_from_the_server_is_proved(
    client: TestClient, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, seen = served(client, name)
    notes = tmp_path / "seen.txt"
    notes.write_text("\n".join(seen))
    assert run(["verify", saved(tmp_path, record), "--seen", str(notes)]) == 0
    record_line, sealed_line, seen_line = capsys.readouterr().out.splitlines()
    assert record_line.startswith(f"ok     record  {parlour.game(name).title}")
    rounds = len(record["seals"]["rounds"])
    nothing = "-      sealed  there are no secret choices in this match"
    assert sealed_line.startswith(f"ok     sealed  {rounds} secret round" if rounds else nothing)
    assert seen_line.startswith(f"ok     seen    {len(seen)} commitment")


def entries(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every value of a document is."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from entries(child, (*path, key))


def changed(value: Any) -> Any:
    """Another value of the same kind, which differs as little as possible."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    return value[:-1] if isinstance(value, list) else {}


UNSEALED = {("seats", 0), ("seats", 1), ("seats",), ("seed",), ("taken_back",)}  # no commitment contains these


def test_no_entry_can_be_changed(client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, _ = served(client, "resource-war")
    tried = 0
    for path in entries(record):
        forged = deepcopy(record)
        *parents, last = path
        target = forged
        for key in parents:
            target = target[key]
        target[last] = changed(target[last])
        if path[0] in ("rules", "result", "checksum") or path in UNSEALED:
            continue
        assert run(["verify", saved(tmp_path, forged)]) == 1, path
        assert "FAILED" in capsys.readouterr().out, path
        del target[last]
        assert run(["verify", saved(tmp_path, forged)]) == 1, path
        assert "FAILED" in capsys.readouterr().out, path
        tried += 1
    assert tried > 30


def test_a_careless_edit_fails_the_checksum(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, _ = served(client, "resource-war")
    path = tmp_path / "match.json"
    path.write_text(json.dumps({**record, "seats": ["Ann", "Bob"]}))
    assert run(["verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith("FAILED record  the checksum does not match")


def test_swapped_choices_and_foreign_rounds_are_found(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, _ = served(client, "resource-war")
    other, _ = served(client, "resource-war")
    swapped = deepcopy(one)
    swapped["seals"]["rounds"][0]["nonces"].reverse()
    twice = deepcopy(one)
    twice["seals"]["rounds"].append(one["seals"]["rounds"][0])
    foreign = {**one, "seals": {**one["seals"], "rounds": other["seals"]["rounds"]}}
    for forged in (swapped, twice, foreign):
        assert run(["verify", saved(tmp_path, forged)]) == 1
        assert "FAILED sealed" in capsys.readouterr().out


def test_a_record_rewritten_with_new_seals_is_found_by_whoever_noted_a_commitment(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, seen = served(client, "token-showdown")
    rewritten, _ = served(client, "token-showdown")
    notes = tmp_path / "seen.txt"
    notes.write_text(seen[0].upper() + "\n\n")
    assert run(["verify", saved(tmp_path, rewritten)]) == 0
    assert "-      seen    the commitments were not compared" in capsys.readouterr().out
    assert run(["verify", saved(tmp_path, rewritten), "--seen", str(notes)]) == 1
    assert f"FAILED seen    {seen[0]} is not in the record" in capsys.readouterr().out


def test_rounds_without_seals_are_named(client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match may begin at a position. Whoever claims that of a match that did not must admit it in the output."""
    record, _ = served(client, "resource-war")
    seals = record["seals"]
    claimed = {**record, "seals": {**seals, "rounds": seals["rounds"][1:], "given": 1}}
    claimed["turns"] = [[1, 2], *record["turns"][1:]]
    run(["verify", saved(tmp_path, claimed)])
    assert "-      given   the match began after 1 turn without seals" in capsys.readouterr().out


@pytest.mark.parametrize("given", [3, 10**9, float("inf"), "3"])
def test_a_forged_record_that_claims_to_begin_at_its_end_proves_nothing(
    client: TestClient, given: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, _ = served(client, "resource-war")
    forged = {**record, "seals": {**record["seals"], "rounds": [], "given": given}}
    forged["turns"] = [[1, 2], *record["turns"][1:]]
    assert run(["verify", saved(tmp_path, forged)]) == 1
    assert "FAILED sealed" in capsys.readouterr().out


def test_a_record_without_seals_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    storage.save(parlour.play_match(parlour.game("tower-siege"), seed=1), path)
    assert run(["verify", str(path)]) == 1
    assert "FAILED sealed  this record has no commitments: only a server publishes them" in capsys.readouterr().out


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(tmp_path / "missing.json")]) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err
    path = tmp_path / "match.json"
    storage.save(parlour.play_match(parlour.game("tower-siege"), seed=1), path)
    assert run(["verify", str(path), "--seen", str(tmp_path)]) == 2
    assert "cannot be read: Is a directory" in capsys.readouterr().err
    path.write_bytes(b"\xff\xfe")
    assert run(["verify", str(path)]) == 1
    assert "FAILED record  not a complete JSON document" in capsys.readouterr().out
