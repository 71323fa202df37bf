"""Play on a GPU: in Numba's simulator, where there is no GPU. docs/benchmarks.md has the speeds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import ALL

import parlour
from parlour import ParlourError
from parlour.fast import Batch, random_games

SCRIPT = Path(__file__).parent / "simulated_gpu.py"


@pytest.mark.parametrize("name", ALL)
def test_a_gpu_plays_the_same_games_as_the_interpreter(name: str) -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(SCRIPT.parent.parent)}
    env |= {"PYTHONWARNINGS": "ignore"}  # the simulator warns of every overflow
    env.pop("COVERAGE_PROCESS_CONFIG", None)  # it takes twice as long if it is measured
    command = [sys.executable, str(SCRIPT), name]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "slot 0, player " in done.stdout
    assert " cannot choose 9999; allowed: " in done.stdout


def test_without_a_gpu_the_error_says_what_to_install() -> None:
    game = parlour.game("color-capture")
    for attempt in (lambda: random_games(game, 1, device="cuda"), lambda: Batch(game, 1, device="cuda")):
        with pytest.raises(ParlourError, match=r"device 'cuda' needs .*pip install -e '\.\[gpu\]'"):
            attempt()
