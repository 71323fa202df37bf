"""Finds every state that play can reach, and an order in which to solve them."""

import time
from collections.abc import Callable
from copy import copy
from functools import partial
from itertools import pairwise
from math import log10, prod
from typing import Any, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compile_kernels
from parlour.fast.slots import state_of
from parlour.fast.threads import cores, pool
from parlour.games.contract import State
from parlour.games.errors import BadGame, IllegalAction, TooLarge
from parlour.games.game import Game
from parlour.solver.states.mixes import Group

OUTCOMES_KERNEL = "parlour.solver.kernels.outcomes"
SYMMETRY = "parlour.solver.kernels.symmetry"
EXACT_BUCKETS = 2**24  # up to this many possible states, each has its own bucket
FIRST_SLICE = 10_000  # outcomes visited before the first call of `check`
SLICE_SECONDS = 0.05  # slices grow until they take this long: some rules are a thousand times slower than others
MAX_KEYS = 2**62
INITIAL_ROOM = 1024  # states
EMPTY = -1  # a bucket without a state
BY_STATE = ("components", "outcomes", "levels", "cyclic", "images", "mirrors")  # of `Visits`, to be sorted
FOUND, DEPTH, PENDING, OUTCOMES, BAD_STATE, FINISHED = range(6)  # positions in `Visits.counts`


class Keys(NamedTuple):
    """The bounds of an unfinished state, and the weight of each field in its key: a number that identifies it."""

    lowest: Any
    highest: Any
    strides: Any

    def of(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        """The key of each row; its fields must be within the bounds."""
        keys: NDArray[np.int64] = (states - np.array(self.lowest)) @ np.array(self.strides)
        return keys

    def of_state(self, state: State) -> int:
        return sum((field - low) * stride for field, low, stride in zip(state, self.lowest, self.strides, strict=True))

    def states(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The fields of the state with each key, as rows."""
        sizes = np.array(self.highest) - np.array(self.lowest) + 1
        states: NDArray[np.int64] = keys[:, None] // np.array(self.strides) % sizes + np.array(self.lowest)
        return states


def keys_of(game: Game) -> Keys:
    lowest, highest = (bound._replace(winner=0) for bound in game.bounds())
    strides, stride = [], 1
    for low, high in zip(lowest, highest, strict=True):
        strides.append(stride)
        stride *= high - low + 1
    return Keys(lowest, highest, type(lowest)(*strides))


class Index(NamedTuple):
    """The states for compiled code: their fields by number, and a hash table that finds a number by a key."""

    states: NDArray[np.int32]  # a row for each state
    lowest: tuple[int, ...]  # the bounds of an unfinished state, and the weight of each field in a key
    highest: tuple[int, ...]
    strides: tuple[int, ...]
    buckets: NDArray[np.int32]
    keys: NDArray[np.int64]  # by number
    exact: bool  # whether a key is its own bucket


class Visits(NamedTuple):
    """The records of Tarjan's algorithm for each state, by number, and its stacks."""

    components: NDArray[np.int32]  # the level of a state whose component is complete
    lowlinks: NDArray[np.int32]
    outcomes: NDArray[np.int64]  # how many outcomes have been visited; in the end, how many there are
    levels: NDArray[np.int32]
    cyclic: NDArray[np.bool_]
    mirrors: NDArray[np.int32]  # the state with the seats swapped, if the game is known to be symmetric, or the same
    images: NDArray[np.bool_]  # of two such states, the one that was added as the image of the other
    path: NDArray[np.int32]
    pending: NDArray[np.int32]  # states of incomplete components
    finished: NDArray[np.int32]  # states in the order in which their outcomes were complete
    counts: NDArray[np.int64]


class Explorer:
    """The states found so far. `explore(root)` adds everything that play can reach from there.

    States are numbered as they are found, and in the order of their keys after `sort`.
    """

    def __init__(self, game: Game) -> None:
        self.game, room = game, INITIAL_ROOM
        self.loops = compile_kernels(game, OUTCOMES_KERNEL, SYMMETRY)
        lowest, highest, strides = map(tuple, keys_of(game))
        if max(*highest, *(-low for low in lowest)) > 2**31 - 1:
            raise TooLarge(f"{game!r} cannot be solved: the bounds of its states do not fit in 32 bits")
        self.possible = possible_states(game)
        if self.possible > MAX_KEYS:
            raise TooLarge(f"{game!r} is too large to solve: its bounds allow 10^{log10(self.possible):.0f} states")
        exact = self.possible <= EXACT_BUCKETS
        self.index = Index(
            states=np.zeros((room, len(lowest)), np.int32),
            lowest=lowest,
            highest=highest,
            strides=strides,
            buckets=np.full(self.possible if exact else 2 << room.bit_length(), EMPTY, np.int32),
            keys=np.zeros(room, np.int64),
            exact=exact,
        )
        self.visits = Visits(
            components=np.zeros(room, np.int32),
            lowlinks=np.zeros(room, np.int32),
            outcomes=np.zeros(room, np.int64),
            levels=np.zeros(room, np.int32),
            cyclic=np.zeros(room, np.bool_),
            mirrors=np.zeros(room, np.int32),
            images=np.zeros(room, np.bool_),
            path=np.zeros(room, np.int32),
            pending=np.zeros(room, np.int32),
            finished=np.zeros(room, np.int32),
            counts=np.zeros(6, np.int64),
        )

    @property
    def count(self) -> int:
        return int(self.visits.counts[FOUND])

    @property
    def outcomes(self) -> int:
        """How many outcomes all states have together."""
        return int(self.visits.counts[OUTCOMES])

    @property
    def states(self) -> NDArray[np.int32]:
        """The fields of every state, by number."""
        return self.index.states[: self.count]

    @property
    def keys(self) -> NDArray[np.int64]:
        return self.index.keys[: self.count]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many outcomes each state has."""
        return self.visits.outcomes[: self.count]

    @property
    def mirrors(self) -> NDArray[np.int32]:
        """The state with the seats swapped, if the game is known to be symmetric, or the same state."""
        return self.visits.mirrors[: self.count]

    def without_images(self, numbers: NDArray[np.int32]) -> NDArray[np.int32]:
        """Of two states that mirror each other, only one."""
        return numbers[~self.visits.images[numbers]]

    @property
    def cyclic(self) -> bool:
        """Whether play can return to a state."""
        return bool(self.visits.cyclic[: self.count].any())

    def number(self, state: State) -> int:
        """The number of a state; negative if it has not been found."""
        return int(self.loops.number_of(self.index, self.loops.State(*state)))

    def state(self, number: int) -> State:
        return state_of(self.game, self.index.states[number])

    def explore(self, root: State, check: Callable[[Self], None] = lambda _: None) -> None:
        """Adds everything that play can reach from here. `check` is called now and then and may raise to stop it."""
        if self.number(root) >= 0 or self.game.is_over(root):
            return
        self._make_room()
        folded = self.count == 0 and self._is_own_image(root)
        self.index.states[self.count] = list(root)
        incomplete, outcomes = True, FIRST_SLICE
        while incomplete:
            self._make_room()
            begun = time.perf_counter()
            self.loops.explore(self.game.rules, self.index, self.visits, folded, outcomes)
            if time.perf_counter() - begun < SLICE_SECONDS:
                outcomes *= 2
            incomplete = bool(self.visits.counts[DEPTH])
            if self.visits.counts[BAD_STATE]:
                bad = self.state(int(self.visits.counts[BAD_STATE]) - 1)
                raise IllegalAction(f"{self.game.name} cannot reach {root}: from {bad} play leaves its bounds")
            check(self)
        if folded:
            self._unfold()

    def groups(self, first: int = 0) -> list[Group]:
        """The states from number `first` on, in an order in which they can be solved."""
        finished = self.visits.finished[first : self.count]
        kinds = 2 * self.visits.levels[finished] + self.visits.cyclic[finished]
        order = np.argsort(kinds, kind="stable")
        kinds = kinds[order]
        cuts = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(order)] if len(order) else [0]
        return [Group(finished[order[begin:end]], bool(kinds[begin] % 2)) for begin, end in pairwise(cuts)]

    def sort(self) -> None:
        """Numbers the states in the order of their keys."""
        order = np.argsort(self.keys)
        numbers = np.empty(len(order), np.int32)
        numbers[order] = np.arange(len(order), dtype=np.int32)
        index, visits = self.index, self.visits
        for array in (index.states, index.keys, *(getattr(visits, name) for name in BY_STATE)):
            array[: len(order)] = array[order]
        for array in (visits.mirrors, visits.finished):
            array[: len(order)] = numbers[array[: len(order)]]
        if index.exact:
            index.buckets[self.keys] = np.arange(len(order), dtype=np.int32)
        else:
            index.buckets[:] = EMPTY
            self.loops.fill_buckets(index, len(order))

    def copy(self) -> Self:
        """A copy to explore further while this one stays as it is."""
        other, index = copy(self), self.index
        other.index = index._replace(states=index.states.copy(), buckets=index.buckets.copy(), keys=index.keys.copy())
        other.visits = Visits(*[cast(Any, array.copy()) for array in self.visits])
        return other

    def _is_own_image(self, root: State) -> bool:
        """Whether swapping the seats leaves a state as it is: all states that follow then come in pairs."""
        return self.index.exact and self.game.mirror(root) == root

    def _unfold(self) -> None:
        """Adds the mirror images of all states, and checks that the game is symmetric."""
        last, rules = self.count, self.game.rules
        self._make_room(2 * last)
        wrong = self.loops.unfold(rules, self.index, self.visits, last)
        if wrong < 0:
            step, check = cores(), partial(self.loops.first_asymmetric, rules, self.index)
            wrong = max(pool().map(check, range(step), [last] * step, [step] * step))
        if wrong >= 0:
            state = self.state(wrong)
            raise BadGame(
                f"{self.game.name} is not symmetric: its mirror() does not swap the seats correctly in {state}; "
                "remove mirror(), or let it change the start in variants whose seats are not alike"
            )

    def _make_room(self, count: int = 0) -> None:
        """Doubles the arrays while they are full, or too small for `count` states."""
        room = len(self.index.states)
        if max(self.count + 1, count) <= room:
            return
        index, counts = self.index, self.visits.counts
        buckets = index.buckets if index.exact else np.full(2 * len(index.buckets), EMPTY, np.int32)
        self.index = index._replace(states=double(index.states), buckets=buckets, keys=double(index.keys))
        if not index.exact:
            self.loops.fill_buckets(self.index, room)
        self.visits = Visits(*[cast(Any, array if array is counts else double(array)) for array in self.visits])
        self._make_room(count)


def possible_states(game: Game) -> int:
    """How many unfinished states the bounds of a game allow."""
    spans = (high - low + 1 for low, high in zip(*(bound._replace(winner=0) for bound in game.bounds()), strict=True))
    return prod(spans)


def double(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([array, np.zeros_like(array)])
