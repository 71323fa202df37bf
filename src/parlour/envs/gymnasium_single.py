"""Gymnasium's interface: you play one seat, and a player of your choice plays the other."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from parlour.envs import render
from parlour.envs.episode import Episode, the_game
from parlour.envs.spaces import option
from parlour.fast.duel import Seat, check_seat
from parlour.fast.slots import Illegal
from parlour.fast.starts import starting_state
from parlour.games.checks import whole_number
from parlour.games.errors import IllegalAction, ParlourError
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS, Choices
from parlour.match.match import View, random_source
from parlour.players import Player
from parlour.players import player as by_name


class SingleEnv(gymnasium.Env[NDArray[Any], Any]):
    """A game against `opponent`. A step ends when you are to act again or the game is over."""

    metadata = render.METADATA.copy()  # Gymnasium's vector environments add to it

    def __init__(
        self,
        game: Game | str,
        opponent: Player | str = "random",
        seat: Seat = 0,
        rules: dict[str, object] | None = None,
        *,
        max_turns: int = MAX_TURNS,
        illegal: Illegal = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(the_game(game, rules), max_turns, illegal)
        self.game, self.spaces = self.episode.game, self.episode.spaces
        self.opponent = by_name(opponent) if isinstance(opponent, str) else opponent
        self.fields = self.spaces.fields
        self.observation_space, self.action_space = self.spaces.observation_space(), self.spaces.action_space()
        self.render_mode = render.check_mode(render_mode)
        self._seat = check_seat(seat)
        self._games = -1  # started since the last seed, not counting the first
        self._over = True

    @property
    def seat(self) -> int:
        """Your seat in the current game."""
        return max(self._games, 0) % 2 if self._seat == "alternate" else self._seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts a new game, in `options["state"]` if that is given. A seed determines this game and all later ones."""
        state = option(options, "state")
        if state is not None:
            state = starting_state(self.game, state)
            if self.game.shown(state) != state:  # players learn hidden fields from the choices that led to them
                reason = "the opponent does not know them"
                raise ParlourError(f"a game with hidden fields cannot begin in a position: {reason}")
        super().reset(seed=seed)
        self._games = 0 if seed is not None else self._games + 1
        self._seed = int(self.np_random.integers(2**63))
        self.episode.begin(state)
        self.choices: list[Choices] = []
        self._over = False
        self._play_opponent()
        return self._observe()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise IllegalAction("the game is over: start another with reset()")
        episode, seat = self.episode, self.seat
        if seat in episode.to_act:  # otherwise the opponent ended the game before your first turn
            yours = episode.legal_action(seat, action)
            if yours is None:
                episode.forfeit(1 << seat)
            else:
                self._play_turn(yours)
                self._play_opponent()
        terminated, truncated = episode.terminated, episode.truncated
        self._over = terminated or truncated
        observation, info = self._observe()
        return observation, float(episode.rewards[seat]), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as booleans, the form that MaskablePPO expects."""
        if self._games < 0:
            raise ParlourError("call reset() first")
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        return render.frame(self.game, self.episode.state, self.render_mode)

    def _play_opponent(self) -> None:
        """Lets the opponent play alone until you are to act or the game ends."""
        while self.episode.to_act == (1 - self.seat,):
            self._play_turn()

    def _play_turn(self, yours: int = 0) -> None:
        """Plays one turn with your action, which is ignored if you are not to act."""
        actors, other = self.episode.to_act, 1 - self.seat
        theirs = self._opponent_action(actors, other) if other in actors else 0
        first, second = (theirs, yours) if self.seat else (yours, theirs)
        self.episode.play(first, second)
        self.choices.append((first, second) if len(actors) == 2 else ((first, second)[actors[0]],))

    def _opponent_action(self, actors: tuple[int, ...], other: int) -> int:
        state = self.episode.state
        chosen = tuple(player for player in actors if player != other)
        actions = self.game.actions(state, other)
        view = View(self.game, other, self.game.shown(state), actors, chosen, actions, tuple(self.choices))
        answer = self.opponent.choose(view, random_source(self._seed, other, len(self.choices)))
        if whole_number(answer) not in actions:
            raise ParlourError(f"the opponent {type(self.opponent).__name__} chose {answer!r}, which is illegal")
        return answer

    def _observe(self) -> tuple[NDArray[Any], dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        seat = self.seat
        return self.spaces.observation(self.episode.state, seat), {"action_mask": self.episode.mask(seat)}
