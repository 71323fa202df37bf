"""PettingZoo's agent-environment-cycle interface: one player at a time, also where both choose in secret.

In a secret round the first player chooses, then the second. Until the second has chosen, nothing that can be observed
depends on what the first chose: not even whether it was allowed.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from parlour.envs.pettingzoo_base import AGENTS, TwoPlayers
from parlour.games.errors import IllegalAction


class TurnGame(TwoPlayers, AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # PettingZoo has no types
    """A game for two agents who are asked in turn."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Nothing in the games is left to chance, so there is nothing for a seed to change."""
        self.table.begin()
        self.agents = list(AGENTS)
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._skip_agent_selection: str | None = None  # PettingZoo's own, for agents that are done
        self.agent_selection = AGENTS[0]
        self._sealed: list[object] = []  # the choices of this decision so far; a copy of the environment has them too
        self._turn_page()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.page(AGENTS.index(agent))[0]

    def step(self, action: object) -> None:
        if not self.agents:
            raise IllegalAction("the game is over: begin another with reset()")
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actors = table.to_act
        player = AGENTS.index(agent)
        table.check(player, action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._sealed.append(action)
        if len(self._sealed) < len(actors):
            self.agent_selection = AGENTS[actors[len(self._sealed)]]
            return
        chosen: dict[int, object] = dict(zip(actors, self._sealed, strict=True))
        self._sealed = []
        table.decide(chosen.get(0), chosen.get(1))
        self.rewards = dict(zip(AGENTS, table.rewards, strict=True))
        self.terminations = dict.fromkeys(AGENTS, table.terminated)
        self.truncations = dict.fromkeys(AGENTS, table.truncated)
        self._accumulate_rewards()
        self._turn_page()

    def _turn_page(self) -> None:
        self.show()
        self.infos = {agent: self.page(player)[1] for player, agent in enumerate(AGENTS)}
        self.agent_selection = AGENTS[next(iter(self.table.to_act), 0)]
