"""A language model at the terminal: `parlour play GAME --second openai:MODEL --base-url URL`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from players.models.loopback import Loopback
from terminal.keyboard_session import PtySession

import parlour
from parlour.cli.main import run
from parlour.match.match import Match
from parlour.match.record import contents
from parlour.storage import load, save

KEY = "sk-test-terminal"
SMALL = ["token-showdown", "--set", "tokens=12", "--set", "points=2"]
MODEL = ["--second", "openai:gpt-loop"]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def test_a_person_plays_against_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script"
    script.write_text("12")
    with Loopback("random", seed=1) as server:
        arguments = ["play", *SMALL, *MODEL, "--base-url", server.url, "--answers", str(script)]
        assert run(arguments) == 0
    assert len(server.requests) == 1
    assert "Game Over!" in capsys.readouterr().out


def test_at_the_keyboard_a_model_that_goes_away_costs_no_match(tmp_path: Path) -> None:
    with Loopback("random", ["", "404"], seed=2) as server:
        session = PtySession(tmp_path, "play", "color-capture", *MODEL, "--base-url", server.url)
        session.answer("Position 15 (G): ", "1")
        session.until("Choose a token from")
        session.answer("): ", "1")
        shown = session.until("To resume it:")
        assert session.end() == 1
    assert f"parlour: openai:gpt-loop is not available: {server.url} has no model 'gpt-loop'" in shown
    assert "Traceback" not in session.text
    (file,) = (tmp_path / "parlour").glob("*.json")
    assert len(load(file).line) == 3
    with Loopback("random", seed=2) as server:
        session = PtySession(tmp_path, "resume", "--base-url", server.url)
        session.until("Choose a token from")
        session.type("quit")
        session.until("The match is saved.")
        assert session.end() == 0
    assert len(load(file).line) == 4


def test_a_match_of_two_computers_is_a_record_without_the_key(capsys: pytest.CaptureFixture[str]) -> None:
    with Loopback("random", seed=1) as server:
        assert run(["play", *SMALL, "--first", "random", *MODEL, "--base-url", server.url, "--json"]) == 0
    out, err = capsys.readouterr()
    record = json.loads(out)
    assert record["seats"] == ["random", "openai:gpt-loop"]
    assert record["result"]["outcome"] in ("won", "drawn")
    assert KEY not in out + err
    assert {request.authorization for request in server.requests} == {f"Bearer {KEY}"}


def test_a_model_that_is_not_available_leaves_a_match_that_can_be_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    with Loopback("random", ["", "401"], seed=4) as server:
        play = ["play", "color-capture", "--first", "random", *MODEL, "--base-url", server.url, "--save", str(file)]
        assert run(play) == 1
    out, err = capsys.readouterr()
    assert f"parlour: openai:gpt-loop is not available: {server.url} does not accept the key" in err
    assert "The match is saved. To resume it:" in out
    assert load(file).result.outcome == "running"
    assert len(load(file).line) == 3
    with Loopback("random", seed=4) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert run(["resume", str(file)]) == 0
    assert load(file).result.outcome == "won"


def test_a_script_against_a_model_that_is_not_available(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script"
    script.write_text("1 1 1")
    with Loopback(faults={"404": 1.0}) as server:
        arguments = ["play", *SMALL, *MODEL, "--base-url", server.url, "--answers", str(script), "--json"]
        assert run(arguments) == 1
    out, err = capsys.readouterr()
    assert "has no model 'gpt-loop'" in err
    assert json.loads(out)["result"]["outcome"] == "running"


def test_a_model_that_never_answers_legally_forfeits(capsys: pytest.CaptureFixture[str]) -> None:
    with Loopback("random", {"injection": 1.0}) as server:
        assert run(["play", *SMALL, "--first", "random", *MODEL, "--base-url", server.url]) == 1
    out = capsys.readouterr().out
    assert "Player B (openai:gpt-loop) failed: it raised NoLegalAnswer" in out
    assert "\x1b" not in out


def test_base_url_belongs_to_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "tower-siege", "--second", "hard", "--base-url", "http://127.0.0.1/v1"]) == 2
    assert "neither seat is openai:MODEL" in capsys.readouterr().err
    assert run(["play", "tower-siege", *MODEL, "--base-url", "nowhere"]) == 2
    assert "base_url of a model must be an address" in capsys.readouterr().err
    assert run(["play", "tower-siege", "--second", "openai:"]) == 2
    assert "openai: must be followed by a model" in capsys.readouterr().err


def test_a_record_cannot_start_a_program_or_import_a_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("program:touch owned", "os:system"):
        match = Match(parlour.game("tower-siege"), ("random", name))
        assert contents(match)["seats"] == ("random", name)
        save(match, tmp_path / "record.json")
        assert run(["resume", str(tmp_path / "record.json")]) == 2
        assert "there is no player" in capsys.readouterr().err


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    assert run(["play", "tower-siege", *MODEL, "--base-url", "http://127.0.0.1/v1"]) == 2
    assert "openai:gpt-loop needs openai; install the extra: " in capsys.readouterr().err


def test_a_program_can_take_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    bot = f"program:{sys.executable} examples/programs/cautious.py"
    assert run(["play", *SMALL, "--first", "random", "--second", bot, "--seed", "1"]) == 0
    assert "Game Over!" in capsys.readouterr().out
