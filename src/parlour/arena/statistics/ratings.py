"""Ratings by the model of Bradley and Terry, from the scores of pairs.

In a pair, the share of a win that a player gets is (score + 1) / 2: 1, 3/4, 1/2, 1/4 or 0. The shares of all pairs of
two players, added up, are all that the model needs, so the order of the games cannot matter. Every two players who met
get one pair more, half won and half lost. That keeps ratings finite, and it removes most of the bias of the plain
model, in which few games make differences look too large.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.arena.harness.played import PairScore
from parlour.arena.statistics.intervals import ENOUGH_PAIRS, TAIL, in_standard_errors, tails
from parlour.extras import need
from parlour.games.errors import ParlourError

Numbers: TypeAlias = NDArray[np.float64]

CENTRE = 1500.0  # the rating of the anchor
POINTS = 400.0 / 2.302585092994046  # in one unit of log-odds: 400 points more are odds of 10 to 1
VIRTUAL = 0.5  # of a pair: won and lost by each player in every matchup
RESAMPLES = 1000
MEAN = "mean"
LIMITS = {
    "at least": "Every pair against the rest was won, so the rating is at least this",
    "at most": "Every pair against the rest was lost, so the rating is at most this",
    "open": "Every pair against some was won and against the rest lost, so the rating has no bounds",
}


class Rating(NamedTuple):
    """A player's rating with its 95 % interval.

    `limit` is empty, or names the open end of the rating. "at least": the player won every pair against some others, as
    did all who took anything from it, so any higher rating would fit as well. "at most": the same, lost. "open":
    both. The virtual pairs then decide the number.
    """

    player: str
    rating: float
    low: float
    high: float
    pairs: int
    seeds: int  # pairs of one game with the same seed share their luck
    limit: Literal["", "at least", "at most", "open"]
    group: int  # ratings can be compared only within a group


class Ratings(NamedTuple):
    ratings: tuple[Rating, ...]  # group by group, the highest first
    anchor: str  # the player whose rating is 1500, or "mean"; a group without that player has its mean there
    groups: tuple[tuple[str, ...], ...]  # players who are connected by pairs
    warnings: tuple[str, ...]  # for the reader


def warnings_about(ratings: Sequence[Rating], groups: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if len(groups) > 1:
        listed = "; ".join(", ".join(group) for group in groups)
        yield f"These groups of players never met, so their ratings cannot be compared: {listed}."
    few = [rating.player for rating in ratings if rating.seeds < ENOUGH_PAIRS]
    if few:
        yield f"Fewer than {ENOUGH_PAIRS} seeds, so the intervals may be too narrow: {', '.join(few)}."
    for limit, text in LIMITS.items():
        names = [rating.player for rating in ratings if rating.limit == limit]
        if names:
            yield f"{text}: {', '.join(names)}."


def rate(scores: Iterable[PairScore], *, anchor: str = MEAN, seed: int = 0) -> Ratings:
    """Rates all players of these pairs. `anchor` is the player whose rating is 1500, or "mean"."""
    pairs = sorted(scores)  # so that resampling does not depend on their order either
    names = sorted({name for pair in pairs for name in pair.players})
    if anchor != MEAN and anchor not in names:
        raise ParlourError(f"the anchor {anchor!r} played no pair; the players are: {', '.join(names)}")
    groups = connect(names, [pair.players for pair in pairs])
    ratings: list[Rating] = []
    for number, group in enumerate(groups):
        own = [pair for pair in pairs if pair.players[0] in group]
        ratings += rate_group(own, group, anchor if anchor in group else MEAN, number, seed)
    return Ratings(tuple(ratings), anchor, groups, tuple(warnings_about(ratings, groups)))


def rate_group(pairs: list[PairScore], group: tuple[str, ...], anchor: str, number: int, seed: int) -> list[Rating]:
    sample = Sample(pairs, group)
    contrasts = np.eye(len(group)) - (1.0 / len(group) if anchor == MEAN else np.eye(len(group))[group.index(anchor)])
    ends = interval(sample, contrasts, np.random.default_rng(seed))
    low, strengths, high = ([CENTRE + POINTS * float(value) for value in values] for values in ends)
    limits = open_ends(sample.total(np.ones(sample.clusters)))
    pairs_of, seeds_of = sample.counts()
    rated = [
        Rating(name, strengths[i], low[i], high[i], pairs_of[i], seeds_of[i], limits[i], number)
        for i, name in enumerate(group)
    ]
    return sorted(rated, key=lambda rating: (-rating.rating, rating.player))


class Sample:
    """The pairs of a group as arrays. Pairs of one game with the same seed share their luck: they form a cluster.

    How often each game was played is no accident, so clusters are resampled within each game.
    """

    def __init__(self, pairs: list[PairScore], group: tuple[str, ...]) -> None:
        self.players = len(group)
        matchups = sorted({(min(pair.players), max(pair.players)) for pair in pairs})
        seeds = sorted({(pair.game, pair.seed) for pair in pairs})
        self.clusters = len(seeds)
        sizes = [len(list(own)) for _, own in groupby(seeds, key=lambda cluster: cluster[0])]
        self.games = [slice(end - size, end) for end, size in zip(accumulate(sizes), sizes, strict=True)]
        self.ends = np.array([[group.index(name) for name in matchup] for matchup in matchups])
        column = {matchup: k for k, matchup in enumerate(matchups)}
        row = {key: k for k, key in enumerate(seeds)}
        self.played = np.zeros((len(seeds), len(matchups)))  # pairs, by cluster and matchup
        self.won = np.zeros_like(self.played)  # shares of them that the first player of the matchup won
        for pair in pairs:
            one, other = min(pair.players), max(pair.players)
            place = row[pair.game, pair.seed], column[one, other]
            self.played[place] += 1.0
            self.won[place] += (pair.of(one) + 1.0) / 2
        # By matchup: 1 for its first player, -1 for its second.
        self.differences = np.eye(len(group))[self.ends[:, 0]] - np.eye(len(group))[self.ends[:, 1]]

    def total(self, times: Numbers) -> Numbers:
        """Shares won by each player (row) against each other one, if every cluster counts so many times."""
        won, played = times @ self.won, times @ self.played
        shares = np.zeros((self.players, self.players))
        shares[self.ends[:, 0], self.ends[:, 1]] = won
        shares[self.ends[:, 1], self.ends[:, 0]] = played - won
        return shares

    def fit(self, times: Numbers) -> Numbers:
        """The strength of each player, in log-odds, with the virtual pairs."""
        ones, others = self.ends.T
        shares = self.total(times)
        shares[ones, others] += VIRTUAL
        shares[others, ones] += VIRTUAL
        return np.asarray(bradley_terry(shares))

    def resample(self, generator: np.random.Generator) -> Numbers:
        """How many times each cluster counts in a resample."""
        times = np.zeros(self.clusters)
        for game in self.games:
            size = game.stop - game.start
            times[game] = np.bincount(generator.integers(0, size, size), minlength=size)
        return times

    def errors(self, times: Numbers, strengths: Numbers, contrasts: Numbers) -> Numbers:
        """The standard error of each contrast: of an estimate by likelihood whose model need not be true (sandwich)."""
        ones, others = self.ends.T
        expected = 1.0 / (1.0 + np.exp(strengths[others] - strengths[ones]))  # share of the first player
        weights = (times @ self.played + 2 * VIRTUAL) * expected * (1.0 - expected)
        information = self.differences.T @ (weights[:, None] * self.differences) + 1.0 / self.players
        moves = np.linalg.solve(information, self.differences.T)  # of the strengths, by a share won
        surprises = (self.won - self.played * expected) @ moves.T
        virtual = VIRTUAL * ((1.0 - expected) ** 2 + expected**2)
        covariance = (moves * virtual) @ moves.T
        for game in self.games:
            covariance += spread(times[game], surprises[game])
        return np.asarray(np.sqrt(np.maximum(0.0, ((contrasts @ covariance) * contrasts).sum(axis=1))))

    def counts(self) -> tuple[list[int], list[int]]:
        """How many pairs and how many clusters each player played."""
        by_player = self.played @ np.abs(self.differences)
        return by_player.sum(axis=0).astype(int).tolist(), (by_player > 0.0).sum(axis=0).tolist()


def spread(times: Numbers, rows: Numbers) -> Numbers:
    """The covariance of the sum of some rows, each of which counts so many times. A single row shows no spread itself,
    so it counts in full."""
    size = len(rows)
    squares = (rows * times[:, None]).T @ rows
    if size == 1:
        return np.asarray(squares)
    total = times @ rows
    return np.asarray((squares - np.outer(total, total) / size) * (size / (size - 1)))


def bradley_terry(shares: Numbers) -> Numbers:
    """Strengths in log-odds. Every player must have won and lost something: evalica returns nonsense otherwise."""
    evalica = need("evalica", "ratings need", "arena")
    winners, losers = np.nonzero(shares)
    result = evalica.bradley_terry(
        winners.tolist(),
        losers.tolist(),
        [evalica.Winner.X] * len(winners),
        weights=shares[winners, losers].tolist(),
        tolerance=1e-9,
        limit=100_000,
    )
    return np.asarray(np.log(result.scores.sort_index().to_numpy()))


def interval(
    sample: Sample, contrasts: Numbers, generator: np.random.Generator, *, joint: bool = False
) -> tuple[Numbers, Numbers, Numbers]:
    """The low ends, the estimates and the high ends of the contrasts.

    A studentised bootstrap over clusters. Resamples of a player who never lost have no spread to show, so the interval
    is never narrower than a normal one. If `joint`, all intervals together contain the truth with 95 % confidence.
    """
    once = np.ones(sample.clusters)
    strengths = sample.fit(once)
    errors = sample.errors(once, strengths, contrasts)
    estimates = contrasts @ strengths
    rows = []
    for _ in range(RESAMPLES):
        times = sample.resample(generator)
        drawn = sample.fit(times)
        rows.append(in_standard_errors(contrasts @ (drawn - strengths), sample.errors(times, drawn, contrasts)))
    distances, together = np.array(rows), len(contrasts) if joint else 1
    # The standard errors on either side of a normal interval.
    normal = float(need("scipy.special", "intervals need", "arena").ndtri(1.0 - TAIL / together))
    if joint:  # the most extreme of all contrasts in each resample
        low, high = tails(distances.min(axis=1))[0], tails(distances.max(axis=1))[1]
        ends = np.array([(low, high)] * len(contrasts))
    else:
        ends = np.array([tails(column) for column in distances.T])
    return (
        estimates - np.maximum(ends[:, 1], normal) * errors,
        estimates,
        estimates - np.minimum(ends[:, 0], -normal) * errors,
    )


def open_ends(shares: Numbers) -> list[Literal["", "at least", "at most", "open"]]:
    """Which ratings the results bound on one side only, or on none.

    Without virtual pairs, ratings are finite if the losses of every player lead, from loser to winner, to all others.
    """
    beaten = (shares > 0.0) | np.eye(len(shares), dtype=np.bool_)
    reaches = np.linalg.matrix_power(beaten, len(shares))  # a player reaches those it beat, those they beat, and so on
    limits: list[Literal["", "at least", "at most", "open"]] = []
    for player in range(len(shares)):
        above = bool((reaches[player] & ~reaches[:, player]).any())  # it beats some who never strike back
        below = bool((reaches[:, player] & ~reaches[player]).any())
        limits.append("open" if above and below else "at least" if above else "at most" if below else "")
    return limits


def connect(names: list[str], matchups: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """The players in groups: two are in one group if pairs connect them. Larger groups come first."""
    group = {name: {name} for name in names}
    for one, other in set(matchups):
        if group[one] is not group[other]:
            group[one] |= group[other]
            for name in group[other]:
                group[name] = group[one]
    return tuple(sorted({tuple(sorted(members)) for members in group.values()}, key=lambda each: (-len(each), each)))
