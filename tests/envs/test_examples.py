"""The examples do what they say, in seconds."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_self_play_on_a_batch_learns_to_beat_random(capsys: pytest.CaptureFixture[str]) -> None:
    before, after = example("self_play").main()
    assert abs(before) < 0.1
    assert after > 0.5
    assert "mean result against random" in capsys.readouterr().out


def test_maskable_ppo_learns_to_beat_random_in_color_capture() -> None:
    pytest.importorskip("sb3_contrib")
    before, after = example("learn_color_capture").main()
    assert abs(before) < 0.3
    assert after > 0.5


def test_regret_matching_through_openspiel_comes_closer_to_perfect_play() -> None:
    figures = example("regret_matching").main()
    theirs, ours = [figure[1] for figure in figures], [figure[2] for figure in figures]
    assert theirs == pytest.approx(ours, abs=1e-6)
    assert ours == sorted(ours, reverse=True)
    assert ours[-1] < 0.1 < 0.5 < ours[0]


def test_every_example_is_run_here() -> None:
    ours = Path(__file__).read_text()
    for path in FOLDER.glob("*.py"):
        assert f'example("{path.stem}")' in ours
