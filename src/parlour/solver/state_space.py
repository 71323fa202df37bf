"""Every state that play can reach from a given one, numbered, with the order in which to solve them."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, TooLarge
from parlour.games.game import Game

SWEEP = "parlour.solver.kernels.sweep"
PLACES = 2**24  # up to so many possible states each has a place of its own
SLICE = 20_000_000  # outcomes looked at between two looks at the clock and the keyboard
MOST_KEYS = 2**62
FIRST = 1024  # states that there is room for at first
EMPTY = -1  # this and the places in `counts` as in explore.py
FOUND, DEPTH, WAITING, CELLS, LOST, DONE = range(6)


class Index(NamedTuple):
    """What it takes to find the number of a state."""

    lowest: Any  # the bounds of a state that is not over, and how much a step of each field is worth in a key
    highest: Any
    strides: Any
    places: NDArray[np.int32]
    keys: NDArray[np.int64]
    exact: bool  # whether the key is the place


class Tables(NamedTuple):
    """What is known of each state while exploring; rows are numbers of states, but for the last three."""

    states: NDArray[np.int32]
    marks: NDArray[np.int32]
    links: NDArray[np.int32]  # the earliest state on the path that it leads back to
    cursors: NDArray[np.int64]  # how many outcomes of it were looked at; in the end, how many it has
    levels: NDArray[np.int32]
    cyclic: NDArray[np.bool_]
    path: NDArray[np.int32]
    waiting: NDArray[np.int32]  # states of components that are not complete
    finished: NDArray[np.int32]  # states in the order in which all that they lead to was known
    counts: NDArray[np.int64]


KEPT = ("states", "cursors", "levels", "cyclic", "finished")  # what is worth keeping once all is explored


class Space:
    """The states found so far. `explore(root)` adds all that play can reach from there."""

    def __init__(self, game: Game, room: int = FIRST) -> None:
        self.game = game
        self.loops = compiled(game, SWEEP)
        lowest, highest = (bound._replace(winner=0) for bound in game.bounds())
        if max(*highest, *(-low for low in lowest)) > 2**31 - 1:
            raise TooLarge(f"{game!r} cannot be solved: the bounds of its states go beyond 32 bits")
        self.possible = possible(game)
        if self.possible > MOST_KEYS:
            raise TooLarge(f"{game!r} is too large to solve: its bounds allow {self.possible:.0e} states")
        strides, stride = [], 1
        for low, high in zip(lowest, highest, strict=True):
            strides.append(stride)
            stride *= high - low + 1
        exact = self.possible <= PLACES
        places = np.full(self.possible if exact else 2 << room.bit_length(), EMPTY, np.int32)
        self.index = Index(lowest, highest, type(lowest)(*strides), places, np.zeros(room, np.int64), exact)
        self.tables = Tables(
            states=np.zeros((room, len(lowest)), np.int32),
            marks=np.zeros(room, np.int32),
            links=np.zeros(room, np.int32),
            cursors=np.zeros(room, np.int64),
            levels=np.zeros(room, np.int32),
            cyclic=np.zeros(room, np.bool_),
            path=np.zeros(room, np.int32),
            waiting=np.zeros(room, np.int32),
            finished=np.zeros(room, np.int32),
            counts=np.zeros(6, np.int64),
        )

    @classmethod
    def rebuilt(cls, game: Game, kept: dict[str, NDArray[Any]]) -> Space:
        """One that was explored before, from what was kept of it."""
        count = len(kept["states"])
        space = cls(game, max(FIRST, count))
        for name in KEPT:
            getattr(space.tables, name)[:count] = kept[name]
        space.tables.marks[:count] = kept["levels"]
        space.tables.counts[[FOUND, DONE, CELLS]] = count, count, kept["cursors"].sum()
        space.loops.list_keys(space.index, space.tables.states, count)
        return space

    @property
    def count(self) -> int:
        return int(self.tables.counts[FOUND])

    @property
    def cells(self) -> int:
        """How many outcomes all the states have together."""
        return int(self.tables.counts[CELLS])

    def number(self, state: State) -> int:
        """The number of a state; -1 if it was not found."""
        return int(self.loops.number_of(self.index, state))

    def explore(self, root: State, heed: Callable[[Space], None]) -> None:
        """Adds all that play can reach from here; `heed` hears of it now and then, and may raise to stop it."""
        if self.number(root) >= 0 or self.game.is_over(root):
            return
        self._make_room()
        self.loops.enter(self.index, self.tables, root)
        while self.tables.counts[DEPTH]:
            self._make_room()
            self.loops.explore(self.game.rules, self.index, self.tables, len(self.tables.states), SLICE)
            if self.tables.counts[LOST]:
                lost = self.state(int(self.tables.counts[LOST]) - 1)
                raise IllegalAction(f"{self.game.name} cannot come to {root}: from {lost} play leaves its bounds")
            heed(self)

    def state(self, number: int) -> State:
        made: State = type(self.index.lowest)(*map(int, self.tables.states[number]))
        return made

    def copy(self) -> Space:
        """Another that can be explored further while this one stays as it is."""
        made = Space.__new__(Space)
        made.game, made.loops, made.possible = self.game, self.loops, self.possible
        made.index = self.index._replace(places=self.index.places.copy(), keys=self.index.keys.copy())
        made.tables = Tables(*[cast(Any, array.copy()) for array in self.tables])
        return made

    def _make_room(self) -> None:
        """Doubles the arrays when they are full."""
        room = len(self.tables.states)
        if self.count < room:
            return
        index, counts = self.index, self.tables.counts
        keys = doubled(index.keys)
        places = index.places if index.exact else np.full(2 * len(index.places), EMPTY, np.int32)
        self.index = index._replace(places=places, keys=keys)
        if not index.exact:
            self.loops.settle_in(self.index, room)
        self.tables = Tables(*[cast(Any, array if array is counts else doubled(array)) for array in self.tables])


def possible(game: Game) -> int:
    """How many states the bounds of a game allow in which it is not over."""
    spans = (high - low + 1 for low, high in zip(*(bound._replace(winner=0) for bound in game.bounds()), strict=True))
    return prod(spans)


def doubled(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([array, np.zeros_like(array)])
