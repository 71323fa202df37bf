"""What both PettingZoo environments share: spaces, names, `state()` and rendering. `episode.py` plays the game."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from parlour.envs import render
from parlour.envs.episode import Episode, the_game
from parlour.envs.options import option
from parlour.fast.slots import Illegal
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS

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
        self.render_mode = render.checked_mode(render_mode)
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
        return render.rendered(self.game, self.episode.state, self.render_mode)

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
