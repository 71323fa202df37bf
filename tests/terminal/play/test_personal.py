"""Opponents that depend on your saved matches: `adaptive` and `reader`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from terminal.keyboard_session import PtySession

import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players import Uniform, play_match, player_names
from parlour.players.base import Player
from parlour.players.habits.choices import choices_of
from parlour.players.habits.habitual import calibration_opponents
from parlour.players.habits.person import Person
from parlour.players.habits.reader import Reader
from parlour.terminal.matches.saved import saves_folder
from parlour.terminal.play.personal import LEVELS_IN_ORDER, PERSONAL, noticed_lines, own_matches, suitable_level

SHORT = parlour.game("color-capture", repeats=1)  # over after one choice, which wins
WAR = parlour.game("resource-war")
NEXT = "What next? "
PICK = "Position 3 (G): "


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    saves_folder().mkdir()
    return tmp_path


def save(match: Match, number: int) -> None:
    """Save a match as if it had been played in minute `number`."""
    path = saves_folder() / f"{match.game.name}-{number}.json"
    storage.create(match, path)
    os.utime(path, (60 * number, 60 * number))


def finished(seats: tuple[str, str], winner: int | None, names: tuple[str, str] | None = None) -> Match:
    match = Match(WAR, seats)
    match.names = names
    for choices in ((10, 0),) if winner == 0 else ((0, 10),) if winner == 1 else ((5, 5),) * 2 + ((0, 0),) * 3:
        match.play(*choices)
        if not match.to_act:
            break
    assert match.result.winner == winner
    return match


def level_after(*matches: Match) -> str:
    """The level after these matches, which are added to those saved before."""
    for number, match in enumerate(matches, start=1 + len(list(saves_folder().iterdir()))):
        save(match, number)
    return suitable_level(WAR, None)[0]


def test_a_level_is_chosen_from_the_last_match_against_a_level() -> None:
    assert level_after() == "easy"
    assert level_after(finished(("human", "easy"), 0)) == "medium"
    assert level_after(finished(("human", "hard"), None)) == "hard"
    assert suitable_level(WAR, None)[1] == "you drew your last match of Resource War against hard"


@pytest.mark.parametrize("level", LEVELS_IN_ORDER)
def test_one_level_up_after_a_win_and_one_down_after_a_loss(level: str) -> None:
    place = LEVELS_IN_ORDER.index(level)
    assert level_after(finished((level, "human"), 0)) == LEVELS_IN_ORDER[max(0, place - 1)]
    assert level_after(finished((level, "human"), 1)) == LEVELS_IN_ORDER[min(4, place + 1)]


def test_other_matches_do_not_change_the_level() -> None:
    other_rules = Match(parlour.game("resource-war", points=9), ("human", "hard"))
    assert (
        level_after(
            finished(("human", "medium"), 0),
            finished(("human", "reader"), 1),
            finished(("human", "human"), 1),
            finished(("human", "easy"), 1, ("Ann", "easy")),
            other_rules,
            Match(WAR, ("human", "beginner")),
        )
        == "hard"
    )
    assert suitable_level(WAR, "Ann")[0] == "beginner"


def test_only_matches_of_the_same_person_are_read() -> None:
    pairs = [None, ("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "hard")]
    for number, names in enumerate(pairs, start=1):
        save(finished(("human", "human" if number < 4 else "hard"), 0, names), number)
    (saves_folder() / "resource-war-damaged.json").write_text("{")
    assert [seat for _, seat in own_matches(WAR, "Ann")] == [0, 1, 0]
    assert [seat for _, seat in own_matches(WAR, "Bob")] == [0, 1]
    assert not list(own_matches(WAR, None))


def test_the_level_adapts_from_match_to_match(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", "--set", "repeats=1", "--second", "adaptive")
    session.until("You play against easy: you have no match of Color Capture against a level yet.")
    session.answer(PICK, "1")
    session.answer(NEXT, "rematch")
    session.until("You play against medium: you won your last match of Color Capture against easy.")
    session.answer(PICK, "1")
    session.until("Score: you 2, adaptive 0.")
    session.answer(NEXT, "swap")
    session.until("You play against hard: you won")
    session.until("Score: you 2, adaptive 1.")
    session.answer(NEXT, "quit")
    assert session.end() == 0
    seats = [match.seats for match, _ in own_matches(SHORT, None)]
    assert seats == [("hard", "human"), ("human", "medium"), ("human", "easy")]


def test_the_reader_says_what_it_risks_and_what_it_noticed(tmp_path: Path) -> None:
    session = PtySession(tmp_path, "play", "color-capture", "--set", "repeats=1", "--second", "reader")
    session.until("reader has not seen you play this yet.")
    session.until("at most 0.10")
    session.answer(PICK, "1")
    session.until("What reader noticed where you had more than one choice:")
    session.answer(NEXT, "rematch")
    session.until("reader knows 1 match of yours.")
    session.type("quit")
    session.until(" resume ")
    assert session.end() == 0
    session = PtySession(tmp_path, "resume")
    session.until("reader knows 1 match of yours.")  # not the one that is resumed
    session.answer(PICK, "1")
    session.answer(NEXT, "quit")
    assert session.end() == 0


def against_reader(game: Game, person: Player, past: int) -> tuple[Reader, Match]:
    matches = [play_match(game, person, "medium", seed=seed) for seed in range(past)]
    reader = Reader(Person(game, [choice for match in matches for choice in choices_of(match.line, 0)]), 1)
    return reader, play_match(game, person, reader, seed=past)


def test_it_names_a_habit_with_how_often_it_was_followed() -> None:
    reader, match = against_reader(WAR, calibration_opponents(WAR)[2], 10)
    lines = noticed_lines(reader, match)
    before, now = reader.person.choices, choices_of(match.line, 0)
    ones, ones_now = (sum(choice.action == 1 for choice in choices) for choices in ([*before, *now], now))
    number = len(before) + len(now)
    assert lines[1] == f"You bid 1: in {ones} of {number} choices, in this match in {ones_now} of {len(now)}."
    assert "It left perfect play to exploit you in " in lines[-1]


def test_it_says_that_it_knows_no_habit_and_played_perfectly() -> None:
    reader, match = against_reader(parlour.game("color-capture"), Uniform(), 0)
    lines = noticed_lines(reader, match)
    assert "No habit stands out in " in lines[1]
    assert lines[2].endswith("a blind guess gives 50%.")
    assert lines[3].startswith("It played perfectly in all of its ")


@pytest.mark.parametrize("name", PERSONAL)
def test_they_play_only_against_people_at_the_terminal(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert name not in player_names()
    assert run(["play", "resource-war", "--first", "random", "--second", name]) == 2
    assert "plays only against a person" in capsys.readouterr().err


def test_a_seed_repeats_a_match_against_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script"
    script.write_text("1 " * 10)
    records: list[dict[str, object]] = []
    for _ in range(2):
        arguments = ["--second", "reader", "--seed", "5", "--answers", str(script), "--json"]
        assert run(["play", "resource-war", *arguments]) in (0, 3)
        records.append(json.loads(capsys.readouterr().out))
    assert records[0] == records[1]
    assert records[0]["seats"] == ["human", "reader"]
