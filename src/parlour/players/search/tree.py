"""Looks a few turns ahead, with estimates at the leaves and a matrix game in every other state."""

from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compile_kernels
from parlour.games.contract import State
from parlour.games.errors import IllegalAction, TooLarge
from parlour.games.game import Game
from parlour.players.search.copies import (
    KERNEL,
    Copy,
    Mix,
    OutOfWork,
    Solved,
    copies,
    estimate,
    finest_copy,
    limit,
    solve_explored,
)
from parlour.solver.exact.induction import sweep
from parlour.solver.states.explorer import BAD_STATE, FOUND, Explorer, keys_of
from parlour.solver.states.stage import options_in, outcomes_of

WORK_PER_STATE = 10  # to add a state and solve its matrix game, besides its outcomes
SLICE = 1_000_000  # outcomes that are looked at or tabulated at once
RANDOM_GAMES = 8  # that estimate a leaf where there is no smaller copy
WORK_PER_RANDOM_GAME = 50
DISCOUNT = 0.001  # lost with every turn: a win should come soon and a loss late
SETTLED = 0.0001  # a smaller change of the values ends the sweeps
WORD = 0xFFFFFFFF


class SearchTree(Explorer):
    """The states that some number of turns can lead to, the nearest first."""

    def __init__(self, game: Game, root: State) -> None:
        super().__init__(game)
        self.index.states[0] = list(root)
        self.index.keys[0] = keys_of(game).of_state(root)
        self.visits.counts[FOUND] = 1
        self.loops.fill_buckets(self.index, 1)
        self.layers = [0, 1]  # where the states of each depth begin and end; the last are the leaves
        self.sweep_work = 0  # to solve every matrix game once
        self.back = np.zeros(1, np.bool_)  # whether some state leads to one that was found before

    @property
    def rows(self) -> NDArray[np.int32]:
        return self.states[: self.layers[-1]]

    def grow(self, most: float, work_per_leaf: int) -> None:
        """Adds the states that follow the leaves; raises OutOfWork if they are too many, without a change."""
        kernel, rules, (number, last) = compile_kernels(self.game, KERNEL), self.game.rules, self.layers[-2:]
        work = self.sweep_work + int(self.work_of(np.arange(number, last, dtype=np.int32)).sum())
        while number < last:
            if work + work_per_leaf * self.count > most:
                raise OutOfWork
            self._make_room()
            counts = self.visits.counts
            number = kernel.look_ahead(rules, self.index, counts, self.back, number, last, SLICE)
            if counts[BAD_STATE]:
                raise IllegalAction(f"{self.game.name}: play leaves its bounds")
        self.layers.append(self.count)
        self.sweep_work = work

    def work_of(self, numbers: NDArray[np.int32]) -> NDArray[np.int64]:
        """How much work the matrix game of each state is."""
        work: NDArray[np.int64] = options_in(self, numbers).prod(axis=1, dtype=np.int64) + WORK_PER_STATE
        return work

    def back_up(self, values: NDArray[np.float64], work: float) -> tuple[Mix, Mix]:
        """The mixes at the root. `values` has an estimate of every state; matrix games replace those above the leaves.

        The states that were found last come first. Where all states lead to such that were found later, one sweep is
        enough; otherwise there are as many as the work allows.
        """
        numbers = np.arange(self.layers[-2] - 1, -1, -1, dtype=np.int32)
        cuts = np.flatnonzero(np.diff(np.cumsum(self.work_of(numbers)) // SLICE)) + 1
        parts = (outcomes_of(self, part) for part in np.split(numbers, cuts))
        if not self.back[0]:
            for games in parts:
                sweep(games, values, discount=DISCOUNT)
        else:
            kept = list(parts)
            for number in range(max(1, int(work // self.sweep_work))):
                if max(sweep(games, values, first=number == 0, discount=DISCOUNT) for games in kept) < SETTLED:
                    break
            games = kept[-1]
        mixes, options = games.mixes[games.begins[-2] :], games.options[-1, 0]
        return mixes[:options], mixes[options:]


def grow_tree(game: Game, root: State, work: float, work_per_leaf: int) -> SearchTree | None:
    """The deepest tree that the work allows; None if it is not even one turn deep."""
    try:
        tree = SearchTree(game, root)
        tree.grow(work, work_per_leaf)
    except (OutOfWork, TooLarge):
        return None
    with suppress(OutOfWork):
        while tree.layers[-1] > tree.layers[-2]:
            tree.grow(work, work_per_leaf)
    return tree


def solve_rest(game: Game, root: State, work: float) -> Solved | None:
    """The rest of the game from here; None if it is too large."""
    try:
        space = Explorer(game)
        space.explore(root, limit(work))
    except (OutOfWork, TooLarge):
        return None
    return solve_explored(space)


def search(game: Game, root: State, seed: int, work: float) -> tuple[tuple[Mix, Mix], Solved | None]:
    """The mixes of both players and, if it is small enough to be solved, the rest of the game."""
    copy = finest_copy(game, root, work / 2)
    if copy is None or copy.game == copies(game)[0]:  # otherwise a copy is too large, and so is the game
        rest = solve_rest(game, root, work)
        if rest:
            return rest.mixes(root), rest
    return look_ahead(game, root, copy, seed, work / 2), None


def look_ahead(game: Game, root: State, copy: Copy | None, seed: int, work: float) -> tuple[Mix, Mix]:
    """The mixes of both players where the rest of the game is too large to solve."""
    work_per_leaf = copy.work_per_estimate if copy else RANDOM_GAMES * WORK_PER_RANDOM_GAME
    tree = grow_tree(game, root, work, work_per_leaf)
    if tree:
        return tree.back_up(estimates(tree, copy, seed, work), work)
    if copy:
        with suppress(OutOfWork, IllegalAction):
            return copy.lift(game, root, work)
    first, second = (len(game.actions(root, player)) or 1 for player in (0, 1))
    return np.full(first, 1.0 / first), np.full(second, 1.0 / second)


def estimates(tree: SearchTree, copy: Copy | None, seed: int, work: float) -> NDArray[np.float64]:
    """The worth of the states of a tree in the copy or, if there is none, by random games."""
    if copy:
        known = copies(tree.game)
        smaller = known[known.index(copy.game) :]  # the leaves may need more of a copy than the root does
        values = estimate(tree.game, smaller, tree.rows, 2 * work)
        if values is not None:
            return values
    games = max(1, min(RANDOM_GAMES, int(work / WORK_PER_RANDOM_GAME / len(tree.rows))))
    found = np.zeros(len(tree.rows))
    compile_kernels(tree.game, KERNEL).fill_random(tree.game.rules, tree.rows, games, seed & WORD, found)
    return found
