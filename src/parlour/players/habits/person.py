"""A model of how one person plays a game, learnt from the choices that they made.

The model assumes that every choice follows one of a few simple explanations: a habit, perfect play, or chance. It
learns how often each of them is behind a choice. Before it has seen any, it considers all of them equally likely.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.habits import Pick, largest, smallest
from parlour.players.base import MixedPlayer
from parlour.players.basic import Perfect, Uniform
from parlour.players.habits.choices import MadeChoice, by_position, correct
from parlour.players.habits.habitual import SLIPS, Casual, opponents_entry
from parlour.solver.states.stage import Options

PRIOR = 1.0  # choices that each explanation seems to have explained before any is seen
ROUNDS = 100  # of fitting
MANY = 8  # options; with more, a person may follow a habit nearly
SPREAD = 0.04  # of the options: at this distance from a habit, a choice that is near it is half as likely
NOTICEABLE = 0.15  # the share of choices that a habit must explain to be named, and how many must follow it
OFTEN = 4

# Ways to play, and for a habit, its description.
Explanations: TypeAlias = dict[Casual | Perfect | Uniform, str]

# Descriptions of strategies, for games whose `opponents.py` has none.
OTHER_GAMES: dict[Pick, str] = {
    smallest: "took the first choice on the list",
    largest: "took the last choice on the list",
}


class NoticedHabit(NamedTuple):
    words: str
    followed: list[bool]  # choice by choice


class About(Casual):
    """Chooses near the option of a strategy: the further away, the less likely."""

    def chances(self, options: Options) -> NDArray[np.float64]:
        exact = super().chances(options)
        habits = np.flatnonzero(exact > SLIPS)  # one for each player in each state
        distances = np.abs(np.arange(len(exact)) - np.repeat(habits, options.counts))
        near = np.repeat(np.maximum(1.0, SPREAD * options.counts), options.counts)
        return options.scale(0.5 ** (distances / near))


class Person(MixedPlayer):
    """The model. `weights` says how often each explanation is behind a choice."""

    consults_solution = True

    def __init__(self, game: Game, choices: Sequence[MadeChoice]) -> None:
        self.game = game
        self.choices = choices
        self.explanations = explanations(game)
        self.weights = fit(likelihoods(game, self.explanations, choices))
        self._made = by_position(choices)

    def chances(self, options: Options) -> NDArray[np.float64]:
        chances = np.array([player.chances(options) for player in self.explanations])
        mixed: NDArray[np.float64] = self.weights @ chances
        return mixed

    def expected(self, state: State, player: int) -> Mapping[int, float]:
        """The mix, corrected by this person's earlier choices in the very same position."""
        return correct(self.mix(self.game, state, player), self._made.get((state, player), Counter()))

    def habits(self) -> list[NoticedHabit]:
        """The habits of this person; the one that explains most comes first."""
        found: dict[Pick, NoticedHabit] = {}
        known = list(self.explanations.items())
        for number in (-self.weights).argsort().tolist():
            player, words = known[number]
            if isinstance(player, Casual) and player.pick not in found and self.weights[number] >= NOTICEABLE:
                mixes = [(player.mix(self.game, state, seat), action) for state, seat, action in self.choices]
                followed = [mix[action] > 0.5 * max(mix.values()) for mix, action in mixes]
                found[player.pick] = NoticedHabit(words, followed)
        return [habit for habit in found.values() if sum(habit.followed) >= OFTEN]


def explanations(game: Game) -> Explanations:
    """Habits, exactly and, if there are many options, nearly; perfect play; chance."""
    habits: Mapping[Pick, str] = opponents_entry(game, "CASUAL", OTHER_GAMES)
    if game.changed_rules():
        standard_only = opponents_entry(game, "STANDARD_ONLY", ())
        habits = {strategy: words for strategy, words in habits.items() if strategy not in standard_only}
    found: Explanations = {Casual(strategy): words for strategy, words in habits.items()}
    if max(len(game.actions(game.start(), player)) for player in (0, 1)) > MANY:
        found |= {About(strategy): f"{words}, or nearly so" for strategy, words in habits.items()}
    return {**found, Perfect(): "", Uniform(): ""}


def likelihoods(game: Game, explanations: Explanations, choices: Iterable[MadeChoice]) -> NDArray[np.float64]:
    """The chance of each choice (row) if an explanation (column) is behind it."""
    rows = [
        [explanation.mix(game, state, player).get(action, 0.0) for explanation in explanations]
        for state, player, action in choices
    ]
    return np.array(rows).reshape(len(rows), len(explanations))


def fit(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights that explain the choices best, drawn towards equal weights (expectation maximisation)."""
    count = likely.shape[1]
    weights: NDArray[np.float64] = np.full(count, 1.0 / count)
    for _ in range(ROUNDS):
        shares = weights * likely
        explained = PRIOR + (shares / shares.sum(axis=1, keepdims=True)).sum(axis=0)
        weights = explained / explained.sum()
    return weights
