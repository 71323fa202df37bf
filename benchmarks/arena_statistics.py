"""Measures what the arena's statistics promise, in simulations with fixed seeds.

    python benchmarks/arena_statistics.py [intervals] [luck] [ratings]

Each part writes benchmarks/results/PART.json:

- intervals: how often an interval contains the true mean score, against normal intervals;
- luck: how many games a luck-adjusted score saves, and whether it agrees with the exact one;
- ratings: how often the interval of a rating contains the rating that the exact table gives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from results import save

import parlour
from parlour.arena.harness.played import PlayedMatch, pair_scores
from parlour.arena.statistics.intervals import Interval, combine, mean_interval, with_unseen
from parlour.arena.statistics.luck_adjusted import adjust_luck, variance
from parlour.arena.statistics.ratings import CENTRE, POINTS, bradley_terry, rate
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.players import play_match, player
from parlour.solver.memory import solution_of
from parlour.solver.policies.matchup import matchups

Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]
REPEATS = 1000  # samples for the coverage of intervals
PAIRS = 1000  # for luck-adjusted scores
TOURNAMENTS, TOURNAMENT_PAIRS = 100, 100


# Intervals


def values(chances: dict[float, float]) -> tuple[Draw, float]:
    mean = sum(value * chance for value, chance in chances.items())
    return lambda generator, size: generator.choice(list(chances), size, p=list(chances.values())), mean


def around(usual: float, rare: float, chance: float, noise: float) -> tuple[Draw, float]:
    """Luck-adjusted scores: a little noise, and rare mistakes of the player."""

    def draw(generator: np.random.Generator, size: int) -> NDArray[np.float64]:
        centre = np.where(generator.random(size) < chance, rare, usual)
        return np.asarray(centre + generator.normal(0.0, noise, size))

    return draw, usual + chance * (rare - usual)


def of_two_games(one: tuple[Draw, float], other: tuple[Draw, float]) -> tuple[Draw, float]:
    """As many pairs of each game."""

    def draw(generator: np.random.Generator, size: int) -> NDArray[np.float64]:
        return np.concatenate([one[0](generator, size // GAMES), other[0](generator, size // GAMES)])

    return draw, (one[1] + other[1]) / GAMES


GAMES = 2
SAMPLES: dict[str, tuple[Draw, float]] = {
    "equal players": values({-1.0: 0.25, 0.0: 0.5, 1.0: 0.25}),
    "lopsided: 90 % won, 1 % lost": values({1.0: 0.9, 0.0: 0.09, -1.0: 0.01}),
    "rare errors: 5 % of pairs halved": values({1.0: 0.95, 0.0: 0.05}),
    "rare errors: 2 % of pairs halved": values({1.0: 0.98, 0.0: 0.02}),
    "rare errors: 0.5 % of pairs halved": values({1.0: 0.995, 0.0: 0.005}),
    "rare upsets: 3 % of pairs lost": values({1.0: 0.97, -1.0: 0.03}),
    "two games: one equal, one 97 % won": of_two_games(
        values({-1.0: 0.25, 0.0: 0.5, 1.0: 0.25}), values({1.0: 0.97, 0.0: 0.03})
    ),
    "two games: 90 % won, 90 % lost": of_two_games(values({1.0: 0.9, 0.0: 0.1}), values({-1.0: 0.9, 0.0: 0.1})),
    "luck-adjusted, 10 % mistakes": around(0.9, -0.2, 0.1, 0.1),
    "luck-adjusted, 2 % blunders": around(0.9, -1.0, 0.02, 0.05),
    "luck-adjusted, 1 % blunders": around(0.9, -1.0, 0.01, 0.05),
    "luck-adjusted, 2 % blunders between equal players": around(0.0, -1.0, 0.02, 0.05),
    "luck-adjusted, no mistakes": around(0.0, 0.0, 0.0, 0.1),
}


def normal_interval(sample: NDArray[np.float64]) -> tuple[float, float]:
    error = 1.96 * float(sample.std(ddof=1)) / len(sample) ** 0.5
    return float(sample.mean()) - error, float(sample.mean()) + error


def ours(name: str, sample: NDArray[np.float64]) -> Interval:
    """As in a report: luck-adjusted scores allow for what was not seen, and several games are combine."""
    if name.startswith("luck-adjusted"):
        return with_unseen(mean_interval(sample))
    games = GAMES if name.startswith("two games") else 1
    return combine([mean_interval(part) for part in np.split(sample, games)])


def coverage_of_intervals() -> None:
    figures: dict[str, Any] = {name: {} for name in SAMPLES}
    for name, (draw, mean) in SAMPLES.items():
        for size in (24, 100, 400):
            generator = np.random.default_rng(1)
            found = np.array(
                [
                    (*normal_interval(sample), *ours(name, sample)[1:3])
                    for sample in (draw(generator, size) for _ in range(REPEATS))
                ]
            )
            cells = {}
            for kind, (low, high) in (("normal", found.T[:2]), ("ours", found.T[2:])):
                hits = ((low <= mean + 1e-12) & (mean - 1e-12 <= high)).mean()
                cells[kind] = {"coverage": float(hits), "width": float(np.median(high - low))}
            figures[name][str(size)] = cells
            print(name, size, cells, flush=True)
    save("intervals", {"samples": REPEATS, "figures": figures})


# Luck-adjusted scores

SHOWDOWN = parlour.game("token-showdown", tokens=20)
MATCHUPS = [
    *((SHOWDOWN, one, other) for one, other in (("random", "medium"), ("medium", "hard"), ("hard", "perfect"))),
    *(
        (parlour.game("resource-war"), one, other)
        for one, other in (("easy", "hard"), ("hard", "medium"), ("hard", "perfect"))
    ),
    *(
        (parlour.game("color-capture"), one, other)
        for one, other in (("hard", "random"), ("hard", "medium"), ("easy", "hard"))
    ),
    *(
        (parlour.game("token-tactics"), one, other)
        for one, other in (("hard", "random"), ("hard", "medium"), ("easy", "hard"))
    ),
    *((parlour.game("tower-siege"), one, other) for one, other in (("easy", "hard"), ("hard", "perfect"))),
]


def played(game: Game, pair: int, names: tuple[str, str], swapped: bool, seed: int) -> PlayedMatch:
    seats = names[::-1] if swapped else names
    match = play_match(game, player(seats[0]), player(seats[1]), seed=seed, max_turns=MAX_TURNS)
    return PlayedMatch(pair, swapped, game.name, (seats[0], seats[1]), seed, match.line, *match.result)


def games_needed(scores: list[float]) -> int:
    """How many games give an interval of 0.05 to either side."""
    return round(2 * (1.96 / 0.05) ** 2 * variance(scores))


def luck_adjusted_scores() -> None:
    rows: list[dict[str, Any]] = []
    for game, one, other in MATCHUPS:
        solution_of(game).prepare()
        policies: list[Any] = [player(one), player(other)]
        there, back = matchups(game, policies, [(0, 1), (1, 0)])
        exact = (there.expected - back.expected) / 2
        row: dict[str, Any] = {"game": game.title, "player": one, "opponent": other, "exact": exact}
        for shared in (False, True):
            matches = [
                played(game, pair, (one, other), swapped, pair if shared else 2 * pair + swapped)
                for pair in range(PAIRS)
                for swapped in (False, True)
            ]
            result = adjust_luck(game, matches, one, policies[1])
            raw, adjusted = [pair.raw for pair in result.pairs], [pair.adjusted for pair in result.pairs]
            needed = {"raw": games_needed(raw), "adjusted": games_needed(adjusted), "factor": result.factor}
            row["shared" if shared else "fresh"] = needed
            error = (variance(adjusted) / PAIRS) ** 0.5
            row["adjusted"] = result.adjusted.mean  # in the end, of the pairs with shared seeds
            row["off"] = (result.adjusted.mean - exact) / error if error > 1e-9 else 0.0
        rows.append(row)
        print(row, flush=True)
    save("luck", {"pairs": PAIRS, "figures": rows})


# Ratings

ENTRANTS = ("random", "easy", "medium", "hard", "perfect")


def coverage_of_ratings() -> None:
    figures: dict[str, Any] = {}
    for game in (parlour.game("color-capture"), parlour.game("token-showdown", tokens=8, points=2)):
        solution_of(game).prepare()
        exact = exact_ratings(game)
        hits = dict.fromkeys(ENTRANTS, 0)
        for tournament in range(TOURNAMENTS):
            matches, pair = [], 0
            for names in combinations(ENTRANTS, 2):
                for repetition in range(TOURNAMENT_PAIRS):
                    seed = tournament * TOURNAMENT_PAIRS + repetition  # the same for all matchups
                    matches += [played(game, pair, names, swapped, seed) for swapped in (False, True)]
                    pair += 1
            for rating in rate(pair_scores(matches)).ratings:
                hits[rating.player] += rating.low <= exact[rating.player] <= rating.high
        title = game.title + "".join(f", {value} {name}" for name, value in game.changed_rules().items())
        figures[title] = {name: {"hits": hits[name], "exact": round(exact[name])} for name in ENTRANTS}
        print(title, figures[title], flush=True)
    save("ratings", {"tournaments": TOURNAMENTS, "pairs": TOURNAMENT_PAIRS, "figures": figures})


def exact_ratings(game: Game) -> dict[str, float]:
    """The ratings of the exact scores: what endless tournaments would lead to."""
    policies: list[Any] = [player(name) for name in ENTRANTS]
    numbers = [(one, other) for one in range(len(ENTRANTS)) for other in range(len(ENTRANTS)) if one != other]
    shares = np.zeros((len(ENTRANTS), len(ENTRANTS)))
    for (one, other), each in zip(numbers, matchups(game, policies, numbers), strict=True):
        shares[one, other] += (1.0 + each.expected) / 2
        shares[other, one] += (1.0 - each.expected) / 2
    strengths = bradley_terry(shares)
    return dict(zip(ENTRANTS, (CENTRE + POINTS * (strengths - strengths.mean())).tolist(), strict=True))


if __name__ == "__main__":
    parts = {"intervals": coverage_of_intervals, "luck": luck_adjusted_scores, "ratings": coverage_of_ratings}
    for name in sys.argv[1:] or parts:
        parts[name]()
