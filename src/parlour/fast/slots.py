"""The common part of `Batch` and `Duel`: the arrays that hold one game in each slot.

Slot k plays the games k, k + size, k + 2 size, ... of the seed, one after another.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Literal

import numpy as np

from parlour.fast.devices import Device
from parlour.fast.random_stream import seed_words
from parlour.games.checks import at_least, check_seed
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, ParlourError, spans
from parlour.games.game import Game

Illegal = Literal["raise", "forfeit"]  # the effect of an illegal action
LIMIT = 2**31  # slots and turns are counted in 32 bits


class Slots:
    """`size` games of one kind, in the memory of a device. A copy or a pickle continues in the same way."""

    ARRAYS: ClassVar[tuple[str, ...]] = ("table", "turns", "restarts")

    def __init__(self, game: Game, size: int, seed: Any, device: Device, max_turns: int, illegal: Illegal) -> None:
        check_illegal(illegal)
        self.game, self.size, self.illegal = game, below_limit("size", size, 0), illegal
        self.max_turns = below_limit("max_turns", max_turns, 1)
        self.device = device
        self._set_seed(seed)
        self.dtype = table_type(game)
        self.fields: tuple[str, ...] = game.bounds()[0]._fields
        self.table = self.zeros(len(self.fields), dtype=self.dtype)  # one state in each row
        self.turns = self.zeros(dtype=np.int32)  # of the current game
        self.restarts = self.zeros(dtype=np.int32)  # how many games a slot has finished

    def zeros(self, *columns: int, dtype: Any) -> Any:
        """A new array with one row for each slot."""
        try:
            return self.device.zeros((self.size, *columns), dtype)
        except MemoryError:
            raise ParlourError(f"a batch of {self.size} games does not fit in memory") from None

    def reseed(self, seed: Any) -> None:
        """Returns every slot to its first game, under a new seed if one is given."""
        if seed is not None:
            self._set_seed(seed)
        self.device.clear(self.restarts)

    def _set_seed(self, seed: Any) -> None:
        self.seed_words = tuple(map(np.uint32, seed_words(check_seed(seed))))

    def loop(self, name: str) -> Callable[..., Any]:
        """A compiled loop over all slots."""
        return self.device.loop(name, self.size)

    def take_actions(self, actions: Any, *columns: int) -> Any:
        """Whole numbers on the device, a row of so many columns for each slot."""
        given = self.device.take(actions)
        if given.shape != (self.size, *columns) or given.dtype.kind not in "iu":
            kind = f"{given.dtype} of shape {given.shape}"
            raise IllegalAction(f"actions must be whole numbers of shape {(self.size, *columns)}, not {kind}")
        return given

    def state(self, slot: int) -> State:
        """The game in one slot, as a state for the methods of a `Game`."""
        return state_of(self.game, self.device.host(self.table[slot]))

    def illegal_action(self, slot: int, player: int, action: int) -> IllegalAction:
        allowed = spans(self.game.actions(self.state(slot), player))
        return IllegalAction(f"slot {slot}, player {player} cannot choose {action}; allowed: {allowed}")

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.device.host(part) if name in self.ARRAYS else part for name, part in vars(self).items()}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        vars(self).update(parts)
        for name in self.ARRAYS:
            setattr(self, name, self.device.copy(self.device.take(parts[name])))


def below_limit(name: str, value: int, least: int) -> int:
    number = at_least(name, value, least)
    if number >= LIMIT:
        raise ParlourError(f"{name} must be less than {LIMIT}, not {value}")
    return number


def check_illegal(illegal: str) -> None:
    if illegal not in ("raise", "forfeit"):
        raise ParlourError(f"illegal must be 'raise' or 'forfeit', not {illegal!r}")


def state_of(game: Game, row: Any) -> State:
    """The state with the fields in a row."""
    made: State = type(game.start())(*map(int, row))
    return made


def table_type(game: Game) -> np.dtype[Any]:
    """The type of the fields in a table of states. -1 stands for a hidden field."""
    lowest, highest = game.bounds()
    low, high = min(-1, *lowest), max(*highest)
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return np.dtype(kind)
    return np.dtype(np.int64)
