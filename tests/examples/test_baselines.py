"""A cut-down run of every baseline: the curve is recorded, and methods that converge end lower than they began."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import parlour

FOLDER = Path(__file__).parents[2] / "examples" / "baselines"
TINY = parlour.game("resource-war", points=3, target=2, stall=1)
CYCLIC = parlour.game("token-tactics", start=2, cap=3)


@pytest.fixture(autouse=True)
def _baselines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


def curve(method: str, game: parlour.Game, steps: int, **settings: Any) -> list[dict[str, float]]:
    """The points of a run, with some settings of its module changed."""
    module = import_module(method)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setattr(module, name, value)
        return list(import_module("curves").points(module.learn(game, 1), steps))


@pytest.mark.untraced
@pytest.mark.parametrize("method", ["fictitious_play", "mirror_descent", "regret_matching"])
@pytest.mark.parametrize("game", [TINY, CYCLIC], ids=["ends", "can cycle"])
def test_a_tabular_method_converges(method: str, game: parlour.Game) -> None:
    points = curve(method, game, 60)
    assert points[-1]["steps"] == 60
    assert points[-1]["exploitability"] < 0.25 * points[0]["exploitability"]


def test_cfr_plus_on_a_tree_converges_and_openspiel_judges_it_as_parlour_does() -> None:
    pytest.importorskip("pyspiel")
    points = curve("cfr_plus", TINY, 60)
    assert points[-1]["exploitability"] < 0.02 < 0.5 < points[0]["exploitability"]
    uniform = parlour.batched(lambda _, legal, __: legal / legal.sum(axis=1, keepdims=True))
    assert points[0]["exploitability"] == pytest.approx(parlour.exploitability(TINY, uniform))


@pytest.mark.untraced
def test_a_network_with_a_magnet_improves() -> None:
    pytest.importorskip("torch")
    points = curve("mirror_descent_network", TINY, 2 * 64 * 8 * 40, GAMES=64, LENGTH=8)
    assert points[-1]["exploitability"] < 0.7 * points[0]["exploitability"]


@pytest.mark.untraced
def test_ppo_plays_both_seats() -> None:
    pytest.importorskip("sb3_contrib")
    points = curve("ppo", CYCLIC, 2 * 16 * 16 * 3, GAMES=16)
    assert [point["steps"] for point in points] == [0, 512, 1024, 1536]
    assert all(0.0 < point["exploitability"] <= 1.0 for point in points)


@pytest.mark.untraced
def test_nfsp_learns_an_average() -> None:
    pytest.importorskip("tree")
    pytest.importorskip("torch")
    module = import_module("nfsp")
    settings = module.SETTINGS | {"min_buffer_size_to_learn": 20, "batch_size": 16, "anticipatory_param": 0.5}
    points = curve("nfsp", TINY, 600, SETTINGS=settings, EPISODES=50)
    assert points[-1]["steps"] >= 600
    assert points[0]["exploitability"] != points[-1]["exploitability"]


def test_a_run_is_recorded_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    curves = import_module("curves")
    run = curves.Run("resource-war-small", "mirror_descent", 1, 3, tmp_path)
    curves.record(run)
    points = [json.loads(line) for line in run.path.read_text(encoding="utf-8").splitlines()]
    assert [point["steps"] for point in points] == [0, 1, 2, 3]
    assert all(set(point) == {"steps", "seconds", "exploitability", "wide"} for point in points)
    arguments = ["--method", "mirror_descent", "--instance", "resource-war-small", "--seed", "1"]
    curves.main([*arguments, "--folder", str(tmp_path)])
    assert capsys.readouterr().out == ""


def test_the_page_shows_the_curves_beside_it() -> None:
    plot = import_module("plot")
    curves = plot.read(plot.FOLDER)
    assert {method for _, method in curves} == set(import_module("curves").METHODS)
    assert plot.table(curves) in plot.PAGE.read_text(encoding="utf-8")
