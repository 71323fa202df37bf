"""OpenSpiel's exact algorithms agree with ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, get_all_states, value_iteration

import parlour
from parlour.envs import openspiel
from parlour.envs.openspiel_policies import FromParlour
from parlour.games.contract import State
from parlour.games.game import Game

# Small games that end before the limit on turns under perfect play, so the limit does not change their values.
SMALL: list[tuple[str, dict[str, Any], int]] = [
    ("resource-war", {"points": 3, "target": 2, "stall": 1}, 20),
    ("resource-war", {"points": 2, "target": 2, "stall": 2, "hidden": True}, 20),
    ("token-showdown", {"tokens": 5, "points": 2}, 20),
    ("color-capture", {"repeats": 2}, 20),
    ("color-capture", {"repeats": 3}, 20),
    ("token-tactics", {"start": 3, "cap": 1}, 20),  # nobody can fortify, so every battle costs tokens
    ("tower-siege", {"tower": 1, "stride": 1, "cards": 1}, 30),  # both may rest forever, but gain nothing by it
]
small_games = pytest.mark.parametrize(("name", "rules", "max_turns"), SMALL)


def loaded(name: str, rules: dict[str, Any], max_turns: int) -> tuple[Any, Game]:
    return openspiel.load(openspiel.short_name(name), {**rules, "max_turns": max_turns}), parlour.game(name, **rules)


@pytest.mark.untraced
@small_games
def test_value_iteration_agrees_with_our_solution_in_every_state(
    name: str, rules: dict[str, Any], max_turns: int
) -> None:
    game, ours = loaded(name, rules, max_turns)
    values = value_iteration.value_iteration(game, -1, 1e-9, cyclic_game=True)
    states = get_all_states.get_all_states(game, -1, True, False, to_string=str, stop_if_encountered=True)
    assert len(values) == len(states) > 2
    solution = parlour.solve(ours, within=1e-9)
    for text, state in states.items():
        if state.is_terminal() and not ours.is_over(state.at.state):
            continue  # cut off
        assert values[text] == pytest.approx(solution.value(state.at.state), abs=1e-6), text


def uniform(game: Game) -> Any:
    def policy(state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        return dict.fromkeys(actions, 1 / len(actions))

    return policy


def uneven(game: Game) -> Any:
    """Probabilities that differ between states and between actions."""

    def policy(state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        probabilities = np.random.default_rng([*map(int, state), player]).dirichlet(np.ones(len(actions)))
        return dict(zip(actions, map(float, probabilities), strict=True))

    return policy


def perfect(game: Game) -> Any:
    return parlour.solve(game, within=1e-9).policy


@pytest.mark.untraced
@small_games
@pytest.mark.parametrize("make", [uniform, uneven, perfect])
def test_exploitability_agrees_with_ours(make: Any, name: str, rules: dict[str, Any], max_turns: int) -> None:
    game, ours = loaded(name, rules, max_turns)
    policy = make(ours)
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    sequential = pyspiel.convert_to_turn_based(game) if simultaneous else game
    theirs = FromParlour(sequential, policy)
    figure = parlour.exploitability(ours, policy)
    assert exploitability.nash_conv(sequential, theirs) == pytest.approx(2 * figure, abs=1e-6)
    assert exploitability.exploitability(sequential, theirs) == pytest.approx(figure, abs=1e-6)
    assert (figure < 1e-6) == (make is perfect)
