"""Every state that play can reach, numbered, and the order in which to solve them."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from math import log10, prod
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.fast.threads import cores, pool
from parlour.games.contract import State
from parlour.games.errors import BadGame, IllegalAction, TooLarge
from parlour.games.game import Game
from parlour.solver.keys import keys_of
from parlour.solver.plan import Group

OUTCOMES_KERNEL = "parlour.solver.kernels.outcomes"
SYMMETRY = "parlour.solver.kernels.symmetry"
EXACT_BUCKETS = 2**24  # up to this many possible states, each has a bucket of its own
FIRST_SLICE = 10_000  # outcomes visited before the first call of `check`
SLICE_SECONDS = 0.05  # slices grow until they take this long: some rules are a thousand times slower than others
MAX_KEYS = 2**62
INITIAL_ROOM = 1024  # states
EMPTY = -1  # a bucket without a state
FOUND, DEPTH, PENDING, OUTCOMES, BAD_STATE, FINISHED = range(6)  # positions in `Tables.counts`


class Index(NamedTuple):
    """The states by number, and a hash table that finds the number of a state."""

    states: NDArray[np.int32]  # a row for each state
    lowest: tuple[int, ...]  # the bounds of an unfinished state, and the weight of each field in a key
    highest: tuple[int, ...]
    strides: tuple[int, ...]
    buckets: NDArray[np.int32]
    keys: NDArray[np.int64]  # by number
    exact: bool  # whether a key is its own bucket


class Tables(NamedTuple):
    """What Tarjan's algorithm knows about each state, by number, and its stacks."""

    components: NDArray[np.int32]  # the level of a state whose component is complete
    lowlinks: NDArray[np.int32]
    outcomes: NDArray[np.int64]  # how many outcomes have been visited; in the end, how many there are
    levels: NDArray[np.int32]
    cyclic: NDArray[np.bool_]
    mirrors: NDArray[np.int32]  # the state with the seats swapped, if the game is known to be symmetric, or the same
    path: NDArray[np.int32]
    pending: NDArray[np.int32]  # states of incomplete components
    finished: NDArray[np.int32]  # states in the order in which their outcomes were complete
    counts: NDArray[np.int64]


class Space:
    """The states found so far. `explore(root)` adds everything that play can reach from there."""

    def __init__(self, game: Game, room: int = INITIAL_ROOM) -> None:
        self.game = game
        self.loops = compiled(game, OUTCOMES_KERNEL, SYMMETRY)
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
        self.tables = Tables(
            components=np.zeros(room, np.int32),
            lowlinks=np.zeros(room, np.int32),
            outcomes=np.zeros(room, np.int64),
            levels=np.zeros(room, np.int32),
            cyclic=np.zeros(room, np.bool_),
            mirrors=np.zeros(room, np.int32),
            path=np.zeros(room, np.int32),
            pending=np.zeros(room, np.int32),
            finished=np.zeros(room, np.int32),
            counts=np.zeros(6, np.int64),
        )

    @property
    def count(self) -> int:
        return int(self.tables.counts[FOUND])

    @property
    def outcomes(self) -> int:
        """How many outcomes all states have together."""
        return int(self.tables.counts[OUTCOMES])

    @property
    def states(self) -> NDArray[np.int32]:
        """The fields of every state, by number."""
        return self.index.states[: self.count]

    @property
    def cyclic(self) -> bool:
        """Whether play can return to a state."""
        return bool(self.tables.cyclic[: self.count].any())

    def number(self, state: State) -> int:
        """The number of a state; negative if it has not been found."""
        return int(self.loops.number_of(self.index, self.loops.State(*state)))

    def state(self, number: int) -> State:
        return cast(State, self.game.module.State(*map(int, self.index.states[number])))

    def explore(self, root: State, check: Callable[[Space], None] = lambda _: None) -> None:
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
            self.loops.explore(self.game.rules, self.index, self.tables, folded, outcomes)
            if time.perf_counter() - begun < SLICE_SECONDS:
                outcomes *= 2
            incomplete = bool(self.tables.counts[DEPTH])
            if self.tables.counts[BAD_STATE]:
                bad = self.state(int(self.tables.counts[BAD_STATE]) - 1)
                raise IllegalAction(f"{self.game.name} cannot reach {root}: from {bad} play leaves its bounds")
            check(self)
        if folded:
            self._unfold()

    def groups(self, first: int = 0) -> list[Group]:
        """The states from number `first` on, in an order in which they can be solved."""
        finished = self.tables.finished[first : self.count]
        kinds = 2 * self.tables.levels[finished] + self.tables.cyclic[finished]
        order = np.argsort(kinds, kind="stable")
        kinds = kinds[order]
        cuts = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(order)] if len(order) else [0]
        return [Group(finished[order[begin:end]], bool(kinds[begin] % 2)) for begin, end in pairwise(cuts)]

    def copy(self) -> Space:
        """A copy to explore further while this space stays as it is."""
        other = Space.__new__(Space)
        other.game, other.loops, other.possible = self.game, self.loops, self.possible
        arrays = {name: getattr(self.index, name).copy() for name in ("states", "buckets", "keys")}
        other.index = self.index._replace(**arrays)
        other.tables = Tables(*[cast(Any, array.copy()) for array in self.tables])
        return other

    def _is_own_image(self, root: State) -> bool:
        """Whether swapping the seats leaves a state as it is: all states that follow then come in pairs."""
        mirror = getattr(self.game.module, "mirror", None)
        return self.index.exact and mirror is not None and mirror(self.game.rules, root) == root

    def _unfold(self) -> None:
        """Adds the mirror images of all states, and checks that the game is symmetric."""
        last, rules = self.count, self.game.rules
        self._make_room(2 * last)
        wrong = [self.loops.unfold(rules, self.index, self.tables, last)]
        if max(wrong) < 0:
            step = cores()
            wrong += pool().map(
                lambda offset: self.loops.first_asymmetric(rules, self.index, offset, last, step),
                range(step),
            )
        if max(wrong) >= 0:
            state = self.state(max(wrong))
            raise BadGame(
                f"{self.game.name} is not symmetric: its mirror() does not swap the seats correctly in {state}"
            )

    def _make_room(self, count: int = 0) -> None:
        """Doubles the arrays while they are full, or too small for `count` states."""
        room = len(self.index.states)
        if max(self.count + 1, count) <= room:
            return
        index, counts = self.index, self.tables.counts
        buckets = index.buckets if index.exact else np.full(2 * len(index.buckets), EMPTY, np.int32)
        self.index = index._replace(states=doubled(index.states), buckets=buckets, keys=doubled(index.keys))
        if not index.exact:
            self.loops.fill_buckets(self.index, room)
        self.tables = Tables(*[cast(Any, array if array is counts else doubled(array)) for array in self.tables])
        self._make_room(count)


def possible_states(game: Game) -> int:
    """How many unfinished states the bounds of a game allow."""
    spans = (high - low + 1 for low, high in zip(*(bound._replace(winner=0) for bound in game.bounds()), strict=True))
    return prod(spans)


def doubled(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([array, np.zeros_like(array)])
