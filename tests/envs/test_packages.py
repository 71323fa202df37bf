"""Missing packages, and packages that are not imported until they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest


def output(program: str) -> str:
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
def test_the_error_about_a_missing_package_names_the_extra(missing: str, module: str, extra: str) -> None:
    text = output(f"import sys; sys.modules[{missing!r}] = None; import {module}")
    assert f"ImportError: {module} needs " in text
    assert f"install the extra: python -m pip install -e '.[{extra}]' in a checkout of Parlour" in text
    assert f"import of {missing} halted" in text


def test_the_public_api_imports_none_of_them() -> None:
    modules = output("import sys, parlour; parlour.play_match(parlour.game('tower-siege')); print(sorted(sys.modules))")
    for package in ("numpy", "gymnasium", "pettingzoo", "pyspiel", "parlour.envs"):
        assert f"'{package}'" not in modules
    assert "'parlour.players'" in modules


def test_environments_import_neither_openspiel_nor_a_learning_library() -> None:
    modules = output("import sys, parlour.envs; print(sorted(sys.modules))")
    for package in ("pyspiel", "torch", "pygame"):
        assert f"'{package}'" not in modules
    assert "'gymnasium'" in modules


def test_an_older_pettingzoo_without_a_registry_is_enough() -> None:
    program = (
        "import pettingzoo; del pettingzoo.register; import parlour.envs as e; print(repr(e.parallel('tower-siege')))"
    )
    assert output(program).strip() == "ParallelEnv(parlour.game('tower-siege'))"
