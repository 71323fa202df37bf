"""Neural fictitious self-play: OpenSpiel's NFSP in PyTorch, on the turn-based form of a small game.

Each player has two networks: one learns a best response to the opponent (DQN), the other imitates what the first has
done so far, so that it plays its average. The average is judged. A step is a choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import torch
from open_spiel.python import rl_environment
from open_spiel.python.policy import Policy
from open_spiel.python.pytorch.nfsp import MODE, NFSP

import parlour
from parlour.envs import openspiel
from parlour.envs.openspiel_policies import exploitability

if TYPE_CHECKING:
    from curves import Step

EPISODES = 1_000  # between two chances to judge it
SETTINGS: Any = {
    "hidden_layers_sizes": [64, 64],
    "reservoir_buffer_capacity": 100_000,
    "replay_buffer_capacity": 50_000,
    "anticipatory_param": 0.1,
    "rl_learning_rate": 1e-3,
    "sl_learning_rate": 1e-3,
    "optimizer_str": "adam",
    "min_buffer_size_to_learn": 500,
    "learn_every": 16,
    "epsilon_start": 0.06,
    "epsilon_end": 0.001,
    "epsilon_decay_duration": 100_000,
    "update_target_network_every": 1_000,
}


def learn(game: parlour.Game, seed: int) -> Iterator[Step]:
    torch.set_num_threads(1)
    name = f"parlour_{game.name.replace('-', '_')}"
    tree = openspiel.load(name, game.rules._asdict(), turn_based=True)
    env = rl_environment.Environment(tree)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [NFSP(player, size, actions, seed=seed, **SETTINGS) for player in (0, 1)]
    average = Average(tree, agents)
    choices = 0
    while True:
        yield choices, lambda: exploitability(tree, average)
        for _ in range(EPISODES):
            now = env.reset()
            while not now.last():
                now = env.step([agents[now.current_player()].step(now).action])
                choices += 1
            for agent in agents:
                agent.step(now)


class Average(Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """What the agents have done on average, as their networks remember it."""

    def __init__(self, game: Any, agents: list[Any]) -> None:
        super().__init__(game, [0, 1])
        self.agents = agents

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        player, legal = state.current_player(), state.legal_actions()
        tensor = state.information_state_tensor(player)
        seen = {"current_player": player, "info_state": [tensor, tensor], "legal_actions": [legal, legal]}
        now = rl_environment.TimeStep(observations=seen, rewards=None, discounts=None, step_type=None)
        with self.agents[player].temp_mode_as(MODE.AVERAGE_POLICY):
            chances = self.agents[player].step(now, is_evaluation=True).probs
        return {action: float(chances[action]) for action in legal}
