"""Keys and other secrets: sent to the server, and never written anywhere."""

from __future__ import annotations

import json
import logging

import pytest
from players.models.loopback import FAULTS, Loopback
from players.models.seats import GAME, KEY, Least, Seat, choose

from parlour.match.record import dump
from parlour.players import play_match
from parlour.players.base import Unavailable
from parlour.players.models.player import model_player
from parlour.players.models.settings import BadSetting


@pytest.mark.parametrize("fault", sorted({*FAULTS, ""} - {"slow"}))
def test_the_key_is_sent_and_never_written_anywhere(
    fault: str, seat: Seat, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whatever goes wrong, and even if the server repeats the key."""
    caplog.set_level(logging.DEBUG)
    with Loopback("random", {fault: 1.0} if fault else {}) as server:
        player = seat(server, tries=2, retries=1)
        said = ""
        try:
            said = dump(play_match(GAME, player, "random"))
        except Unavailable as error:
            said = repr(error) + str(error.__cause__) + str(error.__context__)
    assert {request.authorization for request in server.requests} == {f"Bearer {KEY}"}
    assert KEY not in json.dumps([request.body for request in server.requests])
    assert KEY not in said
    assert KEY not in json.dumps(player.take_calls())
    assert KEY not in repr(player.settings) + player.fingerprint() + repr(player)
    assert KEY not in caplog.text
    assert KEY not in "".join(capfd.readouterr())


def test_a_placeholder_for_a_key_changes_no_answer(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Local servers take any key. One that is part of an answer must not be hidden in it."""
    for placeholder in ("1", "a", "bid"):
        monkeypatch.setenv("OPENAI_API_KEY", placeholder)
        with Loopback(Least()) as server:
            assert choose(seat(server, tries=1)) == 1


def test_the_key_can_be_in_another_variable_or_missing(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "other-key")
    monkeypatch.delenv("OPENAI_API_KEY")
    with Loopback(Least()) as server:
        choose(seat(server, key_variable="OTHER_KEY"))
        choose(seat(server))
    assert [request.authorization for request in server.requests] == ["Bearer other-key", "Bearer none"]
    with Loopback(Least(), ["401"]) as server, pytest.raises(Unavailable, match="without a key; set OPENAI_API_KEY"):
        choose(seat(server))


@pytest.mark.parametrize("key", ["sk-tést", "sk-\x1b[2J", "sk-a\nX-Evil: b"])
def test_a_key_that_fits_into_no_header_is_an_error_that_does_not_repeat_it(
    key: str, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(BadSetting, match="the key in OPENAI_API_KEY has characters that no key has") as caught:
        seat("http://127.0.0.1:9/v1")
    assert key[:4] not in str(caught.value)


@pytest.mark.parametrize(
    ("extra_body", "place"),
    [
        ({"api_key": "x"}, "extra_body.api_key"),
        ({"provider": {"options": [{"Authorization": "x"}]}}, r"extra_body.provider.options\[0\].Authorization"),
        ({"client": {"access_token": "x"}}, "extra_body.client.access_token"),
        ({"headers": ["Bearer hidden-value"]}, r"extra_body.headers\[0\]"),
        ({"metadata": {"note": f"mine is {KEY}"}}, "extra_body.metadata.note"),
    ],
)
def test_secrets_in_extra_body_are_refused_and_not_repeated(
    extra_body: dict[str, object], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(
        BadSetting, match=f"must not hold secrets, because plans are written to files: {place};"
    ) as caught:
        model_player("gpt-loop", {"extra_body": extra_body})
    assert not [secret for secret in (KEY, "hidden-value") if secret in str(caught.value)]


def test_entries_of_extra_body_that_only_sound_like_secrets_are_sent(seat: Seat) -> None:
    harmless = {"max_completion_tokens": 9, "prompt_cache_key": "parlour", "stop_token_ids": [2], "top_k": 5}
    with Loopback(Least()) as server:
        choose(seat(server, extra_body=harmless))
    assert harmless.items() <= server.requests[0].body.items()


def test_an_extra_body_that_is_no_table_is_not_repeated() -> None:
    with pytest.raises(BadSetting, match="extra_body of a model must be a table") as caught:
        model_player("gpt-loop", {"extra_body": KEY})
    assert KEY not in str(caught.value)
