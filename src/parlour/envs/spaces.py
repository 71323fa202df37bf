"""Observations and legal actions as arrays, the same in every environment.

An observation is the state as players see it, field by field, followed by the player's seat.
"""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from parlour.fast.slots import table_type
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game

Mask: TypeAlias = NDArray[np.int8]


class Spaces:
    """The spaces of one game, and the arrays in them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        # The rules without checks: callers pass only actions that they found among the options.
        self.to_act = partial(game.module.to_act, game.rules)
        self.play = partial(game.module.play, game.rules)
        self._options = partial(game.module.options, game.rules)
        self._option = partial(game.module.option, game.rules)
        lowest, highest = game.bounds()
        self.fields: tuple[str, ...] = (*lowest._fields, "seat")
        self.action_count = game.action_count()
        self.dtype = table_type(game)
        self._shown = getattr(game.module, "shown", None)  # `Game.shown` checks states, a seventh of a step's time
        hidden = -1 if self._shown else 0  # the value of a hidden field
        low = [min(hidden, value) for value in lowest]
        high = [max(above, below + 1) for above, below in zip(highest, low, strict=True)]  # a Box needs low < high
        self._low, self._high = np.array([*low, 0], self.dtype), np.array([*high, 1], self.dtype)

    def __deepcopy__(self, memo: object) -> Spaces:
        return self  # immutable

    def __reduce__(self) -> tuple[Any, ...]:
        return Spaces, (self.game,)

    def observation_space(self) -> spaces.Box:
        return spaces.Box(self._low, self._high, dtype=self.dtype.type)

    def state_space(self) -> spaces.Box:
        """The space of `full_state`."""
        return spaces.Box(self._low[:-1], self._high[:-1], dtype=self.dtype.type)

    def action_space(self) -> spaces.Discrete[Any]:
        return spaces.Discrete(self.action_count)

    def masked_observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.action_count,), np.int8)
        return spaces.Dict({"observation": self.observation_space(), "action_mask": mask})

    def observation(self, state: State, seat: int) -> NDArray[Any]:
        """The observation of the player in this seat."""
        visible = self._shown(self.game.rules, state) if self._shown else state
        return np.array((*visible, seat), self.dtype)

    def full_state(self, state: State) -> NDArray[Any]:
        """Every field, including hidden ones, without a seat."""
        return np.array((*state,), self.dtype)

    def mask(self, legal: range | tuple[int, ...]) -> Mask:
        """1 for each legal action. A player who has none may choose only 0, which is ignored."""
        mask = np.zeros(self.action_count, np.int8)
        if isinstance(legal, range):
            mask[legal.start : legal.stop] = 1
        else:
            mask[list(legal) or 0] = 1
        return mask

    def options(self, state: State, player: int) -> range | tuple[int, ...]:
        """The legal actions of a player who is to act: a range where possible, because that is faster."""
        count = self._options(state, player)
        lowest, highest = self._option(state, player, 0), self._option(state, player, count - 1)
        return range(lowest, highest + 1) if highest - lowest == count - 1 else self.game.actions(state, player)


def option(options: dict[str, Any] | None, name: str, *others: str) -> Any:
    """One of the options of `reset`; None if it is not given."""
    if not isinstance(options, dict | None):
        raise ParlourError(f"options must be a dictionary, not {options!r}")
    unknown = set(options or {}) - {name, *others}
    if unknown:
        known = ", ".join(sorted({name, *others}))
        raise ParlourError(f"there is no option {min(unknown)!r}; there are: {known}")
    return (options or {}).get(name)
