"""Policies of OpenSpiel are judged exactly, ours work in OpenSpiel, and exported trees are the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr
from open_spiel.python.algorithms import exploitability as theirs
from open_spiel.python.policy import UniformRandomPolicy

import parlour
from parlour.envs import openspiel, openspiel_policies
from parlour.envs.openspiel_policies import FromParlour, exploitability, rules_of
from parlour.games.errors import ParlourError, TooLarge

SMALL: list[tuple[str, dict[str, Any], int]] = [
    ("resource-war", {"points": 3, "target": 2, "stall": 1}, 20),
    ("token-showdown", {"tokens": 4, "points": 2}, 20),
    ("color-capture", {"repeats": 2}, 20),
    ("token-tactics", {"start": 2, "cap": 1}, 8),
]
small_games = pytest.mark.parametrize(("name", "rules", "max_turns"), SMALL)


def loaded(name: str, rules: dict[str, Any], max_turns: int) -> tuple[Any, Any]:
    """The game, and its turn-based form."""
    game = openspiel.load(openspiel.short_name(name), {**rules, "max_turns": max_turns})
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return game, pyspiel.convert_to_turn_based(game) if simultaneous else game


@small_games
def test_a_policy_that_depends_on_the_history_is_judged_as_by_openspiel(
    name: str, rules: dict[str, Any], max_turns: int
) -> None:
    game, sequential = loaded(name, rules, max_turns)
    solver = cfr.CFRPlusSolver(sequential)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    learned = solver.average_policy()
    assert exploitability(sequential, learned) == pytest.approx(theirs.exploitability(sequential, learned), abs=1e-12)
    in_cpp = pyspiel.CFRPlusSolver(sequential)
    for _ in range(3):
        in_cpp.evaluate_and_update_policy()
    judged = exploitability(sequential, in_cpp.average_policy())
    assert judged == pytest.approx(pyspiel.exploitability(sequential, in_cpp.average_policy()), abs=1e-12)
    sampling = pyspiel.ExternalSamplingMCCFRSolver(sequential)  # has not met every state
    sampling.run_iteration()
    judged = exploitability(sequential, sampling.average_policy())
    assert judged == pytest.approx(pyspiel.exploitability(sequential, sampling.average_policy()), abs=1e-12)
    assert exploitability(game, UniformRandomPolicy(game)) == pytest.approx(
        theirs.exploitability(sequential, UniformRandomPolicy(sequential)), abs=1e-12
    )


@pytest.mark.parametrize(("name", "rules", "max_turns"), SMALL[:3])  # not cut off
def test_a_solution_is_a_perfect_policy_in_openspiel(name: str, rules: dict[str, Any], max_turns: int) -> None:
    game, sequential = loaded(name, rules, max_turns)
    solution = parlour.solve(rules_of(game))
    assert rules_of(sequential) == rules_of(game) == parlour.game(name, **rules)
    for form in {id(each): each for each in (game, sequential)}.values():
        assert exploitability(form, FromParlour(form, solution.policy)) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["token-tactics", "token-showdown", "tower-siege", "resource-war"])
def test_a_game_with_too_many_histories_is_refused_at_once(name: str) -> None:
    game = pyspiel.load_game(openspiel.short_name(name))
    with pytest.raises(TooLarge, match=r"can take more than 2,000,000 courses.* anyway=True"):
        exploitability(game, UniformRandomPolicy(game))


def test_histories_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game, exact = pyspiel.load_game("parlour_color_capture"), 0.6875  # it has 2,496
    monkeypatch.setattr(openspiel_policies, "MAX_HISTORIES", 2496)
    assert exploitability(game, UniformRandomPolicy(game)) == pytest.approx(exact)
    monkeypatch.setattr(openspiel_policies, "MAX_HISTORIES", 2495)
    with pytest.raises(TooLarge):
        exploitability(game, UniformRandomPolicy(game))
    assert exploitability(game, UniformRandomPolicy(game), anyway=True) == pytest.approx(exact)


def test_arrays_are_no_policy_in_openspiel() -> None:
    game = pyspiel.load_game("parlour_color_capture")
    with pytest.raises(ParlourError, match="tabulate"):
        FromParlour(game, parlour.solve(rules_of(game)).policy.dense())


@small_games
def test_an_exported_tree_is_the_same_game(name: str, rules: dict[str, Any], max_turns: int, tmp_path: Path) -> None:
    file = tmp_path / "game.efg"
    file.write_text(parlour.efg(parlour.game(name, **rules), max_turns), encoding="utf-8")
    tree = pyspiel.load_game("efg_game", {"filename": str(file)})
    _, sequential = loaded(name, rules, max_turns)
    results = []
    for form in (tree, sequential):
        solver = pyspiel.CFRPlusSolver(form)
        for _ in range(4):
            solver.evaluate_and_update_policy()
        results.append(pyspiel.exploitability(form, solver.average_policy()))
    assert results[0] == pytest.approx(results[1], abs=1e-12)


def test_a_tree_needs_an_end_and_must_not_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParlourError, match="may last forever: give max_turns"):
        parlour.efg(parlour.game("tower-siege"))
    with pytest.raises(TooLarge, match="too long for a tree"):
        parlour.efg(parlour.game("tower-siege"), max_turns=5_000)
    monkeypatch.setattr("parlour.solver.efg.MAX_NODES", 1_000)
    with pytest.raises(TooLarge, match="more than 1,000 nodes"):
        parlour.efg(parlour.game("token-showdown"))


def test_other_games_and_wrong_policies_are_refused() -> None:
    with pytest.raises(ParlourError, match="kuhn_poker is not one of Parlour's games"):
        rules_of(pyspiel.load_game("kuhn_poker"))
    game = pyspiel.load_game("parlour_color_capture(repeats=2)")
    with pytest.raises(ParlourError, match="sum to 0, not to 1"):
        exploitability(game, FromParlour(game, lambda _, __: {}))
