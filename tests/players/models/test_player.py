"""A model as a player: what it chooses, how it is asked again, when it forfeits, and its settings."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from players.models.loopback import Loopback, Request, written
from players.models.seats import GAME, KEY, Least, Seat, choose
from support import ALL, with_file

import parlour
from parlour.games.errors import ParlourError
from parlour.match.record import dump, parse
from parlour.players import play_match
from parlour.players.base import BadPlayer
from parlour.players.models.player import ModelPlayer, model_player
from parlour.players.models.prompt import FOLDER
from parlour.players.models.wording import wording_of
from parlour.players.roster import load_player


@pytest.mark.parametrize("name", ALL)
def test_a_model_plays_every_game_with_and_without_structured_output(name: str, seat: Seat) -> None:
    for structured in (True, False):
        with Loopback("random", structured=structured, seed=1) as server:
            match = play_match(parlour.game(name), seat(server), "random", seed=1, max_turns=12)
        assert match.result.failure is None
        assert len(match.line) >= 1
        assert server.counts["refused"] == (0 if structured else 1), "a refusal is remembered"


@pytest.mark.parametrize("name", with_file("renamed.py"))
def test_a_model_plays_the_renamed_games(name: str, seat: Seat) -> None:
    game = parlour.game(name)
    with Loopback("random", wording=wording_of(game, 1), seed=1) as server:
        match = play_match(game, seat(server, renamed=True), "random", seed=1, max_turns=12)
    assert match.result.failure is None
    assert game.title not in json.dumps([request.body for request in server.requests])


@pytest.mark.untraced
def test_a_model_plays_the_mix_of_the_player_behind_it(seat: Seat) -> None:
    """600 opening bids of `hard` over HTTP are distributed as its exact mix."""
    game = parlour.game("resource-war")
    exact: Any = parlour.players.player("hard")
    mix = exact.mix(game, game.start(), 0)
    with Loopback(exact, seed=3) as server, ThreadPoolExecutor(4) as threads:
        player = seat(server)
        counts = Counter(threads.map(lambda _: choose(player, game), range(600)))
    chi_square = sum((counts[action] - 600 * p) ** 2 / (600 * p) for action, p in mix.items())
    assert chi_square < 30, "the 99.9th percentile with 10 degrees of freedom is 29.6"
    assert len(player.take_calls()) == 600


def test_with_faults_no_illegal_move_gets_into_a_match_and_forfeits_are_counted(seat: Seat) -> None:
    faults = dict.fromkeys(("429", "500", "illegal", "unreadable", "prose", "two answers", "injection"), 0.06)
    with Loopback("random", faults, seed=5) as server:
        player = seat(server, tries=2, retries=8)
        played = [play_match(GAME, player, "random", seed=seed) for seed in range(60)]
    calls = player.take_calls()
    failed = [match for match in played if match.result.failure]
    assert 1 <= len(failed) <= 30
    assert {match.result.failure.player for match in failed if match.result.failure} == {0}
    kinds = Counter(call["kind"] for call in calls)
    assert kinds["legal"] == server.counts[""]
    assert kinds["illegal"] == server.counts["illegal"]
    assert kinds["error"] == server.counts["429"] + server.counts["500"]
    unreadable = ("unreadable", "prose", "two answers", "injection")
    assert kinds["unreadable"] == sum(server.counts[fault] for fault in unreadable)
    assert len(calls) == len(server.requests) == sum(server.counts.values())
    last_tries = [call["kind"] for call in calls if call["attempt"] == 2]
    assert len(failed) == last_tries.count("illegal") + last_tries.count("unreadable")
    for match in played:
        assert dump(parse(dump(match))) == dump(match), "a record can be read back, whatever the model said"


@pytest.mark.parametrize("structured", [True, False])
def test_an_action_named_in_prose_is_never_played(structured: bool, seat: Seat) -> None:
    with Loopback(Least(), {"prose": 0.5}, structured=structured, seed=2) as server:
        player = seat(server, tries=3)
        for seed in range(15):
            match = play_match(GAME, player, "random", seed=seed)
            assert all(choices[0] == 1 for choices in match.line.choices if len(choices) == 2)
    assert len(server.planted) > 10
    assert all(action > 1 for asked, action in server.planted if len(asked.labels) > 1)


@pytest.mark.parametrize("structured", [True, False])
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("unreadable", "unreadable"),
        ("prose", "unreadable"),
        ("illegal", "illegal"),
        ("injection", "unreadable"),
        ("truncated", "unreadable"),
        ("two answers", "unreadable"),
        ("refusal", "unreadable"),
        ("empty", "unreadable"),
        ("no choices", "unreadable"),
        ("key", "unreadable"),
    ],
)
def test_after_a_reply_that_is_not_legal_the_model_is_asked_again(
    fault: str, kind: str, structured: bool, seat: Seat
) -> None:
    with Loopback(Least(), [fault], structured=True) as server:
        player = seat(server, structured=structured, tries=2)
        assert choose(player) == 1
    assert [(call["kind"], call["attempt"]) for call in player.take_calls()] == [(kind, 1), ("legal", 2)]
    first, again = (request.messages for request in server.requests)
    assert again[0] == first[0]
    assert again[1]["content"].startswith(first[1]["content"]), "a fresh conversation with the whole question"
    note = again[1]["content"].removeprefix(first[1]["content"])
    assert ("not legal" in note) == (kind == "illegal")
    assert ("could not be read" in note) == (kind == "unreadable")
    assert "- bid N" in note
    assert "\x1b" not in note
    assert "<script>" not in note


@pytest.mark.parametrize("fault", ["illegal", "injection", "unreadable", "refusal", "no choices", "key"])
def test_after_the_last_try_the_match_is_forfeited(fault: str, seat: Seat) -> None:
    with Loopback(Least(), {fault: 1.0}) as server:
        match = play_match(GAME, "random", seat(server, tries=3), seed=1)
    failure = match.result.failure
    assert failure is not None
    assert failure.player == 1
    assert "no legal answer in 3 tries" in failure.reason
    assert len(server.requests) == 3
    assert failure.reason.isprintable()
    assert len(failure.reason) <= 300
    assert KEY not in failure.reason


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"tempo": 1}, "a model has no setting 'tempo'; it has: base_url"),
        ({"api_key": KEY}, "a key is not a setting: put it into the environment variable OPENAI_API_KEY"),
        ({"base_url": f"http://user:{KEY}@127.0.0.1/v1"}, "without a password"),
        ({"base_url": f"http://127.0.0.1/v1?key={KEY}"}, "or a query"),
        ({"base_url": "127.0.0.1:80"}, "base_url of a model must be an address"),
        ({"base_url": "http://[1"}, "base_url of a model must be an address"),
        ({"tries": 0}, "tries of a model must be a whole number from 1 to 10, not 0"),
        ({"tries": True}, "tries of a model must be"),
        ({"temperature": "hot"}, "temperature of a model must be a number from 0 to 2, not 'hot'"),
        ({"temperature": float("nan")}, "temperature of a model must be"),
        ({"legal_actions": "yes"}, "legal_actions of a model must be true or false, not 'yes'"),
        ({"renamed": -1}, "renamed of a model must be true, false, or a seed"),
        ({"extra_body": {"when": object()}}, "extra_body of a model must be a table"),
        ({"price_in": 1.0}, "both price_in and price_out, or neither"),
        ({"prompt": "missing"}, "the prompt 'missing' cannot be read"),
    ],
)
def test_bad_settings_are_errors_before_anything_is_asked(settings: dict[str, object], words: str) -> None:
    with pytest.raises(ParlourError, match=words) as caught:
        model_player("gpt-loop", settings)
    assert KEY not in str(caught.value)


def test_a_model_has_a_name() -> None:
    with pytest.raises(BadPlayer, match="must be followed by a model"):
        model_player(" ", {})


def test_a_model_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with Loopback(Least()) as server:
        player = load_player("openai:gpt-loop", {"base_url": server.url})()
        assert isinstance(player, ModelPlayer)
        assert choose(player) == 1
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        other = load_player("openai:gpt-loop")()
        assert isinstance(other, ModelPlayer)
        assert choose(other) == 1
        player.close()
        other.close()


def test_the_fingerprint_changes_with_what_can_change_an_answer(seat: Seat, tmp_path: Path) -> None:
    url = "http://127.0.0.1:9/v1"
    usual = seat(url).fingerprint()
    assert len(usual) == 64
    copy, other = tmp_path / "copy.md", tmp_path / "other.md"
    copy.write_text((FOLDER / "standard-2.md").read_text())
    other.write_text(copy.read_text().replace("Play to win.", "Play well."))
    assert seat(url, prompt=str(copy)).fingerprint() == usual, "what counts is the text"
    assert seat("http://127.0.0.1:8/v1", timeout=5, retries=0, price_in=1, price_out=2).fingerprint() == usual
    changes: list[dict[str, object]] = [
        {"prompt": str(other)},
        {"legal_actions": True},
        {"renamed": True},
        {"renamed": 2},
        {"temperature": 0.1},
        {"max_tokens": 5},
        {"tries": 2},
        {"structured": False},
        {"extra_body": {"seed": 1}},
    ]
    assert len({usual, *(seat(url, **change).fingerprint() for change in changes)}) == len(changes) + 1


def test_one_player_serves_many_threads(seat: Seat) -> None:
    with Loopback("random", {"illegal": 0.2}) as server:
        player = seat(server, tries=10)
        with ThreadPoolExecutor(8) as threads:
            played = list(threads.map(lambda seed: play_match(GAME, player, "random", seed=seed), range(24)))
    assert all(match.result.failure is None for match in played)
    assert len(player.take_calls()) == len(server.requests)


def test_players_of_one_plan_learn_only_once_that_structured_output_is_refused() -> None:
    with Loopback(Least(), structured=False) as server:
        make = model_player("gpt-loop", {"base_url": server.url})
        for _ in range(3):
            player = make()
            choose(player)
            player.close()
    assert server.counts == {"refused": 1, "": 3}


def test_a_reply_may_think_first_without_structured_output(seat: Seat) -> None:
    def thoughtful(request: Request) -> str:
        return "Bid 3 is tempting.\n\n" + written(request, "bid 2")

    with Loopback(thoughtful, structured=False) as server:
        assert choose(seat(server)) == 2
