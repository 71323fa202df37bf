"""What a game from elsewhere may say about its opponents: strategies, habits, levels, a renamed form, instances."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from support import SIXTH, with_file

import parlour
from parlour.games.errors import BadGame
from parlour.games.game import Game
from parlour.players.habits.characters import Character
from parlour.players.habits.habitual import Casual, calibration_opponents, held_out_opponents
from parlour.players.habits.levels import LEVELS, Level
from parlour.players.habits.person import explanations
from parlour.players.models.wording import wording_of

OPPONENTS = """
from parlour.games.habits import Habit, largest, middle, smallest

CASUAL = {largest: "showed all fingers", middle: "showed some fingers"}
STANDARD_ONLY = (middle,)
HELD_OUT = (smallest,)
CHARACTERS = {"hoarder": Habit("never shows a finger", smallest)}
LEVELS = {"shy": Habit("shows some fingers", middle)}
"""
RENAMED = """
from parlour.games.renamed import RenamedGame

class Stones(RenamedGame):
    def _draw(self, draw): pass
    def _names(self, rules): return {"most": rules.fingers}
    def situation(self, state, number): return [f"{self.title}, turn {number}"]
    def label(self, state, player, action): return f"lay {action}"

RENAMED = Stones
"""
COMPLETE = ("token-tactics", "token-showdown", "tower-siege", "color-capture", "resource-war")
numbers = count(1)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A copy of a game that is not installed; every copy has another name, because Python imports it once."""
    folder = tmp_path / f"fingers{next(numbers)}"
    shutil.copytree(parlour.game(SIXTH).folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]


def load(folder: Path, **rules: int) -> Game:
    return parlour.game(str(folder), **rules)


@pytest.mark.parametrize("file", ["opponents.py", "levels.json", "renamed.py", "RENAMED.md", "instances.json"])
def test_games_have_all_optional_files(file: str) -> None:
    assert set(COMPLETE) <= set(with_file(file))


def test_a_game_brings_its_strategies_and_habits(folder: Path) -> None:
    (folder / "opponents.py").write_text(OPPONENTS)
    game = load(folder)
    start = game.start()
    assert [each.mix(game, start, 0)[2] > 0.9 for each in calibration_opponents(game)] == [True, False]
    assert isinstance(held_out_opponents(game)[-1], Casual)
    assert Character("hoarder").mix(game, start, 1) == {0: 1.0}
    assert Character("bully").habit(game).sentence == "makes the second-highest of its choices half of the time"
    assert [*explanations(game).values()][:2] == ["showed all fingers", "showed some fingers"]
    assert [*explanations(load(folder, fingers=3)).values()][:2] == ["showed all fingers", ""]


def test_a_game_brings_its_levels(folder: Path) -> None:
    (folder / "opponents.py").write_text(OPPONENTS)
    (folder / "levels.json").write_text(json.dumps({"easy": [[1.5, "shy", 1.0], [0.5, "lowest", 0.0]]}))
    game = load(folder)
    assert Level("easy").mix(game, game.start(), 0) == {1: pytest.approx(1.0)}
    assert Level("easy").style(game, 1) == (0.5, "lowest", 0.0)
    assert Level("hard").style(game, 0) == LEVELS["hard"].usual
    assert Level("easy").style(load(folder, fingers=3), 0) == LEVELS["easy"].usual


@pytest.mark.parametrize("text", ["{", "[]", '{"easy": 3}', '{"easy": [[1.0], [1.0]]}'])
def test_levels_that_cannot_be_read_are_an_error(folder: Path, text: str) -> None:
    (folder / "levels.json").write_text(text)
    with pytest.raises(BadGame, match=r"levels\.json in .* cannot be read: "):
        Level("easy").style(load(folder), 0)


def test_a_level_with_an_unknown_habit_is_an_error(folder: Path) -> None:
    (folder / "levels.json").write_text(json.dumps({"easy": [[1.5, "shy", 1.0], [0.5, "lowest", 0.0]]}))
    game = load(folder)
    with pytest.raises(BadGame, match=r"has no habit 'shy' for its levels; it has: lowest, highest"):
        Level("easy").mix(game, game.start(), 0)


def test_opponents_that_cannot_be_imported_are_an_error(folder: Path) -> None:
    (folder / "opponents.py").write_text("import nothing_of_this_name\n")
    with pytest.raises(BadGame, match=r"opponents\.py of .* cannot be loaded: ModuleNotFoundError"):
        calibration_opponents(load(folder))


def test_a_game_brings_its_renamed_form(folder: Path) -> None:
    (folder / "renamed.py").write_text(RENAMED)
    (folder / "RENAMED.md").write_text("# $title\n\n$first and $second lay up to $most stones.\n")
    wording = wording_of(load(folder), 1)
    assert wording.rules() == f"# {wording.title}\n\n{' and '.join(wording.players)} lay up to 2 stones."
    assert wording.label(load(folder).start(), 0, 2) == "lay 2"


def test_a_game_brings_its_instances(folder: Path) -> None:
    numbers = dict.fromkeys(("states", "options", "turns", "lower", "upper", "uniform", "seconds"), 1.0)
    measured = {"rules": {"points": 1}, **numbers, "counted": True, "proof": "solved", "machine": "a test"}
    (folder / "instances.json").write_text(json.dumps([measured, {"rules": {}}]))
    (only,) = parlour.instances(str(folder))
    assert (only.name, only.game) == (f"{folder.name} points=1", load(folder, points=1))
