"""The sentence that says who is better than whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from parlour.arena.harness.played import PairScore
from parlour.arena.statistics.intervals import ENOUGH_PAIRS
from parlour.arena.statistics.ratings import Rating, Ratings, Sample, interval


def balance(scores: Iterable[PairScore], games: Sequence[str]) -> list[PairScore]:
    """As many pairs of every game in each matchup, so that all games count the same. The order is kept."""
    found: dict[tuple[str, str], dict[str, list[PairScore]]] = {}
    for score in scores:
        found.setdefault(score.players, {game: [] for game in games})[score.game].append(score)
    chosen: list[PairScore] = []
    for by_game in found.values():
        least = min(len(each) for each in by_game.values())
        chosen += [score for each in by_game.values() for score in each[:least]]
    return chosen


def verdict(table: Ratings, scores: Sequence[PairScore]) -> list[str]:
    """Who is better than whom, and how sure that is: a sentence for each group of players who met."""
    sentences = []
    for number in sorted({rating.group for rating in table.ratings}):
        group = [rating for rating in table.ratings if rating.group == number]
        sentences.append(sentence(group, tell_apart(group, scores)))
    return sentences or ["No pair of matches is complete, so nothing can be said."]


def tell_apart(group: Sequence[Rating], scores: Sequence[PairScore]) -> list[bool]:
    """For each player but the last: whether it is better than the next one.

    Who will be whose neighbour is not known beforehand, so any two players are compared, and all these comparisons
    together are right with 95 % confidence.
    """
    names = tuple(sorted(rating.player for rating in group))
    sample = Sample([score for score in sorted(scores) if score.players[0] in names], names)
    places = [names.index(rating.player) for rating in group]
    pairs = list(combinations(range(len(places)), 2))
    one_by_one = np.eye(len(names))[places]
    contrasts = one_by_one[[one for one, _ in pairs]] - one_by_one[[other for _, other in pairs]]
    low, _, _ = interval(sample, contrasts, np.random.default_rng(0), joint=True)
    return [bool(low[pairs.index((place, place + 1))] > 0.0) for place in range(len(places) - 1)]


def sentence(group: Sequence[Rating], apart: Sequence[bool]) -> str:
    names = [rating.player for rating in group]
    few = min(rating.seeds for rating in group) < ENOUGH_PAIRS
    caution = f" With fewer than {ENOUGH_PAIRS} seeds, this is less certain than it looks." if few else ""
    if len(names) == 2:
        points = f"{(group[0].rating - group[1].rating):.0f} rating points"
        if apart[0]:
            return f"{names[0]} is better than {names[1]}, with 95 % confidence, by about {points}." + caution
        return f"{names[0]} and {names[1]} cannot be told apart: {points} are within the margin of error." + caution
    order = f"From best to worst: {', '.join(names)}."
    close = [f"{one} and {other}" for one, other, known in zip(names, names[1:], apart, strict=False) if not known]
    if not close:
        return f"{order} Each is better than the next, with 95 % confidence for all of this together." + caution
    if len(close) == len(apart):
        return f"{order} But these matches tell no two neighbours apart with 95 % confidence." + caution
    return (
        f"{order} Each is better than the next, with 95 % confidence for all of this together, except for neighbours "
        f"that these matches cannot tell apart: {'; '.join(close)}." + caution
    )
