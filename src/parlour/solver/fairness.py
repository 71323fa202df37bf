"""How fair a variant is, and how long its games last with perfect and with random play."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from parlour.fast.compile import compile_kernels
from parlour.fast.random_games import random_games
from parlour.fast.threads import cores, in_threads
from parlour.games.game import Game
from parlour.solver.solution import Solution

LENGTH = "parlour.solver.kernels.length"
GAMES = 20_000  # between random players
PERFECT_GAMES = 4_000  # between perfect players, whose games can be long
HORIZON = 10_000  # turns after which a measured game between perfect players is cut off; longer games are rare
SEED = 1  # the same variant always gets the same figures
EQUAL = 1e-6  # values closer than this are the same


class Length(NamedTuple):
    """The mean number of turns in a game."""

    mean: float
    games: int = 0  # games that were played to measure it; 0 if it is exact
    stopped: int = 0  # games that were cut off, which makes the mean too low


class Fairness(NamedTuple):
    """A solved variant. Values are for the first player."""

    game: Game
    value: float
    lower: float  # proved bounds of the value
    upper: float
    states: int
    perfect: Length
    random: Length

    @property
    def unfairness(self) -> float:
        """How far from even the game may be, by the proved bounds."""
        return max(abs(self.value), abs(self.lower), abs(self.upper))


def variants(game: Game, varied: Mapping[str, Sequence[object]]) -> tuple[Game, ...]:
    """The game with every combination of these parameter values; the last parameter changes fastest."""
    combinations = (dict(zip(varied, values, strict=True)) for values in product(*varied.values()))
    return tuple(map(game.with_rules, combinations))


def fairness(solution: Solution) -> Fairness:
    """Measures how fair a solved variant is and how long its games last."""
    lower, upper, _ = solution.certificate
    value = solution.value(solution.game.start())
    played = random_games(solution.game, GAMES, SEED)
    turns = float(np.arange(len(played.lengths)) @ played.lengths)
    lengths = perfect_length(solution), Length(turns / GAMES, GAMES, played.unfinished)
    return Fairness(solution.game, value, lower, upper, len(solution.states), *lengths)


def fairest(measured: Iterable[Fairness]) -> tuple[Fairness, ...]:
    """The variants closest to even; several if the proofs do not separate them."""
    ranked = sorted(measured, key=lambda variant: variant.unfairness)
    return tuple(variant for variant in ranked if variant.unfairness <= ranked[0].unfairness + EQUAL)


def perfect_length(solution: Solution) -> Length:
    """The length of a game between perfect players: exact where play cannot cycle, otherwise measured."""
    return measured_length(solution) if solution.states.explorer.cyclic else exact_length(solution)


def exact_length(solution: Solution) -> Length:
    game, explorer, turns = solution.game, solution.states.explorer, np.zeros(len(solution.states))
    for group in explorer.groups():
        arguments = game.rules, explorer.index, solution.policy.mixes, group.states
        compile_kernels(game, LENGTH).expected_turns(*arguments, turns)
    return Length(float(turns[solution.states.number(game.start())]))


def measured_length(solution: Solution) -> Length:
    game, lengths = solution.game, np.zeros(PERFECT_GAMES, np.int64)
    loops, root = compile_kernels(game, LENGTH), solution.states.number(game.start())
    arguments = (game.rules, solution.states.explorer.index, solution.policy.mixes, root, SEED)

    def play(first: int, last: int) -> Any:
        return loops.follow_mixes(*arguments, first, last, HORIZON, lengths)

    play(0, 0)  # compiles before the threads ask for it at the same time
    stopped = sum(in_threads(play, PERFECT_GAMES, cores()))
    return Length(float(lengths.mean()), PERFECT_GAMES, stopped)
