"""Start-up is instant because little is loaded: guarded by what is loaded, not by a stopwatch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"numpy", "numba", "scipy", "asyncio", "rich", "parlour.solve", "parlour.fast", "importlib.metadata"}
HEAVY |= {"matplotlib", "gymnasium", "pettingzoo", "pyspiel", "parlour.envs"}

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
        ["play", "color-capture"],  # to its first prompt, where the input ends
        ["play", "tower-siege", "--second", "random"],
        ["play", "tower-siege", "--second", "search"],
        ["play", "resource-war", "--first", "random", "--second", "random", "--json"],
        ["solve", "--help"],
        ["analyse", "/nowhere"],
    ],
)
def test_nothing_heavy_is_loaded_before_the_first_prompt(arguments: list[str], tmp_path: Path) -> None:
    assert loaded_by(arguments, tmp_path) & HEAVY == set()


def test_the_version_does_not_even_load_the_games(tmp_path: Path) -> None:
    loaded = loaded_by(["--version"], tmp_path)
    assert not any(name.startswith("parlour.games.tower_siege") for name in loaded)
    assert "parlour.cli.play" not in loaded
