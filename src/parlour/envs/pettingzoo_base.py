"""What both PettingZoo environments share: spaces, names, `state()` and pictures."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from parlour.envs import render
from parlour.envs.episode import Episode, the_game
from parlour.fast.slots import Illegal
from parlour.games.game import Game

AGENTS = ("player_0", "player_1")


class TwoPlayers:
    """The parts of an environment that do not depend on how it is stepped."""

    def __init__(
        self,
        game: Game | str,
        rules: dict[str, object] | None = None,
        *,
        max_turns: int = 10_000,
        illegal: Illegal = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        self.table = Episode(the_game(game, rules), max_turns, illegal)
        self.game = self.table.game
        self.metadata = {
            "name": f"{self.game.name.replace('-', '_')}_v0",
            "render_modes": list(render.MODES),
            "render_fps": render.FPS,
            "is_parallelizable": True,
        }
        self.render_mode = render.checked_mode(render_mode)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.fields = self.table.spaces.fields
        self.observation_spaces = {agent: self.table.spaces.with_mask() for agent in AGENTS}
        self.action_spaces = {agent: self.table.spaces.action() for agent in AGENTS}
        self.state_space = self.table.spaces.state()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game!r})"

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def state(self) -> NDArray[Any]:
        """The whole state, covered fields too: for a critic that may know more than the players do."""
        spaces = self.table.spaces
        return spaces.whole(self.table.state)

    def render(self) -> Any:
        return render.rendered(self.game, self.table.state, self.render_mode)

    def show(self) -> None:
        """In the mode for people, the board is shown whenever it changes."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open."""

    def page(self, player: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a player sees, and the same mask once more as `info`."""
        spaces, state = self.table.spaces, self.table.state
        mask = spaces.mask(state, player) if self.table.winner == 0 else spaces.no_choice()
        return {"observation": spaces.seen(state, player), "action_mask": mask}, {"action_mask": mask.copy()}
