"""Regret matching (CFR+) on a small Resource War through OpenSpiel. Exploitability falls with every iteration.

In a checkout of Parlour:

    python -m pip install -e '.[openspiel]'
    python examples/regret_matching.py

Exploitability is measured twice: by OpenSpiel's `nash_conv` on the turn-based form of the game, and by Parlour.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python import policy as openspiel_policy
from open_spiel.python.algorithms import exploitability

import parlour
import parlour.envs.openspiel  # registers the games
from parlour.games.contract import State

POINTS = {"points": 4, "target": 3, "stall": 1}


class Round(NamedTuple):
    """A state in which both players bid: their bids, and the next state or the result for each pair of bids."""

    bids: tuple[list[int], list[int]]
    after: list[list[State | float]]


def main(iterations: tuple[int, ...] = (1, 10, 50, 200)) -> list[tuple[int, float, float]]:
    """The exploitability of the average strategy after these numbers of iterations, by OpenSpiel and by Parlour."""
    game = pyspiel.load_game("parlour_resource_war", POINTS)
    rounds: dict[State, Round] = {}
    find(game.new_initial_state(), rounds)
    solver = RegretMatching(rounds)
    results = []
    for number in range(1, iterations[-1] + 1):
        solver.iterate(number)
        if number in iterations:
            theirs = exploitability.nash_conv(pyspiel.convert_to_turn_based(game), Tabular(game, solver)) / 2
            ours = parlour.exploitability(parlour.game("resource-war", **POINTS), solver.average)
            results.append((number, theirs, ours))
            print(f"{number:4} iterations: exploitability {theirs:.6f} (OpenSpiel), {ours:.6f} (Parlour)")
    return results


def find(state: Any, rounds: dict[State, Round]) -> State | float:
    """Collects every reachable state, each one after the states that it leads to."""
    if state.is_terminal():
        return float(state.returns()[0])
    key: State = state.at.state
    if key not in rounds:
        bids = state.legal_actions(0), state.legal_actions(1)
        after = []
        for first in bids[0]:
            after.append([find(child(state, first, second), rounds) for second in bids[1]])
        rounds[key] = Round(bids, after)
    return key


def child(state: Any, first: int, second: int) -> Any:
    after = state.clone()
    after.apply_actions([first, second])
    return after


class RegretMatching:
    """Regrets and strategies of both players. States never repeat, so one pass in each direction is enough."""

    def __init__(self, rounds: dict[State, Round]) -> None:
        self.rounds = rounds
        self.regrets = {state: [np.zeros(len(bids)) for bids in choice.bids] for state, choice in rounds.items()}
        self.sums = {state: [np.zeros(len(bids)) for bids in choice.bids] for state, choice in rounds.items()}

    def iterate(self, number: int) -> None:
        strategies = {state: [matched(regret) for regret in self.regrets[state]] for state in self.rounds}
        reach = {state: np.zeros(2) for state in self.rounds}
        reach[next(reversed(self.rounds))] += 1  # the start, which was collected last
        for state, choice in reversed(self.rounds.items()):
            for player in (0, 1):
                self.sums[state][player] += number * reach[state][player] * strategies[state][player]
            for first, row in enumerate(choice.after):
                for second, after in enumerate(row):
                    if not isinstance(after, float):
                        reach[after] += reach[state] * (strategies[state][0][first], strategies[state][1][second])
        values: dict[State, float] = {}
        for state, choice in self.rounds.items():
            payoffs = np.array(
                [[after if isinstance(after, float) else values[after] for after in row] for row in choice.after]
            )
            first_mix, second_mix = strategies[state]
            values[state] = float(first_mix @ payoffs @ second_mix)
            gains = payoffs @ second_mix - values[state], values[state] - first_mix @ payoffs
            for player, gain in enumerate(gains):
                regret = self.regrets[state][player] + reach[state][1 - player] * gain
                self.regrets[state][player] = np.maximum(regret, 0)

    def average(self, state: State, player: int) -> dict[int, float]:
        """The strategy that approaches an equilibrium."""
        sums = self.sums[state][player]
        mix = sums / sums.sum() if sums.sum() > 0 else np.full(len(sums), 1 / len(sums))
        return dict(zip(self.rounds[state].bids[player], map(float, mix), strict=True))


def matched(regret: Any) -> Any:
    return regret / regret.sum() if regret.sum() > 0 else np.full(len(regret), 1 / len(regret))


class Tabular(openspiel_policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """Our strategy for OpenSpiel's turn-based form, in which the second player does not see the first player's bid."""

    def __init__(self, game: Any, solver: RegretMatching) -> None:
        super().__init__(pyspiel.convert_to_turn_based(game), [0, 1])
        self.source, self.solver = game, solver

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        replay = self.source.new_initial_state()
        bids = state.history()
        for first, second in zip(bids[::2], bids[1::2], strict=False):
            replay.apply_actions([first, second])
        return self.solver.average(replay.at.state, state.current_player() if player_id is None else player_id)


if __name__ == "__main__":
    main()
