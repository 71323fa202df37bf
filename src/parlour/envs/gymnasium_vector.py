"""Gymnasium's vector interface: many games side by side.

Against an opponent whose mixes are known, and against a function on arrays, they are compiled (`fast/duel.py`).
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from parlour.envs import render
from parlour.envs.episode import the_game
from parlour.envs.gymnasium_single import SingleEnv
from parlour.envs.spaces import Spaces, option
from parlour.fast.duel import Duel, Function, Outcome, Seat
from parlour.fast.policy_table import PolicyTable
from parlour.fast.slots import Illegal
from parlour.fast.starts import starting_table
from parlour.games.checks import at_least, whole_number
from parlour.games.errors import ParlourError, TooLarge
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.players import player as by_name
from parlour.players.base import Contestant, is_player
from parlour.players.tabulate import tabulate
from parlour.solver.policies.strategies import Batched


def vector(
    game: Game | str,
    num_envs: int = 1,
    opponent: Any = "random",
    *,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    **settings: Any,
) -> VectorEnv[Any, Any, Any]:
    """Many games against one opponent: compiled, unless it is a player who does not say how likely its choices are.

    The opponent is the name of a player, a player, a policy or a league (see `parlour.tabulate`), a table from
    `parlour.tabulate`, or `parlour.batched(function)`, which is asked in every step. Against a player without known
    mixes, such as `search`, and in a game that is too large to tabulate, you get Gymnasium's SyncVectorEnv. A player
    who needs the solution of a game that is too large to solve raises `TooLarge`.

    `max_episode_steps` cuts a game off after so many of your steps; None and -1 set no limit, as in `gymnasium.make`.
    """
    try:
        mode = AutoresetMode(autoreset_mode)
    except ValueError:
        modes = ", ".join(repr(known.value) for known in AutoresetMode)
        raise ParlourError(f"autoreset_mode must be one of {modes}, not {autoreset_mode!r}") from None
    limited = max_episode_steps is not None and max_episode_steps != -1
    most = at_least("max_episode_steps", max_episode_steps, 1) if limited else None
    played = the_game(game, settings.pop("rules", None))
    player = by_name(opponent) if isinstance(opponent, str) else opponent
    chooses = is_player(player)
    if not chooses or Contestant(player).has_known_mix:
        try:
            compiled = compiled_opponent(played, opponent)
            return DuelVectorEnv(played, num_envs, compiled, autoreset_mode=mode, max_episode_steps=most, **settings)
        except TooLarge:
            if not chooses or Contestant(player).consults_solution:  # such a player could not choose either
                raise

    def single() -> gymnasium.Env[Any, Any]:
        env = SingleEnv(played, deepcopy(opponent), **settings)  # no two slots share an opponent
        return gymnasium.wrappers.TimeLimit(env, most) if most else env

    return PlayerVectorEnv([single] * num_envs, autoreset_mode=mode)


def compiled_opponent(game: Game, opponent: Any) -> PolicyTable | Function | None:
    """An opponent for compiled play; None plays at random."""
    if isinstance(opponent, str) and opponent == "random":
        return None
    if isinstance(opponent, Batched):
        return opponent.function
    return opponent if isinstance(opponent, PolicyTable) else tabulate(game, opponent)


class PlayerVectorEnv(SyncVectorEnv):
    """Gymnasium's own vector environment, with `action_masks`."""

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as booleans, one row for each game."""
        return np.stack(self.call("action_masks"))


class DuelVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """`num_envs` games against one opponent, as in a `Duel`. The arrays it returns are yours to keep."""

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        opponent: PolicyTable | Function | None = None,
        *,
        seat: Seat = 0,
        max_turns: int = MAX_TURNS,
        illegal: Illegal = "forfeit",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.num_envs = game, num_envs
        self.autoreset_mode, self.render_mode = autoreset_mode, render.check_mode(render_mode)
        self.metadata = {**render.METADATA, "autoreset_mode": autoreset_mode}
        self.duel = Duel(
            game,
            num_envs,
            opponent=opponent,
            seat=seat,
            max_turns=max_turns,
            illegal=illegal,
            same_step=autoreset_mode is AutoresetMode.SAME_STEP,
        )
        spaces = Spaces(self.game)
        self.fields = spaces.fields
        self.single_observation_space, self.single_action_space = spaces.observation_space(), spaces.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mask = np.zeros((num_envs, spaces.action_count), np.int8)
        self._most_steps = max_episode_steps
        self._steps: NDArray[np.int64] = np.zeros(num_envs, np.int64)  # yours, in the current games
        self._started = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts new games in all slots, or in those that `options["reset_mask"]` marks.

        With `options["state"]`, one for all slots or one for each, these games begin there; later games begin at the
        start. A list of seeds has one for each slot; None in it stands for a random one.
        """
        chosen, states = option(options, "reset_mask", "state"), (options or {}).get("state")
        if chosen is not None:
            chosen = np.asarray(chosen)
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_ or not chosen.any():
                raise ParlourError(f"reset_mask must be {self.num_envs} booleans, at least one of them True")
            if seed is not None and not chosen.all():
                raise ParlourError("a seed restarts every slot: do not combine it with a reset_mask")
        starting_table(self.game, states, self.num_envs)  # before anything changes, it raises if they are wrong
        super().reset(seed=whole_number(seed))
        first: Any = seed
        if seed is None and not self._started:
            first = self._random_seed()
        elif isinstance(seed, Sequence | np.ndarray):
            first = [self._random_seed() if each is None else each for each in seed]
        observation, self._mask = self.duel.reset(first, chosen, states=states)
        self._started = True
        self._steps[slice(None) if chosen is None else chosen] = 0
        self._render_for_humans()
        return observation, self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if not self._started:
            raise ParlourError("call reset() first")
        if self.autoreset_mode is AutoresetMode.DISABLED and self.duel.over.any():
            again = "start another with reset(options={'reset_mask': ...})"
            raise ParlourError(f"the game in slot {self.duel.over.argmax()} is over: {again}")
        over = self.duel.over.copy()
        outcome = self.duel.step(actions)
        if self._most_steps:
            outcome = self._cut_off(outcome, over, self._most_steps)
        self._mask = outcome.mask
        info = self._info()
        ended = outcome.terminated | outcome.truncated
        if self.duel.same_step and ended.any():
            info.update(final_info(outcome.final, ended, self._mask.shape[1]))
        self._render_for_humans()
        rewards = outcome.rewards.astype(np.float64)  # as in Gymnasium's own vector environments
        return outcome.observation, rewards, outcome.terminated, outcome.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as booleans, one row for each game."""
        if not self._started:
            raise ParlourError("call reset() first")
        return self._mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """An image or a text for each game."""
        states = (self.duel.state(slot) for slot in range(self.num_envs))
        frames = tuple(render.frame(self.game, state, self.render_mode) for state in states)
        return None if self.render_mode in (None, "human") else frames

    def _random_seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def _cut_off(self, outcome: Outcome, over: NDArray[np.bool_], most: int) -> Outcome:
        """The outcome, in which games end after your step `most`. `over` are the games that this step replaced."""
        self._steps = np.where(over, 0, self._steps + 1)
        late = self._steps >= most
        unfinished = late & ~outcome.terminated & ~outcome.truncated
        outcome = outcome._replace(truncated=outcome.truncated | late)
        if self.duel.same_step:
            self._steps[outcome.terminated | outcome.truncated] = 0
            observation, mask = self.duel.reset(None, unfinished)
            return outcome._replace(observation=observation, mask=mask)
        self.duel.over |= unfinished
        outcome.mask[unfinished] = np.arange(outcome.mask.shape[1]) == 0  # after the end there is no choice
        return outcome

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask, "_action_mask": np.ones(self.num_envs, np.bool_)}


def final_info(final: NDArray[Any], ended: NDArray[np.bool_], actions: int) -> dict[str, Any]:
    """Gymnasium's info on games that ended and were replaced in the same step: their last observations and masks."""
    observations = np.full(len(ended), None, dtype=object)
    for slot in np.flatnonzero(ended):
        observations[slot] = final[slot]
    masks = np.zeros((len(ended), actions), np.int8)
    masks[ended, 0] = 1
    info = {"action_mask": masks, "_action_mask": ended.copy()}
    return {"final_obs": observations, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}
