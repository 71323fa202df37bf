"""Players by name, by class, by model and by command, and settings that must fit."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

import parlour
from parlour.games.errors import ParlourError
from parlour.players import Careless, play_match
from parlour.players.base import BadPlayer, Player, Unavailable
from parlour.players.roster import load_player


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with players in the current folder."""
    (tmp_path / "loaded_players.py").write_text(
        "class Careful:\n    def __init__(self, patience=1):\n        self.patience = patience\n"
        "    def choose(self, view, random):\n        return view.actions[0]\n"
        "ready = Careful(7)\n"
    )
    (tmp_path / "broken_players.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


def test_settings_are_the_arguments_of_a_class() -> None:
    player = load_player("loaded_players:Careful", {"patience": 3})()
    assert getattr(player, "patience", None) == 3
    graded = load_player("parlour.players.basic:Careless", {"carelessness": 0.7})()
    assert isinstance(graded, Careless)
    assert graded.carelessness == 0.7


def test_every_call_makes_a_player_of_a_class() -> None:
    make = load_player("loaded_players:Careful")
    assert make() is not make()


@pytest.mark.parametrize(
    ("spec", "settings", "reason"),
    [
        ("nobody", {}, "there is no player 'nobody'"),
        ("hard", {"depth": 3}, "hard takes no settings, so 'depth' means nothing to it"),
        ("loaded_players:Careful", {"speed": 3}, "unexpected keyword argument 'speed'"),
        ("loaded_players:ready", {"patience": 3}, "is not a class, so it takes no settings"),
        ("loaded_players:Missing", {}, "the module has no 'Missing'"),
        ("broken_players:Any", {}, "the module cannot be loaded: ZeroDivisionError: division by zero"),
        ("program:", {}, "must be followed by a command"),
        ("openai: ", {}, "must be followed by a model"),
    ],
)
def test_what_cannot_be_loaded_is_said(spec: str, settings: dict[str, object], reason: str) -> None:
    with pytest.raises(BadPlayer, match=reason):
        load_player(spec, settings)


def test_a_prefix_passes_the_rest_and_the_settings_on(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("parlour.players.program")
    module.program_player = lambda command, settings: lambda: (command, settings)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "parlour.players.program", module)
    made: object = load_player("program:./bot --fast", {"seconds": 2})()
    assert made == ("./bot --fast", {"seconds": 2})


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ParlourError, match=r"needs openai; install the extra: .* -e '\.\[models\]'"):
        load_player("openai:some-model")()


def test_a_player_that_cannot_be_reached_does_not_forfeit() -> None:
    class Away:
        def choose(self, view: object, random: object) -> int:
            raise Unavailable("nobody answers")

    away: Player = Away()
    with pytest.raises(Unavailable, match="nobody answers"):
        play_match(parlour.game("resource-war"), away)
