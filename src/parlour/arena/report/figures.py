"""Collects the figures of a run."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from parlour.arena.harness.frozen import read_frozen
from parlour.arena.harness.ledger import MATCHES
from parlour.arena.report.failures import calls_in, forfeits_of
from parlour.arena.report.head_to_head import HeadToHead, over_all_games, seat_scores
from parlour.arena.report.known_mixes import loaded
from parlour.arena.report.losses import losses_of
from parlour.arena.report.shapes import Figures, GameFigures, Missing, Run
from parlour.arena.report.standing import balanced, standing, verdict
from parlour.arena.statistics.pair_scores import pair_scores, whole_pairs
from parlour.arena.tournament.plan import Plan, Variant
from parlour.arena.tournament.results import Played, Results
from parlour.arena.tournament.reviews import Grades
from parlour.match.transcript import variant_name


def collect(
    folder: Path,
    results: Results,
    grades: Grades | None,
    *,
    corrected: bool = True,
    progress: Callable[[float], None] = lambda _: None,
) -> Figures:
    """All figures of a run. `grades` is None if losses are not wanted. `progress` hears the fraction that is done."""
    plan = results.plan
    matches = [match for pair in whole_pairs(results.matches) for match in pair]
    mixes = loaded(plan)
    games, met = [], []
    for number, variant in enumerate(plan.games):
        own = [match for match in matches if match.game == variant.label]
        found = HeadToHead(variant.game, own, mixes, plan.meetings, corrected)
        met.append(found)
        games.append(game_figures(variant, plan, own, found, grades))
        progress((number + 1) / (len(plan.games) + 1))
    labels = [variant.label for variant in plan.games]
    scores = balanced(pair_scores(matches), labels)
    table = standing(scores)
    everywhere = [over_all_games(players, met) for players in plan.meetings]
    calls, damage = calls_in(folder)
    left_out = len(matches) // 2 - len(scores)
    unequal = f"{left_out:,} pairs are left out of the ratings over all games, so that every game counts the same."
    return Figures(
        tuple(verdict(table, scores)),
        run_figures(folder, plan, matches),
        table,
        tuple(each for each in everywhere if each),
        tuple(games),
        tuple(forfeits_of(entrant.name, matches) for entrant in plan.players),
        tuple(calls),
        (*unfinished(len(matches) // 2, plan), *mixes.notes, *damage, *([unequal] if left_out else [])),
    )


def unfinished(pairs: int, plan: Plan) -> list[str]:
    """What to tell the reader if some pairs have not been played."""
    if pairs == plan.total:
        return []
    return [
        f"This run is not complete: {pairs:,} of {plan.total:,} pairs are there. Short matches are finished first, so "
        "the figures favour them, and whoever does well in them, until the run is complete."
    ]


def run_figures(folder: Path, plan: Plan, matches: Sequence[Played]) -> Run:
    played = Counter((match.game, frozenset(match.players)) for match in matches if not match.swapped)
    missing = (
        Missing(variant.label, meeting, plan.pairs - played[variant.label, frozenset(meeting)])
        for variant in plan.games
        for meeting in plan.meetings
    )
    digest = hashlib.sha256((folder / MATCHES).read_bytes()).hexdigest()
    return Run(
        read_frozen(folder), digest, len(matches) // 2, plan.total, tuple(each for each in missing if each.pairs)
    )


def game_figures(
    variant: Variant,
    plan: Plan,
    matches: Sequence[Played],
    met: HeadToHead,
    grades: Grades | None,
) -> GameFigures:
    names = [entrant.name for entrant in plan.players if any(entrant.name in match.players for match in matches)]
    losses = [losses_of(name, matches, grades) for name in names] if grades else []
    meetings = [met.meeting(players) for players in plan.meetings]
    notes = list(met.notes)
    if grades and variant.label in grades.skipped:
        notes.append(f"No losses: {grades.skipped[variant.label]}")
    return GameFigures(
        variant.label,
        variant_name(variant.game),
        standing(pair_scores(matches)),
        tuple(each for each in meetings if each),
        tuple(seat_scores(matches, name) for name in names),
        tuple(each for each in losses if each),
        tuple(notes),
    )
