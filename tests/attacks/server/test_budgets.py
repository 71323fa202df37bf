"""Limits that a neighbour, or a made-up name, must not get around or use up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from server.serving import Live, live, new_party

from parlour.server.cache import Cache
from parlour.server.limits import LIMITS
from parlour.server.store.sqlite import SQLiteStore

CHOICE = {"turn": 1, "taken_back": 0, "action": 5, "key": "key"}


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Live]:
    """With the limits that everybody has."""
    store = SQLiteStore(tmp_path / "matches.sqlite")
    with live(store, limits=1.0) as running:
        yield running
    store.close()


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What limits are kept for."""
    found: list[tuple[str, str]] = []
    before = Cache.put

    def put(self: Cache[Any], key: Any, value: Any) -> None:
        if isinstance(key, tuple) and key[0] in LIMITS:
            found.append(key)
        before(self, key, value)

    monkeypatch.setattr(Cache, "put", put)
    return found


def test_made_up_seats_have_no_budget(limited: Live, remembered: list[tuple[str, str]]) -> None:
    """They would push the limits of others out of memory, and long ones would fill it."""
    party = new_party(limited.url, public=True)
    with httpx2.Client(base_url=limited.url, verify=False) as http:
        for match in ("x" * 5_000, "nothing", party.first.match):
            for number in range(3):
                token = {"authorization": f"Bearer made-up {number}"}
                http.get(f"/api/matches/{match}", headers=token)
                assert http.post(f"/api/matches/{match}/choice", json=CHOICE, headers=token).status_code == 404
    assert {who for _, who in remembered} == {"127.0.0.1"}
    assert party.first.choose(5).status_code == 200
    assert next(who for what, who in remembered if what == "choices of a seat").startswith(party.first.match)


def test_made_up_seats_use_up_the_requests_of_their_address(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "matches.sqlite")
    with live(store, limits=0.1) as running, httpx2.Client(base_url=running.url, verify=False) as http:
        answers = [
            http.post("/api/matches/nothing/choice", json=CHOICE, headers={"authorization": f"Bearer made-up {number}"})
            for number in range(150)
        ]
    store.close()
    assert any("too many requests" in answer.text for answer in answers)


def test_wrong_links_never_refuse_a_right_one(limited: Live) -> None:
    party = new_party(limited.url)
    for number in range(60):
        guess = {"authorization": f"Bearer guess {number}"}
        last = party.stranger.http.get(f"/api/matches/{party.first.match}", headers=guess)
    assert last.status_code == 429
    assert party.second.get().status_code == 200
    assert party.second.choose(6, at=(1, 0)).status_code == 200
    assert party.spectator.post("join", secret=party.spectator.secret).status_code == 200
