"""A game's states part by part, in an order in which they can be evaluated, and how policies choose in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.callback import TOLERANCE
from parlour.fast.compile import library
from parlour.fast.policy_table import runs
from parlour.fast.threads import cores, pool
from parlour.games.errors import ParlourError
from parlour.solver.matrix_games import workspace
from parlour.solver.policy import Policy, as_function, checked_mix
from parlour.solver.solver import Arrays
from parlour.solver.stage_games import StageGames, Work, options_in, stage_games
from parlour.solver.state_space import Space

PUNISHMENT = "parlour.solver.kernels.punishment"
LARGE = 1_000_000  # outcomes for each core; more are not tabulated at once
SMALL = 10_000  # outcomes; fewer are not worth a second thread


class Stage:
    """Some states. Arrays of chances and losses have an entry for each option: of the first player's, then the other's.

    A player who is not to act has one option.
    """

    def __init__(self, space: Space, states: NDArray[np.int32], cyclic: bool, solved: Arrays | None) -> None:
        self.space, self.states, self.cyclic, self._solved = space, states, cyclic, solved
        self.options = options_in(space, states)  # [position in `states`, player]: how many

    @cached_property
    def games(self) -> StageGames:
        """Where the actions lead."""
        return stage_games(self.space, self.states, self.share_out)

    def share_out(self, work: Work) -> None:
        """Does the work for all states, every core with a share of them."""
        count = len(self.states)
        if int(self.options.prod(axis=1, dtype=np.int64).sum()) < SMALL:
            work(np.arange(count))
            return
        work(np.arange(0))  # compiles it before several threads ask for it at the same time
        list(pool().map(work, [np.arange(count)[offset :: 4 * cores()] for offset in range(4 * cores())]))

    @property
    def counts(self) -> NDArray[np.int32]:
        """How many options each player has in each state: the first player, then the second, state by state."""
        return self.options.ravel()

    @cached_property
    def begins(self) -> NDArray[np.int64]:
        """[position in `states`, player]: where the player's entries begin."""
        ends = np.cumsum(self.counts, dtype=np.int64)
        return (ends - self.counts).reshape(-1, 2)

    def entries(self, positions: NDArray[np.int64], player: int) -> NDArray[np.int64]:
        """The places of a player's entries in the states at these positions."""
        return runs(self.begins[positions, player], self.options[positions, player])

    @cached_property
    def perfect(self) -> NDArray[np.float64]:
        """The chances of the solution."""
        plan, states = self.solved.plan, self.states
        sizes = plan.sizes[states].ravel()
        entries = runs(plan.begins[states].ravel(), sizes)
        owners = np.repeat(self.begins.ravel(), sizes)
        chances = np.zeros(int(self.counts.sum()))
        chances[owners + plan.options[entries]] = plan.chances[entries]
        return chances

    @cached_property
    def losses(self) -> NDArray[np.float64]:
        """What each option gives away against a perfect opponent; the same as `Solution.losses`."""
        solved, games, perfect = self.solved, self.games, self.perfect
        widths = solved.upper - solved.lower
        losses = np.zeros(len(games.mixes))
        most, optimal = int(games.options.max(initial=1)), not self.space.cyclic
        kernel = library(PUNISHMENT)

        def work(part: NDArray[np.int64]) -> None:
            room = workspace(most, most)
            kernel.fill_losses(some_of(games, part), room, solved.values, widths, perfect, optimal, losses)

        self.share_out(work)
        losses[perfect > 0.0] = 0.0
        return losses

    @property
    def solved(self) -> Arrays:
        if self._solved is None:
            raise ParlourError("these states were explored without their solution")
        return self._solved

    def scaled(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weights of options as chances, which sum to 1 for each player in each state."""
        scaled: NDArray[np.float64] = weights / np.repeat(self.sums(weights), self.counts)
        return scaled

    def sums(self, entries: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum over the options of each player in each state."""
        sums: NDArray[np.float64] = np.add.reduceat(entries, self.begins.ravel())
        return sums

    def mixes_of(self, policy: Policy, players: tuple[int, ...] = (0, 1)) -> NDArray[np.float64]:
        """The chances of a policy: from its `chances_in`, if it has that, or asked state by state.

        Only these players are asked; the others take their first option.
        """
        first_options = np.zeros(int(self.counts.sum()))
        first_options[self.begins] = 1.0
        if hasattr(policy, "chances_in"):
            asked = np.repeat(np.isin(np.arange(len(self.counts)) % 2, players), self.counts)
            batched: Any = policy
            return self.checked(np.where(asked, batched.chances_in(self), first_options))
        game, choose, chances = self.space.game, as_function(self.space.game, policy), first_options
        for position, number in enumerate(self.states.tolist()):
            state = self.space.state(number)
            for player in game.to_act(state):
                if player in players:
                    mix = checked_mix(game, state, player, choose(state, player))
                    place = int(self.begins[position, player])
                    chances[place : place + self.options[position, player]] = [
                        mix.get(action, 0.0) for action in game.actions(state, player)
                    ]
        return chances

    def checked(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """The chances scaled to sum to 1; or an error that names a state where they do not."""
        sums = self.sums(chances)
        wrong = ~(np.abs(sums - 1.0) <= TOLERANCE) | (np.minimum.reduceat(chances, self.begins.ravel()) < 0.0)
        if wrong.any():
            owner = int(np.argmax(wrong))
            where = f"of player {owner % 2} in {self.space.state(int(self.states[owner // 2]))}"
            raise ParlourError(f"the chances {where} must be from 0 to 1 and sum to 1; they sum to {sums[owner]:.6g}")
        return chances / np.repeat(sums, self.counts)


def stages(space: Space, solved: Arrays | None, halves: bool = False) -> Iterator[Stage]:
    """All states; each stage only leads to those before it or, if it is cyclic, to itself.

    If `halves`, only one of two states that mirror each other, except in cycles.
    """
    for group in space.groups():
        states = group.states
        if group.cyclic:
            yield Stage(space, states, True, solved)
            continue
        if halves:
            states = states[states <= space.tables.mirrors[states]]
        done = np.cumsum(space.tables.outcomes[states])
        for part in np.split(states, np.flatnonzero(np.diff(done // (LARGE * cores()))) + 1):
            yield Stage(space, part, False, solved)


def some_of(games: StageGames, part: NDArray[np.int64]) -> StageGames:
    """The games at these positions; their mixes and outcomes stay where they are."""
    return games._replace(
        states=games.states[part], options=games.options[part], cells=games.cells[part], begins=games.begins[part]
    )
