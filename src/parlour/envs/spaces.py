"""What a player sees and may do, as arrays: the same in every environment.

An observation is the state as it lies open on the table, field by field, and then the player's seat.
"""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from parlour.fast.slots import smallest
from parlour.games.contract import State
from parlour.games.game import Game

Mask: TypeAlias = NDArray[np.int8]


class Spaces:
    """The spaces of one game, and the arrays that lie in them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        # The rules without their checks, for actions that were found among those on offer.
        self.to_act = partial(game.module.to_act, game.rules)
        self.play = partial(game.module.play, game.rules)
        self._options = partial(game.module.options, game.rules)
        self._option = partial(game.module.option, game.rules)
        lowest, highest = game.bounds()
        self.fields: tuple[str, ...] = (*lowest._fields, "seat")
        self.actions = game.action_count()
        self.dtype = smallest(min(-1, *lowest), max(*highest))
        self._shown = getattr(game.module, "shown", None)
        covered = -1 if self._shown else 0  # what a covered field shows
        low = [min(covered, value) for value in lowest]
        high = [max(above, below + 1) for above, below in zip(highest, low, strict=True)]  # no field of a single value
        self._low, self._high = np.array([*low, 0], self.dtype), np.array([*high, 1], self.dtype)
        self._nothing = np.zeros(self.actions, np.int8)
        self._nothing[0] = 1

    def __deepcopy__(self, memo: object) -> Spaces:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return Spaces, (self.game,)

    def observation(self) -> spaces.Box:
        return spaces.Box(self._low, self._high, dtype=self.dtype.type)

    def state(self) -> spaces.Box:
        """Everything, covered fields too, and no seat: what `state()` of a PettingZoo environment returns."""
        return spaces.Box(self._low[:-1], self._high[:-1], dtype=self.dtype.type)

    def action(self) -> spaces.Discrete[Any]:
        return spaces.Discrete(self.actions)

    def with_mask(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": self.observation(), "action_mask": mask})

    def seen(self, state: State, seat: int) -> NDArray[Any]:
        """What the player in this seat sees."""
        table = self._shown(self.game.rules, state) if self._shown else state
        return np.array((*table, seat), self.dtype)

    def whole(self, state: State) -> NDArray[Any]:
        return np.array((*state,), self.dtype)

    def no_choice(self) -> Mask:
        return self._nothing.copy()

    def mask(self, state: State, player: int) -> Mask:
        """1 where an action is allowed. A player who is not to act has exactly one, 0, which is ignored."""
        allowed = self.allowed(state, player)
        if not allowed:
            return self.no_choice()
        mask = np.zeros(self.actions, np.int8)
        if isinstance(allowed, range):
            mask[allowed.start : allowed.stop] = 1
        else:
            mask[list(allowed)] = 1
        return mask

    def allowed(self, state: State, player: int) -> range | tuple[int, ...]:
        """The actions of a player, ascending; none if not to act."""
        return self.offered(state, player) if self.to_act(state) >> player & 1 else ()

    def offered(self, state: State, player: int) -> range | tuple[int, ...]:
        """The same for a player who is to act; as a range where they are one, which is quicker."""
        count = self._options(state, player)
        lowest, highest = self._option(state, player, 0), self._option(state, player, count - 1)
        return range(lowest, highest + 1) if highest - lowest == count - 1 else self.game.actions(state, player)
