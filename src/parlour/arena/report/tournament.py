"""The report of a tournament as HTML, Markdown and JSON."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from parlour.arena.harness.ledger import json_data
from parlour.arena.report import text as show
from parlour.arena.report.figures import GameFigures, RunFigures, TournamentFigures, collect
from parlour.arena.report.html import tournament_page
from parlour.arena.report.replays import MOST, album
from parlour.arena.report.text import escape, paragraph, table
from parlour.arena.statistics.ratings import Ratings
from parlour.arena.tournament.losses import TournamentLosses, load_losses
from parlour.arena.tournament.results import read_results
from parlour.files import write_file

FORMAT, VERSION = "parlour arena report", 2
REVIEWING = 0.3  # of the time, about


class WrittenReport(NamedTuple):
    figures: TournamentFigures
    files: tuple[Path, ...]


def write_report(
    folder: Path,
    *,
    losses: bool = True,
    luck_adjusted: bool = True,
    replays: int = MOST,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> WrittenReport:
    """Writes report.html, report.md and report.json into the folder of a run, finished or not.

    `progress` hears the stage and the fraction of everything that is done.
    """
    results = read_results(folder)
    found = TournamentLosses({}, {})
    if losses:
        found = load_losses(folder, results, lambda done: progress("reviewing", REVIEWING * done))
    figures = collect(
        folder,
        results,
        found,
        luck_adjusted=luck_adjusted,
        progress=lambda done: progress("calculating", REVIEWING + (1.0 - REVIEWING) * done),
    )
    document = {"format": FORMAT, "version": VERSION, **json_data(figures)}
    texts = {
        "report.html": tournament_page(figures, album(results, found.matches, replays)),
        "report.md": "\n".join(lines(figures)) + "\n",
        "report.json": json.dumps(document, indent=1) + "\n",
    }
    for name, text in texts.items():
        write_file(folder / name, text)
    return WrittenReport(figures, tuple(folder / name for name in texts))


def lines(figures: TournamentFigures) -> Iterator[str]:
    """The report in Markdown."""
    yield from ("# Tournament report", "")
    for text in (*figures.verdict, *figures.notes):
        yield from paragraph(text)
    yield from run_lines(figures.run)
    yield from ("## Ratings over all games", "", "Every game counts the same. The average is 1500; 400 points more are")
    yield from ("odds of 10 to 1. Intervals are 95 %; a star marks those from fewer than 100 seeds.", "")
    yield from rating_lines(figures.standing)
    yield from ("## Head to head", "", "Scores of the first named player, from −1 (all lost) to +1 (all won).", "")
    yield from table(*show.matchup_table(figures.matchups))
    for game in figures.games:
        yield from game_lines(game)
    yield from failure_lines(figures)


def run_lines(run: RunFigures) -> Iterator[str]:
    plan = run.plan
    versions = ", ".join(f"{name} {version}" for name, version in plan["versions"].items())
    yield from ("## What was run", "")
    rows: list[tuple[object, object]] = [
        ("pairs of matches", f"{run.pairs:,} of {run.planned:,}"),
        ("pairs for each matchup and game", plan["pairs"]),
        ("seed", plan["seed"]),
        ("limit of turns in a match", plan["max_turns"]),
        ("versions", versions),
        ("matches.jsonl", f"sha256 {run.matches_hash}"),
    ]
    yield from table(("", ""), rows)
    games = [(each["label"], each["game"], settings(each["rules"]), settings(each["sha256"])) for each in plan["games"]]
    yield from table(("game", "name", "rules", "sha256"), games)
    players = [
        (
            each["name"],
            each["player"],
            settings(each["settings"]),
            settings(each["sha256"]),
            each.get("fingerprint", show.UNKNOWN),
        )
        for each in plan["players"]
    ]
    yield from table(("player", "is", "settings", "sha256", "fingerprint"), players)
    if run.missing:
        missing = [(each.game, " – ".join(each.players), each.pairs) for each in run.missing]
        yield from table(("game", "players", "missing pairs"), missing)


def settings(values: dict[str, object]) -> str:
    return ", ".join(f"{key}={value}" for key, value in values.items()) or "none"


def rating_lines(standing: Ratings) -> Iterator[str]:
    yield from table(*show.rating_table(standing))
    for warning in standing.warnings:
        yield from paragraph(warning)


def game_lines(game: GameFigures) -> Iterator[str]:
    yield from (f"## {escape(game.label)}", "")
    for note in game.notes:
        yield from paragraph(note)
    yield from ("### Ratings", "", *rating_lines(game.standing))
    yield from ("### Head to head", "", *table(*show.matchup_table(game.matchups)))
    yield from ("### By seat", "", *table(*show.seat_table(game.seats)))
    if game.losses:
        yield from ("### Mean loss per choice", "", "A win and a defeat are 2.00 apart. Choices among two or more")
        yield from ("actions count, and forfeits, which lose all that the position was worth.", "")
        yield from table(*show.loss_table(game.losses))


def failure_lines(figures: TournamentFigures) -> Iterator[str]:
    yield from ("## Failures", "")
    failed = [
        (
            each.player,
            each.forfeits,
            show.percent(each.forfeits / each.matches),
            ", ".join(f"{kind} {count}" for kind, count in each.kinds.items()),
            "; ".join(f"{reason} ({count} ×)" for reason, count in each.reasons),
        )
        for each in figures.forfeits
        if each.forfeits
    ]
    if failed:
        yield from table(("player", "forfeits", "of matches", "kinds", "commonest reasons"), failed)
    else:
        yield from ("No player forfeited a match.", "")
    if figures.calls:
        yield from ("## Calls of language models", "", *table(*show.call_table(figures.calls)))
