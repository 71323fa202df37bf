"""What is said when a package is missing, and what is not loaded until it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest


def said(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("missing", "module", "extra"),
    [
        ("gymnasium", "parlour.envs", "envs"),
        ("pettingzoo", "parlour.envs", "envs"),
        ("pyspiel", "parlour.envs.openspiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_the_extra_that_brings_it(missing: str, module: str, extra: str) -> None:
    told = said(f"import sys; sys.modules[{missing!r}] = None; import {module}")
    assert f"ImportError: {module} needs the extra {extra}: pip install 'parlour[{extra}]'" in told


def test_the_front_door_loads_none_of_them() -> None:
    told = said("import sys, parlour; parlour.play_match(parlour.game('tower-siege')); print(sorted(sys.modules))")
    for package in ("numpy", "gymnasium", "pettingzoo", "pyspiel", "parlour.envs"):
        assert f"'{package}'" not in told
    assert "'parlour.players'" in told


def test_environments_do_not_load_openspiel_or_a_learning_library() -> None:
    told = said("import sys, parlour.envs; print(sorted(sys.modules))")
    for package in ("pyspiel", "torch", "pygame"):
        assert f"'{package}'" not in told
    assert "'gymnasium'" in told


def test_older_pettingzoo_without_a_registry_is_enough() -> None:
    program = (
        "import pettingzoo; del pettingzoo.register; import parlour.envs as e; print(repr(e.parallel('tower-siege')))"
    )
    assert said(program).strip() == "ParallelGame(parlour.game('tower-siege'))"
