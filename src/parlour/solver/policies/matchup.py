"""The exact scores of two policies against each other, calculated without playing a game."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.fast.threads import pool
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.solver.exact.decision_process import Process, positions_in, solve_process
from parlour.solver.memory import stages_for, states
from parlour.solver.policies.strategies import PolicyLike, as_strategy
from parlour.solver.progress import Progress, silent
from parlour.solver.states.stage import Stage
from parlour.solver.states.states import States
from parlour.strategy import ask

KERNEL = "parlour.solver.kernels.matchup"


class Matchup(NamedTuple):
    """One policy against another, in every state. Values are for the first player."""

    states: States
    values: NDArray[np.float64]  # by the number of the state

    @property
    def expected(self) -> float:
        return self.value(self.states.game.start())

    def value(self, state: State) -> float:
        """The first player's average result from here on. Endless play counts as a draw."""
        game = self.states.game
        if game.is_over(state):
            return float(game.returns(state)[0])
        return float(self.values[self.states.number(state)])


def matchup(game: Game, first: PolicyLike, second: PolicyLike) -> Matchup:
    """The first policy in the first seat against the second one in the other."""
    return matchups(game, [first, second], [(0, 1)])[0]


def matchups(
    game: Game, policies: Sequence[PolicyLike], pairs: Sequence[tuple[int, int]], progress: Progress = silent
) -> list[Matchup]:
    """Several matchups at once; a pair holds the numbers of two policies, the first seat's first."""
    strategies = [as_strategy(policy, partial(states, game, progress=progress)) for policy in policies]
    numbers = np.array(pairs, np.int64).reshape(-1, 2)
    values = np.zeros((0, len(pairs)))
    for stage in stages_for(game, strategies, progress, "following"):
        if not len(values):
            values = np.zeros((stage.explorer.count, len(pairs)))
        mixes = np.array([ask(strategy, stage) for strategy in strategies])
        if stage.cyclic:
            follow(stage, mixes, pairs, values)
        else:
            meet(stage, mixes, numbers, values)
    known = states(game, progress=progress)
    return [Matchup(known, values[:, pair]) for pair in range(len(pairs))]


def meet(stage: Stage, mixes: NDArray[np.float64], pairs: NDArray[np.int64], values: NDArray[np.float64]) -> None:
    """Fills in the values of a stage that only leads to earlier ones."""
    kernel, most = library(KERNEL), int(stage.options[:, 1].max(initial=1))
    stage.outcomes.share_out(lambda games: kernel.meet(games, mixes, pairs, values, np.zeros((2 + most, len(pairs)))))


def follow(
    stage: Stage, mixes: NDArray[np.float64], pairs: Sequence[tuple[int, int]], values: NDArray[np.float64]
) -> None:
    """Fills in the values of a cyclic stage, pair by pair."""

    def work(number: int) -> None:
        one, other = pairs[number]
        values[stage.states, number] = chain_values(stage, mixes[one], mixes[other], values[:, number].copy())

    work(0)  # compiles it before several threads ask for it at the same time
    list(pool().map(work, range(1, len(pairs))))


def chain_values(
    stage: Stage, first: NDArray[np.float64], second: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The values of a cyclic stage: a decision process without choices."""
    outcomes, count = stage.outcomes, len(stage.states)
    chain = Process.with_room(np.arange(count + 1), count, int(outcomes.cells[-1]))
    library(KERNEL).fill_chain(outcomes, first, second, positions_in(stage.states, len(values)), values, chain)
    return solve_process(chain.shorten(), False, lambda _: None).gains
