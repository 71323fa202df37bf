"""The vocabulary of `opponents.py` of a game: habits and casual strategies, for many states at once.

A strategy is a function that picks an option by its number, counted from 0. The last option counts for all numbers
beyond it. This module and every `opponents.py` need NumPy, so players import them when they first need one.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Column: TypeAlias = NDArray[np.int64]
FREE = -1  # the option of a habit where it does not apply


class Seen:
    """Many states from one player's seat. Every field is a column."""

    def __init__(self, fields: Sequence[str], states: NDArray[Any], player: int, counts: Column) -> None:
        columns: list[Column] = list(states.T.astype(np.int64))
        self.columns = dict(zip(fields, columns, strict=True))
        self.player = player
        self.counts = counts  # how many options the player has

    def __getitem__(self, field: str) -> Column:
        return self.columns[field]

    def own(self, field: str) -> Column:
        return self.columns[f"{field}{self.player + 1}"]

    def others(self, field: str) -> Column:
        return self.columns[f"{field}{2 - self.player}"]


Pick: TypeAlias = Callable[[Seen], Any]


class Habit(NamedTuple):
    """A strategy that may apply in some states only, and to a share of the choices there."""

    sentence: str  # describes it, with the player as the subject
    pick: Pick
    share: float = 1.0  # of the choices to which the habit applies

    def options(self, seen: Seen) -> Column:
        """The option in each state: FREE where the habit does not apply."""
        wanted = np.asarray(self.pick(seen), np.int64)
        chosen: Column = np.where(wanted < 0, FREE, np.minimum(wanted, seen.counts - 1))
        return chosen


def smallest(seen: Seen) -> Column:
    return 0 * seen.counts


def second_lowest(seen: Seen) -> Column:
    return 0 * seen.counts + 1


def middle(seen: Seen) -> Column:
    return seen.counts // 2


def second_highest(seen: Seen) -> Column:
    return np.maximum(0, seen.counts - 2)


def largest(seen: Seen) -> Column:
    return seen.counts


def where(condition: Any, option: Any, otherwise: Any = FREE) -> Any:
    return np.where(condition, option, otherwise)


def part(amount: Column, number: int) -> Column:
    """A half, a third, ..., rounded down, but at least 1."""
    return np.maximum(1, amount // number)
