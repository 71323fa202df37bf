"""Every example runs and improves its policy as it claims."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples"


def run(path: Path, **arguments: Any) -> Any:
    """What the example's `main` returns."""
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.main(**arguments)


def learns_to_beat_random(results: tuple[float, float], even: float) -> None:
    before, after = results
    assert abs(before) < even
    assert after > 0.5


def approaches_perfect_play(results: list[tuple[int, float, float]]) -> None:
    theirs, ours = [openspiel for _, openspiel, _ in results], [parlour for _, _, parlour in results]
    assert theirs == pytest.approx(ours, abs=1e-6)
    assert ours == sorted(ours, reverse=True)
    assert ours[-1] < 0.1 < 0.5 < ours[0]


def improves_against_perfect(results: tuple[float, float]) -> None:
    before, after = results
    assert before < -0.3
    assert before + 0.1 < after < 0.05


def beats_random(result: float) -> None:
    assert result > 0.2


CHECKS: dict[str, tuple[Callable[[Any], None], str]] = {
    "learn_against_perfect": (improves_against_perfect, "mean result against perfect"),
    "learn_color_capture": (partial(learns_to_beat_random, even=0.3), "mean result against random"),
    "patient_bot": (beats_random, "mean result against random"),
    "regret_matching": (approaches_perfect_play, "iterations: exploitability"),
    "self_play": (partial(learns_to_beat_random, even=0.1), "mean result against random"),
}
SHORTER: dict[str, dict[str, Any]] = {"learn_against_perfect": {"steps": 60_000}}  # not a minute


@pytest.mark.untraced
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_every_example_does_what_it_claims(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if path.stem.startswith("learn_"):
        pytest.importorskip("sb3_contrib")
    check, printed = CHECKS[path.stem]
    check(run(path, **SHORTER.get(path.stem, {})))
    assert printed in capsys.readouterr().out
