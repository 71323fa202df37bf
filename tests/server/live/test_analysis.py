"""Reviews and the explorer, with the real worker. A review says how the match ended, wherever it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from server.serving import Live, Party, new_party

from parlour.match.record import parse
from parlour.match.transcript import transcript
from parlour.server.matches import choosing


@pytest.fixture(scope="module")
def http(shared: Live) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=shared.url, verify=False, timeout=60) as client:
        yield client


def one_round(url: str, **wanted: Any) -> Party:
    party = new_party(url, rules={"points": 2}, name="Ann", **wanted)
    party.first.choose(5)
    party.second.choose(6)
    return party


def resigned(running: Live) -> Party:
    party = one_round(running.url)
    party.first.post("resign")
    return party


def out_of_time(running: Live) -> Party:
    party = one_round(running.url, clock={"minutes": 1})
    party.second.choose(6)
    flag(running, party, 61_000)
    return party


def both_out_of_time(running: Live) -> Party:
    party = one_round(running.url, clock={"minutes": 1})
    flag(running, party, 61_000)
    return party


def flag(running: Live, party: Party, later: int) -> None:
    """Let time go by, on a server that was alive meanwhile."""

    def work(tx: Any) -> None:
        tx._execute("UPDATE matches SET began = began - ? WHERE id = ?", (later, party.first.match))
        choosing.flag(tx, party.first.match, tx.last_beat())

    running.store.submit(work).result(30)


def by_the_rules(running: Live) -> Party:
    party = one_round(running.url)
    party.first.choose(5)
    party.second.choose(6)
    return party


ENDS = {
    resigned: ("won", {"player": 0, "reason": "resigned"}, "Player A (Ann) resigned. Player B wins."),
    out_of_time: ("won", {"player": 0, "reason": "time"}, "Player A (Ann) ran out of time. Player B wins."),
    both_out_of_time: ("unfinished", None, "The match was stopped after 1 turn: it counts as a draw."),
    by_the_rules: ("won", None, "Player B wins"),
}


@pytest.mark.parametrize("end", ENDS)
def test_reviews_and_records_say_how_the_match_ended(shared: Live, http: httpx2.Client, end: Any) -> None:
    outcome, failure, line = ENDS[end]
    party = end(shared)
    result = party.first.view()["match"]["result"]
    record = party.spectator.get("/record").text
    reviews = [party.spectator.get("/review").json(), http.post("/api/review", json={"record": record}).json()]
    reviews.append(http.post("/api/review", json=link_of(reviews[0])).json())
    for review in reviews:
        found = review["result"]
        assert (found["outcome"], found["winner"], found["failure"]) == (outcome, result["winner"], failure)
        assert found["lines"] == result["lines"]
        assert (review["forfeit"] or {}).get("player") == (failure or {}).get("player")
        assert review["turns"] == reviews[0]["turns"]
        assert review["seats"] == ["Ann", ""]
    assert line in " ".join(result["lines"])
    assert line in transcript(parse(record))


def link_of(review: dict[str, Any]) -> dict[str, Any]:
    """What a shared link contains."""
    turns = [[choice["action"] for choice in step["choices"]] for step in review["turns"]]
    return {**{part: review[part] for part in ("game", "rules", "seats", "result")}, "turns": turns}


@pytest.mark.parametrize(
    "result",
    [
        1,
        [],
        {"outcome": "won", "failure": []},
        {"outcome": "won", "failure": {"player": 2, "reason": "time"}},
        {"outcome": "won", "failure": {"player": True, "reason": "time"}},
        {"outcome": "won", "failure": {"player": 0, "reason": "\x1b[2J"}},
        {"outcome": "failed"},
    ],
)
def test_a_result_that_cannot_be_is_refused(http: httpx2.Client, result: Any) -> None:
    answer = http.post("/api/review", json={"game": "token-showdown", "turns": [[5, 6]], "result": result})
    assert answer.status_code == 400
    assert set(answer.json()) == {"error"}


@pytest.mark.parametrize("seats", [1, ["Ann"], ["Ann", 2], ["Ann", "x" * 2000], ["Ann", "\n"]])
def test_seats_that_are_not_two_names_are_refused(http: httpx2.Client, seats: Any) -> None:
    answer = http.post("/api/review", json={"game": "token-showdown", "turns": [[5, 6]], "seats": seats})
    assert (answer.status_code, answer.json()) == (400, {"error": "seats must be two plain names"})


def test_the_explorer(http: httpx2.Client) -> None:
    found = http.post("/api/explore", json={"game": "token-showdown", "turns": [[5, 6]]}).json()
    assert found["bounds"][0] <= found["value"] <= found["bounds"][1]
    assert len(found["players"]) == 2


def test_a_player_who_resigns_loses_what_the_position_was_worth(shared: Live) -> None:
    party = new_party(shared.url, rules={"points": 2})
    party.first.choose(5)
    party.second.choose(6)
    party.second.post("resign")
    review = party.spectator.get("/review").json()
    losses = [
        sum(choice["loss"] for turn in review["turns"] for choice in turn["choices"] if choice["player"] == seat)
        for seat in (0, 1)
    ]
    worth_to_second = -review["turns"][-1]["value_after"]
    assert worth_to_second > -1
    assert review["forfeit"] == {"player": 1, "loss": pytest.approx(worth_to_second + 1)}
    assert review["result"]["lines"] == ["Player B (human) resigned. Player A wins."]
    assert review["total_loss"] == pytest.approx([losses[0], losses[1] + worth_to_second + 1])
