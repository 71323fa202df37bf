"""PettingZoo's parallel interface: both players act at every step, and a secret round is one step."""

from __future__ import annotations

from typing import Any

import pettingzoo

from parlour.envs.pettingzoo_base import AGENTS, PettingZooBase
from parlour.games.errors import IllegalAction


class ParallelEnv(PettingZooBase, pettingzoo.ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # untyped
    """A game for two agents. The action of an agent who is not to act is ignored; its mask allows only 0."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Starts a new game, in `options["state"]` if that is given.

        A seed changes nothing, because the games are deterministic.
        """
        self._begin(options)
        self.agents = list(AGENTS)
        return self._observe_both()

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        if not self.agents:
            raise IllegalAction("the game is over: start another with reset()")
        episode = self.episode
        for player in episode.to_act:
            if AGENTS[player] not in actions:
                given = ", ".join(actions) or "none"
                raise IllegalAction(f"the action of {AGENTS[player]} is missing; you gave: {given}")
        episode.decide(actions.get(AGENTS[0]), actions.get(AGENTS[1]))
        rewards = dict(zip(AGENTS, episode.rewards, strict=True))
        terminated, truncated = episode.terminated, episode.truncated
        if terminated or truncated:
            self.agents = []
        observations, infos = self._observe_both()
        return observations, rewards, dict.fromkeys(AGENTS, terminated), dict.fromkeys(AGENTS, truncated), infos

    def _observe_both(self) -> tuple[Any, Any]:
        self._render_for_humans()
        (first, info1), (second, info2) = self._observe(0), self._observe(1)
        return {AGENTS[0]: first, AGENTS[1]: second}, {AGENTS[0]: info1, AGENTS[1]: info2}
