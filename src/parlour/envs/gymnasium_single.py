"""Gymnasium's interface: one player is yours, the other is one of the players by name, or any object that chooses."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from parlour.envs import render
from parlour.envs.episode import the_game
from parlour.envs.spaces import Mask, Spaces
from parlour.fast.duel import Seat, checked_seat
from parlour.fast.slots import Illegal, checked_illegal
from parlour.games.checks import at_least, whole_number
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players import Player
from parlour.players import player as by_name


class AgainstPlayer(gymnasium.Env[NDArray[Any], Any]):
    """A game against `opponent`, from your seat. A step ends when you are to act again or the game is over."""

    metadata = {"render_modes": list(render.MODES), "render_fps": render.FPS}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        opponent: Player | str = "random",
        seat: Seat = 0,
        rules: dict[str, object] | None = None,
        *,
        max_turns: int = 10_000,
        illegal: Illegal = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        checked_illegal(illegal)
        self.game, self.illegal = the_game(game, rules), illegal
        self.opponent = by_name(opponent) if isinstance(opponent, str) else opponent
        self.seats, self.max_turns = checked_seat(seat), at_least("max_turns", max_turns, 1)
        self.spaces = Spaces(self.game)
        self.fields = self.spaces.fields
        self.observation_space, self.action_space = self.spaces.observation(), self.spaces.action()
        self.render_mode = render.checked_mode(render_mode)
        self.episode = -1  # counted from the last seed
        self._ended = True

    @property
    def seat(self) -> int:
        """Where you sit in the game at hand."""
        return max(self.episode, 0) % 2 if self.seats == "alternate" else self.seats

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """A new game. With a seed, this and all later games are those of the seed."""
        super().reset(seed=seed)
        self.episode = 0 if seed is not None else self.episode + 1
        self.match = Match(self.game, seed=int(self.np_random.integers(2**63)))
        self._ended = False
        self._let_opponent()
        return self._page()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        if self._ended:
            raise IllegalAction("the game is over: begin another with reset()")
        match, reward, forfeited = self.match, 0, False
        if self.seat in match.to_act:  # otherwise the game ended before your first turn, and there is nothing to choose
            forfeited = self.illegal == "forfeit" and whole_number(action) not in self._allowed()
            if not forfeited:
                match.choose(self.seat, action)
                self._let_opponent()
        if forfeited:
            match.stop()
            reward = -1
        elif self.game.is_over(match.state):
            reward = self.game.returns(match.state)[self.seat]
        terminated = forfeited or self.game.is_over(match.state)
        truncated = not terminated and match.result.outcome == "unfinished"
        self._ended = terminated or truncated
        seen, info = self._page()
        return seen, float(reward), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen now, as truth values: what MaskablePPO asks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        return render.rendered(self.game, self.match.state, self.render_mode)

    def _let_opponent(self) -> None:
        """The opponent chooses until you are to, the game is over, or it has taken too long (END-1)."""
        match, mine, other = self.match, self.seat, 1 - self.seat
        while len(match.decisions) < self.max_turns and other in match.to_act:
            if mine in match.to_act and mine not in match.view().chosen:
                return
            match.choose(other, self._answer(other))
        if len(match.decisions) >= self.max_turns:
            match.stop()

    def _answer(self, other: int) -> int:
        view = self.match.view(other)
        answer = self.opponent.choose(view, self.match.chance(other))
        if whole_number(answer) not in view.actions:
            raise ParlourError(f"the opponent {type(self.opponent).__name__} chose {answer!r}, which is not allowed")
        return answer

    def _allowed(self) -> range | tuple[int, ...]:
        return self.spaces.allowed(self.match.state, self.seat)

    def _mask(self) -> Mask:
        return self.spaces.mask(self.match.state, self.seat) if self.match.to_act else self.spaces.no_choice()

    def _page(self) -> tuple[NDArray[Any], dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return self.spaces.seen(self.match.state, self.seat), {"action_mask": self._mask()}
