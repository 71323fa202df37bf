"""What batches and duels hold: a game a slot.

Slot k plays the games k, k + size, k + 2 size, ... of the seed, one after another. Arrays have a row for each slot, or
a column where the engine lays them so.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np

from parlour.fast.engines import Engine
from parlour.fast.random_games import halves
from parlour.games.contract import Game, State, at_least
from parlour.games.errors import ParlourError

Illegal = Literal["raise", "forfeit"]  # what becomes of an action that is not allowed
LARGEST = 2**31  # slots and turns: counts stay within a word


class Slots:
    """`size` games of one kind, where the engine keeps them. Copies and pickles go on as these would."""

    ARRAYS: ClassVar[tuple[str, ...]] = ("table", "turns", "restarts")

    def __init__(self, game: Game, size: int, seed: int, engine: Engine, max_turns: int, illegal: Illegal) -> None:
        checked_illegal(illegal)
        self.game, self.size, self.illegal = game, at_least("size", size, 0), illegal
        if self.size >= LARGEST:
            raise ParlourError(f"size must be less than {LARGEST}, not {size}")
        self.seed, self.max_turns = seed, at_least("max_turns", max_turns, 1)
        if self.max_turns >= LARGEST:
            raise ParlourError(f"max_turns must be less than {LARGEST}, not {max_turns}")
        self.words = words(seed)
        self.engine = engine
        lowest, highest = game.bounds()
        self.dtype = smallest(min(-1, *lowest), max(*highest))  # -1 is a covered field
        self.fields: tuple[str, ...] = lowest._fields
        self.table = self.held(len(self.fields), kind=self.dtype)  # a state a row
        self.turns = self.held(kind=np.int32)  # of the game at hand
        self.restarts = self.held(kind=np.int32)  # how many games a slot has finished

    def held(self, *columns: int, kind: Any) -> Any:
        """An array with a row for each slot, all zero."""
        try:
            return self.engine.zeros(self.engine.laid((self.size, *columns)), kind)
        except MemoryError:
            raise ParlourError(f"a batch of {self.size} games does not fit in memory") from None

    def reseed(self, seed: int | None) -> None:
        """The slots are back at their first games, of another seed if one is given."""
        if seed is not None:
            self.seed, self.words = seed, words(seed)
        self.engine.clear(self.restarts)

    def state(self, slot: int) -> State:
        """One game as a state of the front door."""
        made: State = type(self.game.start())(*map(int, self.engine.row(self.table, slot)))
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.engine.host(part) if name in self.ARRAYS else part for name, part in vars(self).items()}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        vars(self).update(parts)
        for name in self.ARRAYS:
            setattr(self, name, self.engine.taken(parts[name]))


def checked_illegal(illegal: str) -> None:
    if illegal not in ("raise", "forfeit"):
        raise ParlourError(f"illegal must be 'raise' or 'forfeit', not {illegal!r}")


def words(seed: int) -> tuple[np.uint32, np.uint32]:
    """A seed as the loops take it."""
    low, high = halves(seed)
    return np.uint32(low), np.uint32(high)


def smallest(low: int, high: int) -> np.dtype[Any]:
    """The smallest signed integers that hold a range."""
    fitting = (
        kind for kind in (np.int8, np.int16, np.int32) if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max
    )
    return np.dtype(next(fitting, np.int64))
