"""Collects the figures of a run, as plain data. All scores are from -1 (lost) to 1 (won), and all intervals 95 %."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parlour.arena.harness.frozen import file_hash
from parlour.arena.harness.played import PairScore, PlayedMatch, pair_scores, whole_pairs
from parlour.arena.report.failures import PlayerCalls, PlayerForfeits, calls_in, forfeits_of
from parlour.arena.report.head_to_head import (
    HeadToHead,
    MatchupScores,
    SeatScores,
    load_mixes,
    over_all_games,
    seat_scores,
)
from parlour.arena.statistics.intervals import ENOUGH_PAIRS
from parlour.arena.statistics.losses import PlayerLosses, player_losses
from parlour.arena.statistics.ratings import Rating, Ratings, Sample, interval, rate
from parlour.arena.tournament.losses import TournamentLosses
from parlour.arena.tournament.plan import TournamentPlan, read_frozen_plan
from parlour.arena.tournament.results import MATCHES, TournamentResults
from parlour.games.game import Game
from parlour.match.transcript import variant_name


class MissingPairs(NamedTuple):
    game: str
    players: tuple[str, str]
    pairs: int  # not played yet


class RunFigures(NamedTuple):
    plan: dict[str, Any]  # the content of plan.json: seeds, rules, hashes, settings and versions
    matches_hash: str  # of matches.jsonl
    pairs: int  # played
    planned: int
    missing: tuple[MissingPairs, ...]


class GameFigures(NamedTuple):
    label: str
    title: str
    standing: Ratings
    matchups: tuple[MatchupScores, ...]
    seats: tuple[SeatScores, ...]
    losses: tuple[PlayerLosses, ...]
    notes: tuple[str, ...]  # on omissions, with the reasons


class TournamentFigures(NamedTuple):
    verdict: tuple[str, ...]  # who is better than whom, in sentences
    run: RunFigures
    standing: Ratings  # over all games
    matchups: tuple[MatchupScores, ...]  # over all games
    games: tuple[GameFigures, ...]
    forfeits: tuple[PlayerForfeits, ...]
    calls: tuple[PlayerCalls, ...]
    notes: tuple[str, ...]


def collect(
    folder: Path,
    results: TournamentResults,
    losses: TournamentLosses,
    *,
    luck_adjusted: bool = True,
    progress: Callable[[float], None] = lambda _: None,
) -> TournamentFigures:
    """All figures of a run. `progress` hears the fraction that is done."""
    plan = results.plan
    matches = [match for pair in whole_pairs(results.matches) for match in pair]
    mixes, notes = load_mixes(plan)
    games, met = [], []
    for number, (label, game) in enumerate(plan.games.items(), start=1):
        own = [match for match in matches if match.game == label]
        met.append(HeadToHead(game, own, mixes, plan.matchups, luck_adjusted))
        games.append(game_figures(label, game, plan, own, met[-1], losses))
        progress(number / (len(plan.games) + 1))
    scores = balance(pair_scores(matches), list(plan.games))
    table = rate(scores)
    everywhere = [over_all_games(players, met) for players in plan.matchups]
    calls, damage = calls_in(folder)
    pairs = len(matches) // 2
    notes += damage
    if pairs < plan.total:
        notes.insert(
            0,
            f"This run is not complete: {pairs:,} of {plan.total:,} pairs are there. Short matches are finished first, "
            "so the figures favour them, and the players who do well in them, until the run is complete.",
        )
    if left_out := pairs - len(scores):
        notes.append(
            f"{left_out:,} pairs are left out of the ratings over all games, so that every game counts the same."
        )
    return TournamentFigures(
        tuple(verdict(table, scores)),
        run_figures(folder, plan, matches),
        table,
        tuple(each for each in everywhere if each),
        tuple(games),
        tuple(forfeits_of(entrant.name, matches) for entrant in plan.players),
        tuple(calls),
        tuple(notes),
    )


def run_figures(folder: Path, plan: TournamentPlan, matches: Sequence[PlayedMatch]) -> RunFigures:
    played = Counter((match.game, frozenset(match.players)) for match in matches if not match.swapped)
    missing = (
        MissingPairs(label, matchup, plan.pairs - played[label, frozenset(matchup)])
        for label in plan.games
        for matchup in plan.matchups
    )
    unplayed = tuple(each for each in missing if each.pairs)
    return RunFigures(read_frozen_plan(folder), file_hash(folder / MATCHES), len(matches) // 2, plan.total, unplayed)


def game_figures(
    label: str,
    game: Game,
    plan: TournamentPlan,
    matches: Sequence[PlayedMatch],
    met: HeadToHead,
    losses: TournamentLosses,
) -> GameFigures:
    names = [entrant.name for entrant in plan.players if any(entrant.name in match.players for match in matches)]
    found = [player_losses(name, matches, losses.matches) for name in names]
    matchups = [met.scores(players) for players in plan.matchups]
    notes = list(met.notes)
    if label in losses.skipped:
        notes.append(f"No losses: {losses.skipped[label]}")
    return GameFigures(
        label,
        variant_name(game),
        rate(pair_scores(matches)),
        tuple(each for each in matchups if each),
        tuple(seat_scores(matches, name) for name in names),
        tuple(each for each in found if each),
        tuple(notes),
    )


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
    pairs, alone = list(combinations(places, 2)), np.eye(len(names))
    contrasts = np.array([alone[one] - alone[other] for one, other in pairs])
    low, _, _ = interval(sample, contrasts, np.random.default_rng(0), joint=True)
    return [bool(low[pairs.index(neighbours)] > 0.0) for neighbours in pairwise(places)]


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
