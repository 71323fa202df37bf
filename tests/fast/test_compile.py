"""What is compiled, and that its arithmetic is defined: signed overflow is not."""

from __future__ import annotations

import ast
import gc
import inspect
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import parlour
from parlour.fast import random_stream
from parlour.fast.compile import compile_kernels, library
from parlour.fast.rewrite import read_kernel
from parlour.solver.exact.matrix_games import KERNEL
from parlour.solver.states.explorer import OUTCOMES_KERNEL


def test_products_of_words_fit_in_63_bits() -> None:
    """On the right of every product is a constant, a count or a number of options; the constants are the largest."""
    products = [
        node.right
        for node in ast.walk(ast.parse(inspect.getsource(random_stream)))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
    ]
    factors = {node.id for node in products if isinstance(node, ast.Name)}
    assert factors == {"FIRST", "SECOND", "GOLDEN", "size", "options"}
    assert all(isinstance(node, ast.Name) for node in products)
    for factor in (random_stream.FIRST, random_stream.SECOND, random_stream.GOLDEN):
        assert abs(random_stream.WORD * factor) < 2**63


def test_the_key_of_a_game_fits_in_63_bits_at_every_step() -> None:
    word = random_stream.WORD
    assert word * random_stream.FIRST + word < 2**63
    assert word * random_stream.GOLDEN > -(2**63)


@pytest.mark.parametrize("inner", ["bucket_of", "enter", "play"])
def test_functions_that_only_kernels_call_are_out_of_reach(inner: str) -> None:
    loops = compile_kernels(parlour.game("resource-war"), OUTCOMES_KERNEL)
    assert hasattr(loops, "explore")
    assert not hasattr(loops, inner)
    assert not hasattr(library(KERNEL), "solve_program")


COUNT = """
import importlib, sys
from pathlib import Path
from types import SimpleNamespace
from parlour.fast import random_games
from parlour.games.game import Game
sys.path.insert(0, sys.argv[1])
rules = importlib.import_module(sys.argv[2])
words = SimpleNamespace(TITLE="Duel", CHOICES={}, PLAYERS=("Player 1", "Player 2"), SECRET=True)
print(random_games(Game("duel", rules, words, Path(), {}), 20, 1))
"""


def test_the_same_rules_compile_again_under_another_name(tmp_path: Path) -> None:
    """Numba's cache names the modules of the classes that it was given, and imports them."""
    text = (Path(__file__).parent.parent / "solver" / "charge_game" / "rules.py").read_text()
    printed = []
    for name in ("first_name", "second_name"):
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        command = [sys.executable, "-c", COUNT, str(tmp_path), name]
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
        file.unlink()
    assert printed[0] == printed[1] != ""


def test_threads_can_read_kernels_at_the_same_time() -> None:
    """On Python 3.11 parsing fails if another thread parses while garbage is collected."""
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    gc.callbacks.append(pause)
    sys.setswitchinterval(1e-6)
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as threads:
            kernels = list(threads.map(read_kernel, [KERNEL] * 60))
    finally:
        gc.callbacks.remove(pause)
        sys.setswitchinterval(interval)
        gc.set_threshold(*thresholds)
    assert len({ast.unparse(kernel.tree) for kernel in kernels}) == 1


def pause(*_: object) -> None:
    """Lets other threads run."""
    sum(range(50))
