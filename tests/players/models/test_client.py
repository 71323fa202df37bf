"""The client over real HTTP: what it repeats, when a model counts as unavailable, and what calls record."""

from __future__ import annotations

import json

import httpx
import pytest
from players.models.loopback import Loopback
from players.models.seats import GAME, KEY, Least, Seat, choose

from parlour.players import play_match
from parlour.players.base import Unavailable
from parlour.players.models.client import Usage, address_of, usage_of
from parlour.players.models.model import cost_of
from parlour.players.models.player import model_player
from parlour.players.models.settings import ModelSettings


def test_requests_that_fail_for_a_while_are_repeated(seat: Seat) -> None:
    with Loopback(Least(), ["429", "500", "", "hang up", "503"]) as server:
        player = seat(server, retries=3)
        assert choose(player) == 1
        assert choose(player) == 1
    calls = player.take_calls()
    assert [call["status"] for call in calls] == [429, 500, 200, None, 503, 200]
    assert [call["kind"] for call in calls] == ["error", "error", "legal", "error", "error", "legal"]
    assert len(server.requests) == 6


@pytest.mark.parametrize(
    ("fault", "words", "requests"),
    [
        ("429", "allows no more requests now", 3),
        ("500", r"failed \(HTTP 500\)", 3),
        ("hang up", "cannot be reached", 3),
        ("slow", "did not answer within 0.2 seconds", 3),
        ("401", "does not accept the key in OPENAI_API_KEY", 1),
        ("404", "has no model 'gpt-loop'", 1),
        ("400", r"refused the request \(HTTP 400\)", 2),
        ("html", "not as a server of models does", 1),
    ],
)
def test_a_model_that_cannot_be_asked_is_unavailable_and_forfeits_nothing(
    fault: str, words: str, requests: int, seat: Seat
) -> None:
    with Loopback(Least(), {fault: 1.0}, slow=0.6) as server:
        player = seat(server, timeout=0.2 if fault == "slow" else 20)
        with pytest.raises(Unavailable, match=words) as caught:
            play_match(GAME, player, "random", seed=1)
        calls = player.take_calls()
    assert KEY not in str(caught.value)
    assert {call["kind"] for call in calls} == {"error"}
    assert len(calls) == len(server.requests) == requests


def test_nobody_at_the_address(seat: Seat) -> None:
    with Loopback() as server:
        url = server.url
    with pytest.raises(
        Unavailable, match=r"openai:gpt-loop is not available: http://127\.0\.0\.1:\d+/v1 cannot be reached"
    ):
        choose(seat(url, retries=0))


def test_a_call_says_what_it_cost(seat: Seat) -> None:
    with Loopback(Least()) as server:
        player = seat(server, price_in=2.0, price_out=8.0)
        choose(player)
        (call,) = player.take_calls()
        assert player.take_calls() == []
    assert call["cost"] == pytest.approx((2 * call["tokens_in"] + 8 * call["tokens_out"]) / 1e6)
    assert (call["turn"], call["seat"], call["attempt"], call["model"]) == (1, 0, 1, "gpt-loop")
    assert call["tokens_in"] > 100
    assert call["tokens_cached"] == 0
    assert call["seconds"] >= 0
    assert len(call["prompt"]) == 64
    assert json.loads(call["reply"])["action"] == "bid 1"
    assert json.loads(json.dumps(call)) == call


def test_a_server_need_not_count_tokens() -> None:
    assert usage_of(None) == usage_of({"prompt_tokens": "many", "completion_tokens": -1}) == Usage()
    assert usage_of({"prompt_tokens": 5, "completion_tokens": 2, "prompt_tokens_details": None}) == Usage(5, 2)
    assert cost_of(Usage(), ModelSettings(price_in=1.0, price_out=1.0)) is None


def test_replies_are_shortened_and_printable(seat: Seat) -> None:
    with Loopback(lambda _: "\x1b[31m" + "long\n" * 10_000) as server:
        player = seat(server, tries=1)
        assert play_match(GAME, player, "random").result.failure
    (call,) = player.take_calls()
    assert len(call["reply"]) == 300
    assert call["reply"].isprintable()


def test_only_what_was_set_is_sent(seat: Seat) -> None:
    with Loopback(Least()) as server:
        choose(seat(server))
        choose(seat(server, temperature=0.5, max_tokens=100, extra_body={"seed": 7}, structured=False))
    plain, full = (request.body for request in server.requests)
    assert set(plain) == {"model", "messages", "response_format"}
    assert {name: full[name] for name in ("temperature", "max_tokens", "seed")} == {
        "temperature": 0.5,
        "max_tokens": 100,
        "seed": 7,
    }
    assert "response_format" not in full


def test_a_call_says_who_answered_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    with Loopback(Least(), ["", "no choices"]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url.replace("//", "//user:password@"))
        player = model_player("gpt-loop", {"tries": 2})()
        choose(player)
        choose(player)
        player.close()
    calls = player.take_calls()
    assert {call["model"] for call in calls} == {"gpt-loop"}
    assert [call["served"] for call in calls] == ["gpt-loop-2026"] * 3, "also of a reply that cannot be read"
    assert {call["address"] for call in calls} == {server.url}, "without a name or a password"


def test_an_address_has_no_query() -> None:
    assert address_of(httpx.URL("https://me:secret@[::1]:8443/v1/?key=secret#secret")) == "https://[::1]:8443/v1"


def test_a_call_says_that_structured_output_was_refused(seat: Seat) -> None:
    with Loopback(Least(), structured=False) as server:
        player, plain = seat(server), seat(server, structured=False)
        for model in (player, player, plain):
            choose(model)
    assert [call["output"] for call in player.take_calls()] == ["structured", "fallback", "fallback"]
    assert [call["output"] for call in plain.take_calls()] == ["plain"]
