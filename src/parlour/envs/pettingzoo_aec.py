"""PettingZoo's agent-environment-cycle interface: one player at a time, even in a secret round.

In a secret round the first player chooses, then the second. Until the second has chosen, nothing that can be observed
depends on the first player's choice, not even whether it was legal.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pettingzoo

from parlour.envs.pettingzoo_base import AGENTS, PettingZooBase
from parlour.envs.spaces import Spaces
from parlour.games.errors import IllegalAction, ParlourError

SAMPLED_GAMES, SAMPLED_TURNS = 8, 100


class AECEnv(PettingZooBase, pettingzoo.AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # untyped
    """A game for two agents who choose one after the other."""

    agent_selection: str

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.metadata["is_parallelizable"] = both_always_choose(self.episode.spaces)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, in `options["state"]` if that is given.

        A seed changes nothing, because the games are deterministic.
        """
        self._begin(options)
        self.agents = list(AGENTS)
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._skip_agent_selection: str | None = None  # PettingZoo's own, for agents that are done
        self._sealed: dict[int, object] = {}  # choices of this decision so far; a copy of the environment has them too
        self._begin_turn()

    def observe(self, agent: str) -> dict[str, Any]:
        return self._observe(AGENTS.index(agent))[0]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not hasattr(self, "agent_selection"):
            raise ParlourError("call reset() first")
        last: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return last

    def step(self, action: object) -> None:
        if not self.agents:
            raise IllegalAction("the game is over: start another with reset()")
        agent, episode = self.agent_selection, self.episode
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actors, player = episode.to_act, AGENTS.index(agent)
        episode.checked(player, action)  # may raise; a forfeit counts when both have chosen
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._sealed[player] = action
        if len(self._sealed) < len(actors):
            self.agent_selection = AGENTS[actors[len(self._sealed)]]
            return
        episode.decide(self._sealed.get(0), self._sealed.get(1))
        self._sealed = {}
        self.rewards = dict(zip(AGENTS, episode.rewards, strict=True))
        self.terminations = dict.fromkeys(AGENTS, episode.terminated)
        self.truncations = dict.fromkeys(AGENTS, episode.truncated)
        self._accumulate_rewards()
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._render_for_humans()
        self.infos = {agent: self._observe(player)[1] for player, agent in enumerate(AGENTS)}
        self.agent_selection = AGENTS[next(iter(self.episode.to_act), 0)]


def both_always_choose(spaces: Spaces) -> bool:
    """Whether both players choose in every turn of some random games, as `aec_to_parallel` needs.

    A game has more states than can be looked at here, so a single choice that comes up rarely may be missed.
    """
    random = Random(0)
    for _ in range(SAMPLED_GAMES):
        state = spaces.game.start()
        for _ in range(SAMPLED_TURNS):
            actors = spaces.to_act(state)
            if actors == 0:
                break
            if actors != 3:
                return False
            first, second = (random.choice(spaces.options(state, player)) for player in (0, 1))
            state = spaces.play(state, first, second)
    return True
