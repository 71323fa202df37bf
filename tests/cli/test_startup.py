"""The program starts quickly because it imports little. The tests check imports, not times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"numpy", "numba", "scipy", "asyncio", "rich", "parlour.solver", "parlour.fast", "importlib.metadata"}
HEAVY |= {"matplotlib", "gymnasium", "pettingzoo", "pyspiel", "parlour.envs", "parlour.drawing", "parlour.games.scene"}

PROGRAM = """
import sys
from parlour.cli.main import run
code = run({arguments!r})
print(code, *sorted(sys.modules), file=sys.stderr)
"""


def loaded_by(arguments: list[str], home: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(arguments=arguments)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={"XDG_STATE_HOME": str(home)},
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["play", "color-capture"],  # up to its first prompt, where the input ends
        ["play", "tower-siege", "--second", "random"],
        ["play", "tower-siege", "--second", "search"],
        ["play", "resource-war", "--first", "random", "--second", "random", "--json"],
        ["solve", "--help"],
        ["analyse", "/nowhere"],
        ["replay", "/nowhere"],
        ["matches"],
        ["practice", "--help"],
    ],
)
def test_nothing_heavy_is_imported_before_the_first_prompt(arguments: list[str], tmp_path: Path) -> None:
    assert loaded_by(arguments, tmp_path) & HEAVY == set()


def test_the_version_is_printed_without_importing_a_game(tmp_path: Path) -> None:
    loaded = loaded_by(["--version"], tmp_path)
    assert not any(name.startswith("parlour.games.tower_siege") for name in loaded)
    assert "parlour.cli.play" not in loaded
