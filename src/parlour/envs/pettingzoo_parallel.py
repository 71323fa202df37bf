"""PettingZoo's parallel interface: both players act at every step, and a secret round is one step."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from parlour.envs.pettingzoo_base import AGENTS, TwoPlayers
from parlour.games.errors import IllegalAction


class ParallelGame(TwoPlayers, ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # PettingZoo has no types
    """A game for two agents. The action of one who is not to act is ignored; its mask allows only 0."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """A new game. Nothing in the games is left to chance, so there is nothing for a seed to change."""
        self.table.begin()
        self.agents = list(AGENTS)
        return self._pages()

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        if not self.agents:
            raise IllegalAction("the game is over: begin another with reset()")
        table = self.table
        missing = [AGENTS[player] for player in table.to_act if AGENTS[player] not in actions]
        if missing:
            raise IllegalAction(f"an action of {missing[0]} is missing; there are: {', '.join(actions) or 'none'}")
        table.decide(actions.get(AGENTS[0]), actions.get(AGENTS[1]))
        rewards = dict(zip(AGENTS, table.rewards, strict=True))
        terminated, truncated = table.terminated, table.truncated
        if terminated or truncated:
            self.agents = []
        seen, infos = self._pages()
        return seen, rewards, dict.fromkeys(AGENTS, terminated), dict.fromkeys(AGENTS, truncated), infos

    def _pages(self) -> tuple[Any, Any]:
        self.show()
        (seen1, info1), (seen2, info2) = self.page(0), self.page(1)
        return {AGENTS[0]: seen1, AGENTS[1]: seen2}, {AGENTS[0]: info1, AGENTS[1]: info2}
