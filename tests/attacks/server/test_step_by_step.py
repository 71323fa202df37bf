"""A06, A14, A15, A33: what others see at each step of a round, and after it was taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attacks.server.twice import NONCE, without_hashes
from server.serving import Client, Live, Party, live, new_party
from websockets.sync.client import connect

from parlour.server.store.sqlite import SQLiteStore

VOID = "dead" * 16  # the nonce of a choice that is taken back
LOOKS = ("", "/record", "/review", "/picture/9")


def everything(party: Party) -> str:
    """What all parties together can get about a match."""
    answers = [client.get(what) for client in party for what in LOOKS]
    return "".join(answer.text for answer in answers)


@pytest.mark.parametrize("chooser", [0, 1])
@pytest.mark.parametrize("asking", [0, 1])
def test_a14_a_choice_that_was_taken_back_is_never_opened(shared: Live, chooser: int, asking: int) -> None:
    """To nobody, at no later step, and not even in the record."""
    party = new_party(shared.url, rules={"points": 2}, public=True)
    for seat in (0, 1):
        party.players[seat].choose(5 + seat)
    assert party.players[chooser].choose(77, "void", (2, 0), nonce=VOID).status_code == 200
    void = party.spectator.view()["match"]["seats"][chooser]["commitment"]
    seen = [everything(party)]
    assert party.players[asking].offer("take-back").status_code == 200
    seen.append(everything(party))
    assert party.players[1 - asking].accept("take-back").status_code == 200
    seen.append(everything(party))
    match = party.spectator.view()["match"]
    assert match["taken_back"] == 1
    assert [seat["chosen"] for seat in match["seats"]] == [False, False]
    number = match["turn"]  # who asks without having chosen takes back the round before
    assert party.players[chooser].choose(77, "void", (2, 0), nonce=VOID).status_code == 200  # the old answer, again
    assert not party.spectator.view()["match"]["seats"][chooser]["chosen"]
    for seat in (1 - chooser, chooser):
        assert party.players[seat].choose(20 + seat, at=(number, 1), nonce=NONCE).status_code == 200
        seen.append(everything(party))
    party.first.post("resign")
    seen.append(everything(party))
    assert void in seen[0]  # it was published, ...
    for later in seen[2:]:  # ... and then only the record still names it, as void
        assert later.count(void) == later.count(f'"commitment": "{void}",\n    "reason": "take-back"')
    assert void in seen[-1]
    assert not any(VOID in each for each in seen)
    assert not any('"action": 77' in each or "[77" in each or ",77]" in each for each in seen)


def party_at(url: str, action: int) -> Iterator[Party]:
    """The same people before the first choice and after each step."""
    party = new_party(url, public=True)
    yield party
    party.first.choose(action, "one", (1, 0), nonce=NONCE)
    yield party
    party.first.offer("take-back")
    yield party
    party.second.accept("take-back")
    yield party
    party.second.choose(8, "two", (1, 1), nonce=NONCE)
    yield party
    party.first.choose(50, "three", (1, 1), nonce=NONCE)
    yield party
    party.first.choose(action, "four", (2, 1), nonce=NONCE)
    yield party
    party.first.post("resign")
    yield party


TRICKS: tuple[tuple[str, dict[str, str]], ...] = (
    ("", {}),
    ("?after=0&version=1&since=0&seat=0", {}),
    ("?you=0", {"last-event-id": "0", "if-none-match": '"1"', "range": "bytes=0-", "x-seat": "0"}),
)


def frames(client: Client, query: str, headers: dict[str, str]) -> list[str]:
    """What a fresh socket and a fresh stream bring by themselves."""
    token = {"authorization": f"Bearer {client.secret}", **headers}
    path = f"/api/matches/{client.match}"
    found = []
    with connect(f"ws{client.url.removeprefix('http')}{path}/socket{query}", additional_headers=token) as socket:
        found.append(str(socket.recv(30)))
        with suppress(TimeoutError):
            while True:
                found.append(str(socket.recv(0.05)))
    with client.http.stream("GET", f"{path}/stream{query}", headers=headers) as answer:
        found.append(next(answer.iter_lines()))
    return found


def test_a15_who_connects_again_gets_the_own_current_view_only(
    tmp_path: Path, same_every_time: Callable[[], None]
) -> None:
    """At each step, whatever a client claims to have seen before; and the same for two different sealed choices."""
    runs: list[list[bytes]] = []
    for action in (1, 49):
        same_every_time()
        store = SQLiteStore(tmp_path / f"{action}.sqlite")
        received: list[str] = []
        with live(store) as running:
            for party in party_at(running.url, action):
                for client in (party.second, party.spectator):
                    now = client.view()
                    for query, headers in TRICKS:
                        fresh = frames(client, query, headers)
                        for view in map(json.loads, fresh):
                            assert (view["match"], view["you"]) == (now["match"], now["you"])
                        received.append(json.dumps(json.loads(fresh[0])["match"]))
        store.close()
        runs.append(without_hashes([each.encode() for each in received]))
    assert len(runs[0]) == 8 * 2 * len(TRICKS)  # steps and parties
    assert runs[0] == runs[1]


@pytest.mark.parametrize("action", [7, 8, 10**6])
def test_a06_a_refused_or_repeated_choice_changes_no_version(shared: Live, action: int) -> None:
    party = new_party(shared.url)
    party.first.choose(7, "key")
    before = party.second.get().content
    assert party.first.choose(action).status_code == 409
    assert party.first.choose(action, "key", (1, 0)).status_code == 200
    assert party.second.choose(10**6).status_code == 422
    assert party.second.get().content == before


def test_a33_choices_for_other_rounds_leave_no_trace(shared: Live) -> None:
    """For the round before and the next one, and for a round that was taken back and has the same number."""
    party = new_party(shared.url)
    for client in party.players:
        client.choose(5, at=(1, 0))
    refuse_all(party, [(1, 0), (3, 0), (2, 1), (1, 1), (2**31 - 1, 0)])
    party.first.offer("take-back")
    party.second.accept("take-back")
    refuse_all(party, [(1, 0), (2, 0), (2, 1), (1, 2)])
    assert party.first.choose(6, at=(1, 1)).status_code == 200


def refuse_all(party: Party, places: list[tuple[int, int]]) -> None:
    before = party.spectator.get().content
    for at in places:
        for client in party.players:
            answer: Any = client.choose(6, at=at)
            assert (answer.status_code, answer.json()) == (409, {"error": "this choice belongs to another turn"})
    assert party.spectator.get().content == before
