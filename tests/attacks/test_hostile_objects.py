"""Hostile players, values and records."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support import played

import parlour
from parlour import BadGame, IllegalAction, ParlourError, storage
from parlour.match.match import Match, View
from parlour.match.record import BadRecord, checksum, dump, parse
from parlour.match.transcript import transcript
from parlour.players import play_match

WAR = parlour.game("resource-war")


class Unusable:
    """Raises whatever you do with it."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __repr__(self) -> str:
        raise ZeroDivisionError


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError

    __repr__ = __str__


def player(choose: Callable[[View], Any]) -> Any:
    class Hostile:
        def choose(self, view: View, random: Random) -> int:
            chosen: int = choose(view)
            return chosen

    return Hostile()


def raising(error: BaseException) -> Callable[[View], Any]:
    def choose(_view: View) -> Any:
        raise error

    return choose


def delete_the_rules(view: View) -> int:
    del view.game.rules
    return 0


@pytest.mark.parametrize(
    "choose",
    [
        lambda _: Unusable(),
        lambda _: None,
        lambda _: np.array([1, 2]),
        lambda _: 10**5000,
        raising(Unprintable()),
        raising(SystemExit(5)),
        delete_the_rules,
    ],
)
def test_a_hostile_player_fails_without_harming_the_match(choose: Callable[[View], Any]) -> None:
    match = play_match(WAR, "random", player(choose))
    failure = match.result.failure
    assert failure is not None
    assert failure.player == 1
    assert "failed" in transcript(match)
    assert parse(dump(match)).result == match.result


def test_a_match_with_a_sealed_choice_cannot_be_copied() -> None:
    match = Match(WAR)
    twin = copy.copy(match)
    match.choose(0, 7)
    assert twin.view().chosen == ()
    for attempt in (copy.copy, copy.deepcopy):
        with pytest.raises(ParlourError, match="cannot be copied"):
            attempt(match)


def test_an_illegal_decision_changes_nothing() -> None:
    match = Match(WAR)
    with pytest.raises(IllegalAction):
        match.play(5, 999)
    assert match.view().chosen == ()
    match.play(1, 1)
    assert match.line.choices == ((1, 1),)


@pytest.mark.parametrize("seed", [-1, 2**64, 10**5000, 1.0, "1", None, True, Unusable()], ids=type)
def test_a_seed_must_be_a_whole_number(seed: Any) -> None:
    with pytest.raises(ParlourError, match="a seed is a whole number"):
        Match(WAR, seed=seed)


def test_a_numpy_seed_becomes_an_integer() -> None:
    assert parse(dump(Match(WAR, seed=np.int64(3)))).seed == 3  # type: ignore[arg-type]  # an integer of NumPy


@pytest.mark.parametrize("who", [0.0, np.True_, np.array([0, 1]), 10**5000, "0", Unusable()], ids=type)
def test_a_player_must_be_0_or_1(who: Any) -> None:
    with pytest.raises(IllegalAction, match="players are 0 and 1"):
        WAR.actions(WAR.start(), who)
    with pytest.raises(IllegalAction, match="players are 0 and 1"):
        Match(WAR).choose(who, 1)


def test_there_is_no_turn_before_the_first() -> None:
    with pytest.raises(IndexError):
        Match(WAR).line.public_turns[0]


def test_the_state_of_another_game_is_rejected() -> None:
    with pytest.raises(IllegalAction, match="not a state"):
        WAR.shown(parlour.game("tower-siege").start())


def record(**changes: Any) -> str:
    content = json.loads(dump(played(WAR, (3, 2))))
    del content["checksum"]
    content.update(changes)
    content["checksum"] = checksum(content)
    return json.dumps(content)


def failed(player: object, reason: object = "x") -> dict[str, Any]:
    return {"result": {"outcome": "failed", "winner": None, "failure": {"player": player, "reason": reason}}}


@pytest.mark.parametrize(
    "changes",
    [
        failed(7),
        failed(-1),
        failed(True),
        failed(0, "\x1b[2J"),
        failed(0, "x" * 5000),
        {"seats": ["human\nPlayer 1 wins", "random"]},
        {"taken_back": -5},
        {"taken_back": 10**4000},
        {"taken_back": True},
        {"seed": -1},
        {"version": True},
        {"version": 1.0},
        {"result": {"outcome": "running", "winner": False, "failure": None}},
        {"turns": [["x" * 10**6, 1]]},
        {"\x1b[2Jnews": 1},
    ],
)
def test_a_hostile_record_is_rejected_with_a_short_printable_message(changes: dict[str, Any]) -> None:
    with pytest.raises((BadRecord, ParlourError)) as error:
        parse(record(**changes))
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 500


@pytest.mark.parametrize("depth", range(900, 1000, 7))
def test_a_deeply_nested_record_is_rejected(depth: int) -> None:
    content = json.loads(dump(played(WAR, (3, 2))))
    text = json.dumps(content).replace('"seed": 0', '"seed": ' + "[" * depth + "]" * depth)
    with pytest.raises(BadRecord):
        parse(text)


def test_a_saved_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    storage.save(played(WAR, (3, 2)), path)
    os.chmod(path, 0o600)
    storage.save(played(WAR, (1, 1)), path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_can_be_created_only_once(tmp_path: Path) -> None:
    record = storage.create(played(WAR, (3, 2)), tmp_path / "match.json")
    with pytest.raises(FileExistsError):
        storage.create(played(WAR, (1, 1)), tmp_path / "match.json")
    assert (tmp_path / "match.json").read_bytes() == record


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("rules", "def bounds(rules): raise ZeroDivisionError\n"),
        ("rules", "class Rules(NamedTuple):\n    fingers: int\n"),
        ("words", "CHOICES = None\n"),
    ],
)
def test_a_game_that_breaks_the_contract_is_rejected(
    part: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, info = tmp_path / f"bad_{part}", tmp_path / f"bad-{part}-1.dist-info"
    package.mkdir()
    info.mkdir()
    for name in ("rules", "words"):
        extra = text if name == part else ""
        (package / f"{name}.py").write_text(f"from odds_and_evens.{name} import *\n{extra}")
    (package / "RULES.md").write_text("# Bad\n")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: bad-{part}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[parlour.games]\nBad_{part} = bad_{part}\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in (f"bad_{part}.rules", f"bad_{part}.words", f"bad_{part}"):
        monkeypatch.delitem(__import__("sys").modules, name, raising=False)
    assert f"bad-{part}" in parlour.game_names()
    with pytest.raises(BadGame, match="does not follow the contract"):
        parlour.game(f"bad-{part}", fingers=1)
