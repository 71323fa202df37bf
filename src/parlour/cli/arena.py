"""`parlour arena`: tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import parlour
from parlour import storage
from parlour.cli.commands import FAILED, INTERRUPTED
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, number_option, print_json, rules_from, set_option
from parlour.games.errors import ParlourError, reason
from parlour.games.vocabulary import signed
from parlour.match.transcript import variant_name
from parlour.players import player_names
from parlour.players.base import Contestant
from parlour.players.habits.characters import CHARACTERS
from parlour.players.roster import load_player
from parlour.printing import warn
from parlour.terminal.console.console import Console
from parlour.terminal.console.progress import Bar

if TYPE_CHECKING:
    from parlour.arena.statistics.exact import ExactTable

ENGINE = "Where to play: in one process, in local processes, or on a Ray cluster (RAY_ADDRESS, or a new local one)."
THREADS = "Pairs that each process plays at the same time, for players that wait for the network."
LUCK = "Do not calculate luck-adjusted scores: in a large game, they take a minute."
REPLAYS = "The highest number of replays in report.html. If there are more matches, it has the most telling ones."
GAME = "The folder of a game that the matches were played with. Its code runs; can be repeated."
PLAYER = (
    "A player that knows its mix: a name, or module:Class. By default random, the levels and perfect; can be repeated."
)

games_option = click.option("--game", "games", multiple=True, metavar="FOLDER", help=GAME)


@click.group()
def arena() -> None:
    """Let players compete in tournaments."""


@arena.command("run", short_help="Play the matches of a plan, or those that are missing.")
@click.argument("plan", type=Path)
@click.option("--engine", default="local", show_default=True, metavar="one|local|ray", help=ENGINE)
@click.option("--out", type=Path, required=True, metavar="DIR", help="The folder of the run.")
@click.option("--workers", type=click.IntRange(1, 10_000), metavar="N", help="Processes; one per core by default.")
@number_option("--threads", least=1, most=1_000, default=1, text=THREADS)
def run(plan: Path, engine: str, out: Path, workers: int | None, threads: int) -> None:
    """Play the matches of PLAN, a TOML file. After an interruption, the same command continues."""
    from parlour.arena.harness.engines import engine as find_engine
    from parlour.arena.tournament.plan import read_plan
    from parlour.arena.tournament.run import run_plan

    try:
        summary = run_plan(read_plan(plan), out, find_engine(engine, workers), threads)
    except KeyboardInterrupt:
        warn(f"Stopped. What was played is safe in {out}; the same command continues from there.")
        raise click.exceptions.Exit(INTERRUPTED) from None
    for sentence in summary.missed:
        warn(sentence)
    if not summary.finished:
        missing = f"{summary.total - summary.matches:,} of {summary.total:,} matches are missing"
        warn(f"{missing}; the same command tries them again.")
        raise click.exceptions.Exit(FAILED)
    Console().say(f"All {summary.total:,} matches are in {out}.")


@arena.command("report", short_help="Write a report of a tournament: ratings, scores, losses, failures, replays.")
@click.argument("folder", metavar="DIR", type=Path)
@click.option("--no-losses", is_flag=True, help="Do not calculate the mean loss per choice.")
@click.option("--no-luck-adjusted", is_flag=True, help=LUCK)
@number_option("--replays", least=0, most=10_000, default=300, text=REPLAYS)
@games_option
def report(folder: Path, no_losses: bool, no_luck_adjusted: bool, replays: int, games: tuple[str, ...]) -> None:
    """Write report.html, report.md and report.json into DIR, the folder of a tournament."""
    from parlour.arena.report.tournament import write_report

    load_games(games)
    with Bar("Writing the report") as bar:
        report = write_report(
            folder, losses=not no_losses, luck_adjusted=not no_luck_adjusted, replays=replays, progress=bar
        )
    for sentence in (*report.figures.verdict, *report.figures.notes):
        Console().say(sentence)
    for path in report.files:
        Console().say(str(path))


def load_games(folders: tuple[str, ...]) -> None:
    for folder in folders:
        parlour.game(folder)


@arena.command("record", short_help="Write a match of a tournament as a record.")
@click.argument("folder", metavar="DIR", type=Path)
@click.argument("pair", type=click.IntRange(0))
@click.option("--swapped", is_flag=True, help="Take the second match of the pair, in which the seats are swapped.")
@click.option("--out", type=Path, required=True, metavar="FILE", help="The file to write; it must not exist.")
@games_option
def record(folder: Path, pair: int, swapped: bool, out: Path, games: tuple[str, ...]) -> None:
    """Write a match of a tournament as a record, for `parlour replay`, `parlour analyse` and the page of a server."""
    from parlour.arena.tournament.results import as_match, read_results

    load_games(games)
    results = read_results(folder)
    played = next((each for each in results.matches if (each.pair, each.swapped) == (pair, swapped)), None)
    if played is None:
        raise ParlourError(f"pair {pair} is not in {folder}; its pairs are numbered from 0 to {results.plan.total - 1}")
    try:
        storage.create(as_match(played), out)
    except OSError as error:
        raise ParlourError(f"{out} cannot be written: {reason(error)}") from None
    Console().say(str(out))


@arena.command("table", short_help="Show what players score against each other, exactly, without playing.")
@click.argument("game", shell_complete=complete_games)
@click.option("--player", "specs", multiple=True, metavar="PLAYER", help=PLAYER)
@set_option
@json_option
def table(game: str, specs: tuple[str, ...], settings: tuple[str, ...], as_json: bool) -> None:
    """Show what players score against each other in GAME, exactly, without playing a match."""
    from parlour.arena.statistics.exact import exact_table

    variant = parlour.game(game, **rules_from(settings))
    others = [name for name in player_names() if name not in CHARACTERS]  # with them, the table would be too wide
    names = specs or [name for name in others if Contestant(load_player(name)()).has_known_mix]
    players = {name: load_player(name)() for name in names}
    with Bar(f"Comparing players of {variant.title}") as bar:
        table = exact_table(variant, players, bar)
    if as_json:
        rules = variant.named_rules()
        print_json({"game": variant.name, "rules": rules, "players": table.names, "scores": table.scores})
    else:
        Console().say(variant_name(variant), "", *score_lines(table))


def score_lines(table: ExactTable) -> list[str]:
    width = max(8, *(len(name) + 2 for name in table.names))
    margin = max(len("first seat"), *(len(name) for name in table.names))
    lines = [
        "What the first seat scores: 1 for a win, -1 for a loss. The last column is both seats against all others.",
        "",
        " " * margin + "  second seat",
        f"{'first seat':<{margin}}" + "".join(f"{name:>{width}}" for name in (*table.names, "average")),
    ]
    for name, row in zip(table.names, table.scores, strict=True):
        cells = (f"{signed(cell):>{width}}" for cell in (*row, table.average(name)))
        lines.append(f"{name:<{margin}}" + "".join(cells))
    return lines
