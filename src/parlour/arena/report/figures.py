"""Collects the figures of a run, as plain data. All scores are from -1 (lost) to 1 (won), and all intervals 95 %."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.harness.played import PlayedMatch, pair_scores, whole_pairs
from parlour.arena.report.failures import PlayerCalls, PlayerForfeits, calls_in, forfeits_of
from parlour.arena.report.head_to_head import HeadToHead, MatchupScores, SeatScores, over_all_games, seat_scores
from parlour.arena.report.known_mixes import load_mixes
from parlour.arena.report.verdict import balance, verdict
from parlour.arena.statistics.losses import PlayerLosses, player_losses
from parlour.arena.statistics.ratings import Ratings, rate
from parlour.arena.tournament.plan import TournamentPlan, read_frozen_plan
from parlour.arena.tournament.results import MATCHES, TournamentResults
from parlour.arena.tournament.reviews import Reviews
from parlour.games.game import Game
from parlour.match.transcript import variant_name


class MissingPairs(NamedTuple):
    """Pairs of a matchup that are not played yet."""

    game: str
    players: tuple[str, str]
    pairs: int


class RunFigures(NamedTuple):
    """What was played."""

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
    notes: tuple[str, ...]  # what was left out, and why


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
    reviews: Reviews | None,
    *,
    luck_adjusted: bool = True,
    progress: Callable[[float], None] = lambda _: None,
) -> TournamentFigures:
    """All figures of a run. `reviews` is None if losses are not wanted. `progress` hears the fraction that is done."""
    plan = results.plan
    matches = [match for pair in whole_pairs(results.matches) for match in pair]
    mixes = load_mixes(plan)
    games, met = [], []
    for number, (label, game) in enumerate(plan.games.items(), start=1):
        own = [match for match in matches if match.game == label]
        met.append(HeadToHead(game, own, mixes, plan.matchups, luck_adjusted))
        games.append(game_figures(label, game, plan, own, met[-1], reviews))
        progress(number / (len(plan.games) + 1))
    scores = balance(pair_scores(matches), list(plan.games))
    table = rate(scores)
    everywhere = [over_all_games(players, met) for players in plan.matchups]
    calls, damage = calls_in(folder)
    left_out = len(matches) // 2 - len(scores)
    unequal = f"{left_out:,} pairs are left out of the ratings over all games, so that every game counts the same."
    return TournamentFigures(
        tuple(verdict(table, scores)),
        run_figures(folder, plan, matches),
        table,
        tuple(each for each in everywhere if each),
        tuple(games),
        tuple(forfeits_of(entrant.name, matches) for entrant in plan.players),
        tuple(calls),
        (*unfinished_notes(len(matches) // 2, plan), *mixes.notes, *damage, *([unequal] if left_out else [])),
    )


def unfinished_notes(pairs: int, plan: TournamentPlan) -> list[str]:
    """What to tell the reader if some pairs have not been played."""
    if pairs == plan.total:
        return []
    return [
        f"This run is not complete: {pairs:,} of {plan.total:,} pairs are there. Short matches are finished first, so "
        "the figures favour them, and the players who do well in them, until the run is complete."
    ]


def run_figures(folder: Path, plan: TournamentPlan, matches: Sequence[PlayedMatch]) -> RunFigures:
    played = Counter((match.game, frozenset(match.players)) for match in matches if not match.swapped)
    missing = (
        MissingPairs(label, matchup, plan.pairs - played[label, frozenset(matchup)])
        for label in plan.games
        for matchup in plan.matchups
    )
    digest = hashlib.sha256((folder / MATCHES).read_bytes()).hexdigest()
    unplayed = tuple(each for each in missing if each.pairs)
    return RunFigures(read_frozen_plan(folder), digest, len(matches) // 2, plan.total, unplayed)


def game_figures(
    label: str,
    game: Game,
    plan: TournamentPlan,
    matches: Sequence[PlayedMatch],
    met: HeadToHead,
    reviews: Reviews | None,
) -> GameFigures:
    names = [entrant.name for entrant in plan.players if any(entrant.name in match.players for match in matches)]
    losses = [player_losses(name, matches, reviews) for name in names] if reviews else []
    matchups = [met.scores(players) for players in plan.matchups]
    notes = list(met.notes)
    if reviews and label in reviews.skipped:
        notes.append(f"No losses: {reviews.skipped[label]}")
    return GameFigures(
        label,
        variant_name(game),
        rate(pair_scores(matches)),
        tuple(each for each in matchups if each),
        tuple(seat_scores(matches, name) for name in names),
        tuple(each for each in losses if each),
        tuple(notes),
    )
