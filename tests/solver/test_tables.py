"""The solutions that come with the games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support import OURS

import parlour
from parlour.games.catalogue import load as load_game
from parlour.games.game import TABLE, Game
from parlour.solver import solution_files
from parlour.solver.api import WITHIN
from parlour.solver.exact.certificate import certify

ROUNDING = 1e-12  # compilers may add in another order on another machine


@pytest.mark.parametrize("name", OURS)
def test_a_table_is_what_solving_finds(name: str) -> None:
    game = parlour.game(name)
    table, solved = solution_files.load_table(game, WITHIN), parlour.solve(game, fresh=True)
    assert table is not None, "run make tables"
    assert (table.source, solved.source) == ("package", "solved")
    assert table.within == solved.within
    assert table.certificate == pytest.approx(solved.certificate, abs=ROUNDING)
    assert (table.states.keys == solved.states.keys).all()
    assert (table.lower <= solved.upper + ROUNDING).all()
    assert (solved.lower <= table.upper + ROUNDING).all()
    assert table.values == pytest.approx(solved.values, abs=solved.certificate.widest + ROUNDING)


@pytest.mark.parametrize("name", OURS)
def test_the_bounds_of_a_table_are_proved_for_its_own_mixes(name: str) -> None:
    game = parlour.game(name)
    table = solution_files.load_table(game, WITHIN)
    assert table is not None
    explorer, mixes = table.states.explorer, table.policy.mixes
    lower, upper = (certify(game, explorer.states, mixes, explorer.groups(), side) for side in (0, 1))
    assert (table.lower <= lower + ROUNDING).all()
    assert (upper - ROUNDING <= table.upper).all()
    assert (np.add.reduceat(mixes.chances, np.unique(mixes.begins)) == 1.0).all()


def test_the_tables_are_small() -> None:
    sizes = [(parlour.game(name).folder / TABLE).stat().st_size for name in OURS]
    assert sum(sizes) <= 10_000_000


def test_the_same_solution_always_gives_the_same_file(tmp_path: Path) -> None:
    game = parlour.game("resource-war")
    copy = Game(game.name, game.module, game.words, tmp_path, {})
    solution_files.save_table(parlour.solve(copy, fresh=True))
    first = (tmp_path / TABLE).read_bytes()
    solution_files.save_table(parlour.solve(copy, fresh=True))
    assert (tmp_path / TABLE).read_bytes() == first


# When a table is not used


def copied_game(folder: Path, monkeypatch: pytest.MonkeyPatch, old: str = "", new: str = "") -> Game:
    """Color Capture in a folder of its own, with its table and with a change in its rules."""
    package = folder / "copied_capture"
    shutil.copytree(parlour.game("color-capture").folder, package, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (package / "rules.py").read_text()
    assert old in rules
    (package / "rules.py").write_text(rules.replace(old, new))
    monkeypatch.syspath_prepend(folder)
    for name in ("", ".rules", ".words"):
        monkeypatch.delitem(sys.modules, f"copied_capture{name}", raising=False)
    return load_game("color-capture", "copied_capture", {})


def test_a_table_belongs_to_one_text_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_files, "cache_folder", lambda: tmp_path / "cache")
    same = copied_game(tmp_path / "same", monkeypatch)
    assert parlour.solve(same).source == "package"
    changed = copied_game(tmp_path / "changed", monkeypatch, "repeats: int = 5", "repeats: int = 2")
    assert (changed.folder / TABLE).exists()
    assert not changed.changed_rules()
    solved = parlour.solve(changed)
    assert solved.source == "solved"
    assert len(solved.states) < len(parlour.solve(same).states)


@pytest.mark.parametrize("damage", ["cut", "emptied", "another"])
def test_a_damaged_table_is_not_used_and_not_removed(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = copied_game(tmp_path, monkeypatch)
    file = game.folder / TABLE
    content = file.read_bytes()
    file.write_bytes({"cut": content[: len(content) // 2], "emptied": b"", "another": b"not a table"}[damage])
    assert solution_files.load_table(game, WITHIN) is None
    assert file.exists()


def test_a_flipped_bit_in_a_table_changes_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = copied_game(tmp_path, monkeypatch)
    file = game.folder / TABLE
    content, expected = file.read_bytes(), solution_files.load_table(game, WITHIN)
    assert expected is not None
    rejected = 0
    for place in range(0, len(content), 11):
        file.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
        found = solution_files.load_table(game, WITHIN)
        rejected += found is None  # some bits of a zip file carry nothing
        if found is not None:
            assert all((found.to_arrays()[name] == array).all() for name, array in expected.to_arrays().items())
    assert rejected > 100


def test_variants_and_narrower_proofs_are_solved() -> None:
    assert solution_files.load_table(parlour.game("color-capture", repeats=2), WITHIN) is None
    assert solution_files.load_table(parlour.game("tower-siege"), 1e-5) is None
    assert solution_files.load_table(parlour.game("token-showdown"), 1e-9) is not None


# Without Numba

SESSION = """
import json, sys
from random import Random
import parlour
from parlour import storage
from parlour.cli.main import run
from parlour.match.match import Match
from parlour.coach.hints import hint_lines, sample_lines
from parlour.coach.reviews import review_lines
from parlour.solver.memory import solution_of

folder, name = sys.argv[1:]
game = parlour.game(name)
match = parlour.play_match(game, "perfect", "hard", seed=1, max_turns=20)
assert match.result.failure is None, match.result
solution, view = solution_of(game), Match(game).view(0)
assert hint_lines(solution, view) and sample_lines(solution, view, Random(1))
assert review_lines(solution, match, 0)
assert solution.bounds(game.start())[0] <= solution.value(game.start())
storage.save(match, folder + "/match.json")
assert run(["analyse", folder + "/match.json"]) == 0
assert run(["solve", name]) == 0
assert run(["play", name, "--first", "random", "--second", "perfect", "--seed", "1", "--json"]) == 0
assert not [module for module in sys.modules if module.split(".")[0] in ("numba", "llvmlite")]
"""


@pytest.mark.parametrize("name", OURS)
def test_the_standard_games_are_played_and_analysed_without_numba(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", SESSION, str(tmp_path), name], env=environment, check=True, timeout=120)
    assert not (tmp_path / "cache").exists()
