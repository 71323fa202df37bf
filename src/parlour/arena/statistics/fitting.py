"""Which careless player chooses most like a given one: the carelessness of greatest likelihood."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.extras import need
from parlour.games.game import Game
from parlour.players.habits.choices import MadeChoice, by_position
from parlour.solver.memory import solution_of

LEAST, GREATEST = 0.001, 100.0  # hardly different from `perfect` and `random`
GRID = 61  # the likelihood may have several maxima
UNKNOWN = 1.0  # the carelessness of a player who never had a choice


class Fit(NamedTuple):
    carelessness: float
    choices: int  # between two or more actions
    likelihood: float  # the logarithm, on average for one choice


def fit_carelessness(game: Game, made: Iterable[MadeChoice]) -> Fit:
    """The `Careless` player that is most likely to choose so. Raises TooLarge if the game cannot be solved."""
    likelihood = Likelihood(game, made)
    if not likelihood.choices:
        return Fit(UNKNOWN, 0, 0.0)
    optimize = need("scipy.optimize", "luck-adjusted scores need", "arena")
    grid = [LEAST * (GREATEST / LEAST) ** (k / (GRID - 1)) for k in range(GRID)]
    grid[-1] = GREATEST
    best = max(range(GRID), key=lambda k: likelihood.at(grid[k]))
    neighbours = grid[max(0, best - 1)], grid[min(GRID - 1, best + 1)]
    found = float(optimize.minimize_scalar(lambda c: -likelihood.at(c), bounds=neighbours, method="bounded").x)
    likeliest = max((grid[best], found), key=likelihood.at)
    return Fit(likeliest, likelihood.choices, likelihood.at(likeliest))


class Likelihood:
    """How likely some choices are, for any carelessness. Every state is looked up once, however often it was met."""

    def __init__(self, game: Game, made: Iterable[MadeChoice]) -> None:
        solution = solution_of(game)
        solution.prepare()
        perfect: list[float] = []
        losses: list[float] = []
        counts: list[int] = []
        begins: list[int] = []  # of each state's options
        for (state, player), chosen in by_position(made).items():
            lost, mix = solution.losses(state, player), solution.policy(state, player)
            begins.append(len(losses))
            perfect += [mix.get(action, 0.0) for action in lost]
            losses += lost.values()
            counts += [chosen[action] for action in lost]
        self.choices = sum(counts)
        self._begins = np.array(begins, np.int64)
        self._sizes = np.diff(self._begins, append=len(losses))
        self._perfect, self._losses, self._counts = np.array(perfect), np.array(losses), np.array(counts)

    def at(self, carelessness: float) -> float:
        """The average logarithm of the chances that `Careless(carelessness)` gives to the choices."""
        even_shares = self._spread(carelessness / self._sizes)
        # The formula of `Careless` in logarithms, which cannot underflow.
        weights = np.log(self._perfect + even_shares) - self._losses / carelessness
        highest = np.maximum.reduceat(weights, self._begins)
        totals = highest + np.log(np.add.reduceat(np.exp(weights - self._spread(highest)), self._begins))
        return float(self._counts @ (weights - self._spread(totals))) / self.choices

    def _spread(self, by_state: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.repeat(by_state, self._sizes)
