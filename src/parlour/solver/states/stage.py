"""Some states of a game and the next states of their actions, for backward passes and strategies on arrays."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.fast.duel import TOLERANCE
from parlour.fast.ragged import begins_of, runs
from parlour.fast.slots import state_of
from parlour.fast.threads import cores, pool
from parlour.games.contract import State, rewards
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.solver.exact.matrix_games import workspace
from parlour.solver.states.explorer import Explorer
from parlour.solver.states.mixes import NOISE, Mixes, Part
from parlour.solver.states.parts import in_units, part_of

PUNISHMENT = "parlour.solver.kernels.punishment"
ROUNDING = 1e-7  # values, bounds and losses that differ by less are the same
OVER = -1  # minus the winner, in place of a state
LARGE = 1_000_000  # outcomes for each core; more are not tabulated at once
SMALL = 10_000  # outcomes; fewer are not worth a second thread

Solved = TypeVar("Solved")


class Outcomes(NamedTuple):
    """Some states for compiled code: where their actions lead, and the mixes of both players."""

    states: NDArray[np.int32]
    options: NDArray[np.int32]  # [position in `states`, player]: how many
    cells: NDArray[np.int64]  # where the outcomes of each state begin: a row for each option of the first player
    outcomes: NDArray[np.int32]  # the number of the next state, or OVER - winner
    rewards: NDArray[np.float64]  # to the first player, by winner
    begins: NDArray[np.int64]  # where the chances of the first player's options begin; the second player's follow
    mixes: NDArray[np.float64]

    def some(self, part: NDArray[np.int64]) -> Self:
        """The states at these positions; their mixes and outcomes stay where they are."""
        return self._replace(
            states=self.states[part], options=self.options[part], cells=self.cells[part], begins=self.begins[part]
        )

    def share_out(self, work: Callable[[Self], object]) -> None:
        """Does the work for all states, every core with a share of them."""
        if len(self.outcomes) < SMALL:
            work(self)
            return
        work(self.some(np.arange(0)))  # compiles it before several threads ask for it at the same time
        count, shares = len(self.states), 4 * cores()
        list(pool().map(work, [self.some(np.arange(offset, count, shares)) for offset in range(shares)]))


class Proved(NamedTuple):
    """The value, bounds and mixes of each state, by number. Values are for the first player."""

    values: NDArray[np.float64]
    lower: NDArray[np.float64]  # proved bounds of the value
    upper: NDArray[np.float64]
    mixes: Mixes


class Judge(Protocol):
    """A solution, as far as a `Position` needs it."""

    @property
    def policy(self) -> Callable[[State, int], Mapping[int, float]]: ...

    def losses(self, state: State, player: int) -> Mapping[int, float]: ...


class Options(ABC):
    """The options of both players in some states.

    Arrays of chances and losses have an entry for each option: of the first player's in the first state, then of the
    second player's, then those of the next state. A player who is not to act has one option.
    """

    def __init__(
        self, game: Game, rows: NDArray[Any], options: NDArray[np.int32], players: tuple[int, ...] = (0, 1)
    ) -> None:
        self.game = game
        self.rows = rows  # the fields of each state
        self.options = options  # [position, player]: how many
        self.players = tuple(sorted(players))  # whose chances are wanted; those of the others do not matter

    @property
    def counts(self) -> NDArray[np.int32]:
        """How many options each player has in each state: the first player, then the second, state by state."""
        return self.options.ravel()

    @cached_property
    def begins(self) -> NDArray[np.int64]:
        """[position, player]: where the player's entries begin."""
        return begins_of(self.options)

    def entries(self, positions: NDArray[np.int64], player: int) -> NDArray[np.int64]:
        """The places of a player's entries in the states at these positions."""
        return runs(self.begins[positions, player], self.options[positions, player])

    @cached_property
    @abstractmethod
    def perfect(self) -> NDArray[np.float64]:
        """The chances of the solution."""

    @cached_property
    @abstractmethod
    def losses(self) -> NDArray[np.float64]:
        """The loss of each option against a perfect opponent."""

    def spread(self, mixes: Mixes, numbers: NDArray[Any]) -> NDArray[np.float64]:
        """The chances of all options, from the mixes of the states with these numbers."""
        sizes = mixes.sizes[numbers]
        entries = runs(mixes.begins[numbers], sizes)
        owners = np.repeat(self.begins.ravel(), sizes.ravel())
        chances = np.zeros(int(self.counts.sum()))
        chances[owners + mixes.options[entries]] = mixes.chances[entries]
        return chances

    def first_options(self) -> NDArray[np.float64]:
        """The chances of players who always take their first option."""
        chances = np.zeros(int(self.counts.sum()))
        chances[self.begins] = 1.0
        return chances

    def even_shares(self, total: float = 1.0) -> NDArray[np.float64]:
        """The same share for each option of a player, `total` together."""
        return np.repeat(total / self.counts, self.counts)

    def scale(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weights of options as chances, which sum to 1 for each player in each state."""
        return weights / np.repeat(self.sums(weights), self.counts)

    def sums(self, entries: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum over the options of each player in each state."""
        sums: NDArray[np.float64] = np.add.reduceat(entries, self.begins.ravel())
        return sums

    def by_seat(self, first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
        """The first player's entries of one array and the second player's of another."""
        seats = np.repeat(np.arange(len(self.counts)) % 2, self.counts)
        return np.where(seats == 0, first, second)

    def state(self, position: int) -> State:
        return state_of(self.game, self.rows[position])

    def check(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """The chances scaled to sum to 1; or an error that names a state where they do not.

        Players whose chances are not wanted take their first option.
        """
        wanted = np.repeat(np.isin(np.arange(len(self.counts)) % 2, self.players), self.counts)
        chances = np.where(wanted, chances, self.first_options())
        sums = self.sums(chances)
        wrong = ~(np.abs(sums - 1.0) <= TOLERANCE) | (np.minimum.reduceat(chances, self.begins.ravel()) < 0.0)
        if wrong.any():
            owner = int(np.argmax(wrong))
            where = f"of player {owner % 2} in {self.state(owner // 2)}"
            raise ParlourError(f"the chances {where} must be from 0 to 1 and sum to 1; they sum to {sums[owner]:.6g}")
        return chances / np.repeat(sums, self.counts)


class Position(Options):
    """The options in one state, for the player who chooses there. It needs no compiled code."""

    def __init__(self, game: Game, state: State, player: int, solution: Judge | None = None) -> None:
        self.actions = [game.actions(state, each) for each in (0, 1)]
        options = np.array([[len(actions) or 1 for actions in self.actions]], np.int32)
        super().__init__(game, np.array([state]), options, (player,))
        self._state, self._player, self._solution = state, player, solution

    @cached_property
    def perfect(self) -> NDArray[np.float64]:
        return self._own(known(self._solution).policy(self._state, self._player))

    @cached_property
    def losses(self) -> NDArray[np.float64]:
        return self._own(known(self._solution).losses(self._state, self._player))

    def _own(self, numbers: Mapping[int, float]) -> NDArray[np.float64]:
        """Numbers by action as an array; the other player's are zeros."""
        entries = np.zeros(int(self.counts.sum()))
        entries[self.own] = [numbers.get(action, 0.0) for action in self.actions[self._player]]
        return entries

    @property
    def own(self) -> slice:
        """The places of the player's entries."""
        begin = int(self.begins[0, self._player])
        return slice(begin, begin + len(self.actions[self._player]))


class Stage(Options):
    """Some numbered states of a game, with where their actions lead and, if it is known, their solution."""

    def __init__(
        self,
        explorer: Explorer,
        states: NDArray[np.int32],
        cyclic: bool,
        solved: Proved | None = None,
        players: tuple[int, ...] = (0, 1),
    ) -> None:
        super().__init__(explorer.game, explorer.states[states], options_in(explorer, states), players)
        self.explorer, self.states, self.cyclic, self._solved = explorer, states, cyclic, solved

    @cached_property
    def outcomes(self) -> Outcomes:
        """Where the actions lead."""
        outcomes = new_outcomes(self.explorer, self.states)
        outcomes.share_out(lambda games: fill_outcomes(self.explorer, games))
        return outcomes

    @cached_property
    def perfect(self) -> NDArray[np.float64]:
        return self.spread(known(self._solved).mixes, self.states)

    @cached_property
    def losses(self) -> NDArray[np.float64]:
        """The same as `Solution.losses`."""
        solved, perfect, kernel = known(self._solved), self.perfect, library(PUNISHMENT)
        widths, losses = solved.upper - solved.lower, np.zeros(len(perfect))
        most, optimal = int(self.options.max(initial=1)), not self.explorer.cyclic

        def work(games: Outcomes) -> None:
            kernel.fill_losses(games, workspace(most, most), solved.values, widths, perfect, optimal, losses)

        self.outcomes.share_out(work)
        losses[perfect > 0.0] = 0.0
        return losses


def known(solution: Solved | None) -> Solved:
    if solution is None:
        raise ParlourError("these states are not solved: the strategy must say that it consults the solution")
    return solution


def stages(
    explorer: Explorer, solved: Proved | None, players: tuple[int, ...] = (0, 1), *, halves: bool = False
) -> Iterator[Stage]:
    """All states; each stage only leads to those before it or, if it is cyclic, to itself.

    If `halves`, only one of two states that mirror each other, except in cycles.
    """
    for group in explorer.groups():
        if group.cyclic:
            yield Stage(explorer, group.states, True, solved, players)
            continue
        states = explorer.without_images(group.states) if halves else group.states
        done = np.cumsum(explorer.sizes[states])
        for part in np.split(states, np.flatnonzero(np.diff(done // (LARGE * cores()))) + 1):
            yield Stage(explorer, part, False, solved, players)


def outcomes_of(explorer: Explorer, states: NDArray[np.int32]) -> Outcomes:
    """Where the actions in these states lead; the rules are not needed any more to solve them."""
    outcomes = new_outcomes(explorer, states)
    fill_outcomes(explorer, outcomes)
    return outcomes


def new_outcomes(explorer: Explorer, states: NDArray[np.int32]) -> Outcomes:
    """Room for the outcomes of these states."""
    options = options_in(explorer, states)
    cells = np.concatenate([[0], np.cumsum(options.prod(axis=1, dtype=np.int64))])
    begins = np.concatenate([[0], np.cumsum(options.sum(axis=1, dtype=np.int64))])
    outcomes = np.empty(int(cells[-1]), np.int32)
    by_winner = np.array([rewards(winner)[0] for winner in range(4)], np.float64)
    return Outcomes(states, options, cells, outcomes, by_winner, begins, np.zeros(int(begins[-1])))


def fill_outcomes(explorer: Explorer, games: Outcomes) -> None:
    explorer.loops.fill_outcomes(explorer.game.rules, explorer.index, games.states, games.cells, games.outcomes)


def options_in(explorer: Explorer, states: NDArray[np.int32]) -> NDArray[np.int32]:
    """How many options each player has in these states. A player who is not to act has one."""
    options = np.zeros((len(states), 2), np.int32)
    explorer.loops.count_options(explorer.game.rules, explorer.index, states, options)
    return options


def mixes_of(outcomes: Outcomes) -> Part:
    """The options with a chance, rounding errors apart, and their chances in whole units."""
    states, mixes = part_of(outcomes.states, outcomes.options, outcomes.mixes, NOISE)
    return Part(states, mixes._replace(chances=in_units(mixes.chances, mixes.sizes.ravel())))
