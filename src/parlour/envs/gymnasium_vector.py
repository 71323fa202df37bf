"""Gymnasium's vector interface on compiled batches: many games against an opponent who plays at random."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from parlour.envs import render
from parlour.envs.episode import the_game
from parlour.envs.gymnasium_single import AgainstPlayer
from parlour.envs.spaces import Spaces
from parlour.fast.duel import Duel, Seat
from parlour.fast.slots import Illegal
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players import Player


def vector(
    game: Game | str,
    num_envs: int = 1,
    opponent: Player | str = "random",
    *,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    **settings: Any,
) -> VectorEnv[Any, Any, Any]:
    """Many games against one opponent: compiled against `random`, else asked slot by slot."""
    mode = checked_autoreset(autoreset_mode)
    if opponent == "random":
        return DuelVectorEnv(game, num_envs, autoreset_mode=mode, **settings)
    makers = [lambda: AgainstPlayer(game, deepcopy(opponent), **settings)] * num_envs  # each slot has its own
    return SyncVectorEnv(makers, autoreset_mode=mode)


def checked_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        named = ", ".join(repr(each.value) for each in AutoresetMode)
        raise ParlourError(f"autoreset_mode must be one of {named}, not {mode!r}") from None


class DuelVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """`num_envs` games side by side; all arrays it returns are yours to keep."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seat: Seat = 0,
        rules: dict[str, object] | None = None,
        max_turns: int = 10_000,
        illegal: Illegal = "forfeit",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.num_envs = the_game(game, rules), num_envs
        self.autoreset_mode, self.render_mode = autoreset_mode, render.checked_mode(render_mode)
        modes = list(render.MODES)
        self.metadata = {"render_modes": modes, "render_fps": render.FPS, "autoreset_mode": autoreset_mode}
        same_step = autoreset_mode is AutoresetMode.SAME_STEP
        self.duel = Duel(self.game, num_envs, seat=seat, max_turns=max_turns, illegal=illegal, same_step=same_step)
        spaces = Spaces(self.game)
        self.fields = spaces.fields
        self.single_observation_space, self.single_action_space = spaces.observation(), spaces.action()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mask = np.zeros((num_envs, spaces.actions), np.int8)
        self._everywhere = np.ones(num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """New games everywhere, or where `options["reset_mask"]` says. With a seed, game k of it in slot k."""
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            chosen = self._checked_reset_mask(chosen)
            if seed is not None and not chosen.all():
                raise ParlourError("a seed begins the games of all slots anew: give no reset_mask with it")
        super().reset(seed=seed)
        if not self._begun and seed is None:
            seed = int(self.np_random.integers(2**63))
        self._begun = True
        seen, self._mask = self.duel.reset(seed, chosen)
        self._show()
        return seen, self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if not self._begun:
            raise ParlourError("begin with reset()")
        if self.autoreset_mode is AutoresetMode.DISABLED and self.duel.over.any():
            slot = int(self.duel.over.argmax())
            raise ParlourError(f"the game in slot {slot} is over: reset(options={{'reset_mask': ...}}) begins another")
        outcome = self.duel.step(actions)
        self._mask = outcome.mask
        info = self._info()
        if self.duel.same_step:
            ended = outcome.terminated | outcome.truncated
            if ended.any():
                info.update(final_pages(outcome.final, ended, self._mask.shape[1]))
        self._show()
        return outcome.observation, outcome.rewards, outcome.terminated, outcome.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen now, a row a game, as truth values."""
        return self._mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """A picture or a text for every game."""
        states = (self.duel.state(slot) for slot in range(self.num_envs))
        drawn = tuple(render.rendered(self.game, state, self.render_mode) for state in states)
        return None if self.render_mode in (None, "human") else drawn

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask, "_action_mask": self._everywhere.copy()}

    def _checked_reset_mask(self, chosen: Any) -> NDArray[np.bool_]:
        array = np.asarray(chosen)
        if array.shape != (self.num_envs,) or array.dtype != np.bool_ or not array.any():
            raise ParlourError(f"reset_mask must be {self.num_envs} truth values with a True among them")
        return array


def final_pages(final: NDArray[Any], ended: NDArray[np.bool_], actions: int) -> dict[str, Any]:
    """What Gymnasium tells of games that ended and were replaced in the same step: the last rows that were seen."""
    rows = np.full(len(ended), None, dtype=object)
    for slot in np.flatnonzero(ended):
        rows[slot] = final[slot]
    masks = np.zeros((len(ended), actions), np.int8)
    masks[ended, 0] = 1
    info = {"action_mask": masks, "_action_mask": ended.copy()}
    return {"final_obs": rows, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}
