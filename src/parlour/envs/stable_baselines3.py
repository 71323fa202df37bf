"""Stable-Baselines3's vector interface, on the vector environment for Gymnasium: many games in one compiled call."""

from collections.abc import Iterable, Sequence
from inspect import signature
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from parlour.envs.episode import the_game
from parlour.envs.gymnasium_vector import DuelVectorEnv, vector
from parlour.envs.spaces import option
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.solver.policies.strategies import Batched, batched

Indices = int | Iterable[int] | None


class ParlourVecEnv(VecEnv):  # type: ignore[misc]  # not read by the type checker
    """`num_envs` games against `opponent`, with the settings of `parlour.envs.vector`.

    With `one_hot`, the observation space is a MultiDiscrete, which Stable-Baselines3 encodes with one input for each
    value of each field: a network learns little from the plain numbers.
    """

    def __init__(
        self, game: Game | str, num_envs: int = 1, opponent: Any = "random", *, one_hot: bool = False, **settings: Any
    ) -> None:
        self.game = the_game(game, settings.get("rules"))
        self.envs: Any = vector(game, num_envs, opponent, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
        box: Any = self.envs.single_observation_space
        self._lowest: NDArray[np.int64] | None = None
        if one_hot:
            self._lowest = box.low.astype(np.int64)
            box = spaces.MultiDiscrete(box.high.astype(np.int64) - self._lowest + 1)
        super().__init__(num_envs, box, self.envs.single_action_space)

    def policy_of(self, model: Any) -> Batched:
        """The mixes of a MaskablePPO that was trained on this environment, for `parlour.exploitability`."""
        if self.game.shown(self.game.start()) != self.game.start():
            raise ParlourError("the model does not see every field, so what it does is no function of the state")
        check_model(model, self.observation_space)

        def chances(table: NDArray[Any], legal: NDArray[np.bool_], player: int) -> NDArray[np.float64]:
            seen = self._seen(np.column_stack([table, np.full(len(table), player, table.dtype)]))
            inputs, _ = model.policy.obs_to_tensor(seen)
            found = model.policy.get_distribution(inputs, action_masks=legal).distribution.probs
            return np.asarray(found.detach().cpu().numpy(), np.float64)

        return batched(chances)

    def reset(self) -> NDArray[Any]:
        seeds = None if all(seed is None for seed in self._seeds) else list(self._seeds)
        try:
            observation, _ = self.envs.reset(seed=seeds, options=self._given_options())
        finally:  # options that are wrong are not tried again
            self._reset_options()
        self._reset_seeds()
        return self._seen(observation)

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Finished games have been replaced; the info of each has its last observation."""
        observation, rewards, terminated, truncated, info = self.envs.step(self._actions)
        ended: NDArray[np.bool_] = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for slot in np.flatnonzero(ended):
            infos[slot]["terminal_observation"] = self._seen(info["final_obs"][slot])
            infos[slot]["TimeLimit.truncated"] = bool(truncated[slot] and not terminated[slot])
        return self._seen(observation), rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        self.envs.close()

    def get_images(self) -> Sequence[Any]:
        return list(self.envs.render() or ())

    def env_method(self, method_name: str, *arguments: Any, indices: Indices = None, **named: Any) -> list[Any]:
        """`action_masks` is the only method of a single game."""
        if method_name != "action_masks" or arguments or named:
            raise ParlourError(f"a game has one method, action_masks(), not {method_name}")
        masks = self.envs.action_masks()
        return [masks[slot] for slot in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        return [getattr(self.envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        raise ParlourError(f"{attr_name} cannot be set: make another environment")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def _given_options(self) -> dict[str, Any] | None:
        """The positions that `set_options` gives, for all games or for some; the others begin at the start."""
        states = [option(each, "state") for each in self._options]
        if all(state is None for state in states):
            return None
        if not isinstance(self.envs, DuelVectorEnv):
            raise ParlourError("only a compiled environment begins in a position; this opponent has no known mixes")
        return {"state": [self.game.start() if state is None else state for state in states]}

    def _seen(self, observation: NDArray[Any]) -> NDArray[Any]:
        return observation if self._lowest is None else observation - self._lowest


def check_model(model: Any, observation_space: spaces.Space[Any]) -> None:
    """Raises an error for a model that has no masks or that saw other observations."""
    if "action_masks" not in signature(getattr(model.policy, "get_distribution", check_model)).parameters:
        raise ParlourError(f"this takes a MaskablePPO of sb3-contrib, which knows masks; not {type(model).__name__}")
    if model.observation_space != observation_space:
        seen = f"{model.observation_space}, and this environment has {observation_space}"
        raise ParlourError(f"the model was trained on {seen}: are the game, its rules and one_hot the same?")
