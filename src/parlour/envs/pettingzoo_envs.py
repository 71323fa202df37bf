"""PettingZoo's interfaces: parallel, in which a secret round is one step, and AEC, in which one player acts at a time.

In AEC the first player chooses in a secret round, then the second. Until the second has chosen, nothing that can be
observed depends on the first player's choice, not even whether it was legal.
"""

from typing import Any

import pettingzoo
from numpy.typing import NDArray

from parlour.envs import render
from parlour.envs.episode import Episode, the_game
from parlour.envs.spaces import option
from parlour.fast.slots import Illegal
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.players.driver import play_match

AGENTS = ("player_0", "player_1")


class PettingZooBase:
    """The parts of an environment that do not depend on how it is stepped."""

    def __init__(
        self,
        game: Game | str,
        rules: dict[str, object] | None = None,
        *,
        max_turns: int = MAX_TURNS,
        illegal: Illegal = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(the_game(game, rules), max_turns, illegal)
        self.game = self.episode.game
        name = f"{self.game.name.replace('-', '_')}_v0"
        self.metadata = {**render.METADATA, "name": name, "is_parallelizable": True}
        self.render_mode = render.check_mode(render_mode)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        spaces = self.episode.spaces
        self.fields = spaces.fields
        self.observation_spaces = {agent: spaces.masked_observation_space() for agent in AGENTS}
        self.action_spaces = {agent: spaces.action_space() for agent in AGENTS}
        self.state_space = spaces.state_space()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game!r})"

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def state(self) -> NDArray[Any]:
        """The full state, including hidden fields: for a critic that may know more than the players."""
        return self.episode.spaces.full_state(self.episode.state)

    def render(self) -> Any:
        return render.frame(self.game, self.episode.state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _begin(self, options: dict[str, Any] | None) -> None:
        given = dict(options or {})
        given.pop("options", None)  # PettingZoo's own tests give it
        self.episode.begin(option(given, "state"))

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observe(self, player: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """A player's observation with its mask, and the mask again as `info`."""
        episode = self.episode
        mask = episode.mask(player)
        observation = episode.spaces.observation(episode.state, player)
        return {"observation": observation, "action_mask": mask}, {"action_mask": mask.copy()}


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
        episode.play(actions.get(AGENTS[0]), actions.get(AGENTS[1]))
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


SAMPLED_GAMES, SAMPLED_TURNS = 8, 100


class AECEnv(PettingZooBase, pettingzoo.AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # untyped
    """A game for two agents who choose one after the other."""

    agent_selection: str

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.metadata["is_parallelizable"] = both_always_choose(self.game)

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
        self._sealed: dict[int, object] = {}  # choices of this turn so far; a copy of the environment has them too
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
        episode.legal_action(player, action)  # may raise; a forfeit counts when both have chosen
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._sealed[player] = action
        if len(self._sealed) < len(actors):
            self.agent_selection = AGENTS[actors[len(self._sealed)]]
            return
        episode.play(self._sealed.get(0), self._sealed.get(1))
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


def both_always_choose(game: Game) -> bool:
    """Whether both players choose in every turn of some random games, as `aec_to_parallel` needs.

    A game has more states than can be looked at here, so a single choice that comes up rarely may be missed.
    """
    matches = (play_match(game, seed=seed, max_turns=SAMPLED_TURNS) for seed in range(SAMPLED_GAMES))
    return all(len(choices) == 2 for match in matches for choices in match.line.choices)
