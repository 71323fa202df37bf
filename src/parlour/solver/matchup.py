"""What two policies score against each other, exactly: no game is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import library
from parlour.fast.threads import pool
from parlour.games.contract import State
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.solver.batched import as_policy
from parlour.solver.decision_process import OUTSIDE, Process, solve_process
from parlour.solver.explored import explored
from parlour.solver.policy import Policy
from parlour.solver.progress import Progress, silent
from parlour.solver.stages import Stage, some_of, stages
from parlour.solver.state_space import Space

MATCHUP = "parlour.solver.kernels.matchup"


class Matchup(NamedTuple):
    """One policy against another, in every state. Values are for the first player."""

    space: Space
    values: NDArray[np.float64]  # by the number of the state

    @property
    def expected(self) -> float:
        return self.value(self.space.game.start())

    def value(self, state: State) -> float:
        """What the first player gets on average from here on. Endless play counts as a draw."""
        game = self.space.game
        if game.is_over(state):
            return float(game.returns(state)[0])
        number = self.space.number(state)
        if number < 0:
            raise IllegalAction(f"{game.name} cannot reach {state}")
        return float(self.values[number])


def matchup(game: Game, first: Policy, second: Policy) -> Matchup:
    """The first policy in the first seat against the second one in the other."""
    return matchups(game, [first, second], [(0, 1)])[0]


def matchups(
    game: Game, policies: Sequence[Policy], pairs: Sequence[tuple[int, int]], progress: Progress = silent
) -> list[Matchup]:
    """Several matchups at once; a pair holds the numbers of two policies, the first seat's first."""
    space, solved = explored(game, any(getattr(policy, "consults_solution", False) for policy in policies), progress)
    known = [as_policy(space, policy) for policy in policies]
    values = np.zeros((space.count, len(pairs)))
    numbers = np.array(pairs, np.int64).reshape(-1, 2)
    done = 0
    for stage in stages(space, solved):
        mixes = np.array([stage.mixes_of(policy) for policy in known])
        if stage.cyclic:
            follow(stage, mixes, pairs, values)
        else:
            meet(stage, mixes, numbers, values)
        done += len(stage.states)
        progress("following", done / space.count)
    return [Matchup(space, values[:, pair]) for pair in range(len(pairs))]


def meet(stage: Stage, mixes: NDArray[np.float64], pairs: NDArray[np.int64], values: NDArray[np.float64]) -> None:
    """Fills in the values of a stage that only leads to earlier ones."""
    games, kernel = stage.games, library(MATCHUP)
    most = int(games.options[:, 1].max(initial=1))

    def work(part: NDArray[np.int64]) -> None:
        kernel.meet(some_of(games, part), mixes, pairs, values, np.zeros((2 + most, len(pairs))))

    stage.share_out(work)


def follow(
    stage: Stage, mixes: NDArray[np.float64], pairs: Sequence[tuple[int, int]], values: NDArray[np.float64]
) -> None:
    """Fills in the values of a cyclic stage, pair by pair."""

    def work(number: int) -> None:
        one, other = pairs[number]
        values[stage.games.states, number] = followed(stage, mixes[one], mixes[other], values[:, number].copy())

    work(0)  # compiles it before several threads ask for it at the same time
    list(pool().map(work, range(1, len(pairs))))


def followed(
    stage: Stage, first: NDArray[np.float64], second: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The values of a cyclic stage: a decision process in which nobody has a choice."""
    games, count = stage.games, len(stage.games.states)
    positions = np.full(len(values), OUTSIDE, np.int32)
    positions[games.states] = np.arange(count, dtype=np.int32)
    room = int(games.cells[-1])
    chain = Process(
        choices=np.arange(count + 1),
        outcomes=np.zeros(count + 1, np.int64),
        targets=np.zeros(room, np.int32),
        chances=np.zeros(room),
        payoffs=np.zeros(room),
    )
    library(MATCHUP).fill_chain(games, first, second, positions, values, chain)
    used = int(chain.outcomes[-1])
    chain = chain._replace(targets=chain.targets[:used], chances=chain.chances[:used], payoffs=chain.payoffs[:used])
    return solve_process(chain, False, lambda _: None).gains
