"""How fair a variant is, and how long it lasts: what a designer asks of a change of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.compile import compiled
from parlour.fast.random_games import LONGEST as LONGEST_COUNTED
from parlour.fast.random_games import random_games
from parlour.fast.threads import cores, in_threads
from parlour.games.game import Game
from parlour.solver.solution import Solution
from parlour.solver.solver import groups

LENGTH = "parlour.solver.kernels.length"
GAMES = 20_000  # at random, to measure a length
PERFECT_GAMES = 4_000  # between perfect players, who can take their time
LONGEST = 10_000  # turns after which a game between perfect players is stopped
SEED = 1  # the same variant always gets the same figures
EQUAL = 1e-6  # values closer than this are the same


class Length(NamedTuple):
    """How many decisions a game takes on average, a secret round being one."""

    mean: float
    games: int = 0  # that were played to find out; 0: reckoned exactly
    stopped: int = 0  # of them, games that were still going on when they were stopped: the mean is too low


class Fairness(NamedTuple):
    """One variant, solved."""

    game: Game
    value: float  # to the first player
    lower: float  # proved to be no more than the value ...
    upper: float  # ... and no less
    states: int
    perfect: Length
    random: Length

    @property
    def unfairness(self) -> float:
        """How far from even the game may be, for all that was proved."""
        return max(abs(self.value), abs(self.lower), abs(self.upper))


def variants(game: Game, varied: Mapping[str, Sequence[object]]) -> tuple[Game, ...]:
    """The game with every combination of these values; the last parameter changes fastest."""
    return tuple(
        Game(
            game.name,
            game.module,
            game.words,
            game.folder,
            {**game.rules._asdict(), **dict(zip(varied, values, strict=True))},
        )
        for values in product(*varied.values())
    )


def fairness(solution: Solution) -> Fairness:
    """What a designer wants to know of a solved variant."""
    lower, upper, _ = solution.certificate
    value = solution.value(solution.game.start())
    return Fairness(
        solution.game, value, lower, upper, solution.states, perfect_length(solution), random_length(solution.game)
    )


def fairest(judged: Iterable[Fairness]) -> tuple[Fairness, ...]:
    """The variants nearest to even; several if what was proved does not tell them apart."""
    listed = sorted(judged, key=lambda each: each.unfairness)
    return tuple(each for each in listed if each.unfairness <= listed[0].unfairness + EQUAL)


def perfect_length(solution: Solution) -> Length:
    """Of a game between two perfect players: exact where play cannot go round in circles, otherwise from many games."""
    cyclic = bool(solution.space.tables.cyclic[: solution.space.count].any())
    return measured_length(solution) if cyclic else exact_length(solution)


def exact_length(solution: Solution) -> Length:
    space, turns = solution.space, np.zeros(solution.space.count)
    loops, table = compiled(solution.game, LENGTH), (solution.game.rules, space.index, space.tables.states)
    for group in groups(space):
        loops.expected_turns(*table, group.states, solution.arrays.plan, turns)
    return Length(float(turns[space.number(solution.game.start())]))


def measured_length(solution: Solution) -> Length:
    space, lengths = solution.space, np.zeros(PERFECT_GAMES, np.int64)
    loops, table = compiled(solution.game, LENGTH), (solution.game.rules, space.index, space.tables.states)
    root = space.number(solution.game.start())

    def play(first: int, last: int) -> int:
        stopped: int = loops.follow_plan(*table, solution.arrays.plan, root, SEED, first, last, LONGEST, lengths)
        return stopped

    play(0, 0)  # compiles once, before the threads ask for it together
    stopped = sum(in_threads(play, PERFECT_GAMES, cores()))
    return Length(float(lengths.mean()), PERFECT_GAMES, stopped)


def random_length(game: Game) -> Length:
    """Of a game in which both players choose at random."""
    played = random_games(game, GAMES, SEED, max_turns=LONGEST_COUNTED)
    turns: NDArray[np.int64] = np.arange(len(played.lengths))
    return Length(float(turns @ played.lengths) / GAMES, GAMES, played.unfinished)
