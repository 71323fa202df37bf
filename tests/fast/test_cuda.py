"""Play on a card: on the compiler's simulator here, since most machines have none. The speed is told in the docs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from support import ALL

import parlour
from parlour import ParlourError
from parlour.fast import Batch, random_games
from parlour.fast.build import CUDA, source

SCRIPT = Path(__file__).parent / "simulated_card.py"


@pytest.mark.parametrize("name", ALL)
def test_a_card_plays_the_interpreters_games(name: str) -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(SCRIPT.parent.parent)}
    env |= {"PYTHONWARNINGS": "ignore"}  # the simulator lets integers overflow aloud
    command = [sys.executable, str(SCRIPT), name]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "slot 0, player " in done.stdout
    assert " cannot choose 9999; allowed: " in done.stdout


def test_without_a_card_it_says_what_is_needed() -> None:
    game = parlour.game("color-capture")
    for attempt in (lambda: random_games(game, 1, device="cuda"), lambda: Batch(game, 1, device="cuda")):
        with pytest.raises(ParlourError, match=r"device 'cuda' needs .*pip install 'parlour"):
            attempt()


def test_the_rules_for_a_card_reckon_with_32_bits() -> None:
    text = source(cast(ModuleType, parlour.game("token-showdown").module), CUDA)
    assert "tokens1 = int32(state.tokens1 - first)" in text
    assert "return slot + restarts * size" in text  # the numbers of games need more
