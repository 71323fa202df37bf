"""`parlour stats`."""

from __future__ import annotations

import csv
import sys

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, print_json, with_option
from parlour.coach.statistics import COLUMNS, choice_rows, statistics_document
from parlour.terminal.console.console import Console
from parlour.terminal.matches.library import find_matches
from parlour.terminal.matches.results import show_stats
from parlour.terminal.matches.review_cache import review_parts


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@with_option
@click.option("--name", metavar="NAME", help="Only the results of the person with this name.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table with a row for each of your choices.")
@json_option
def stats(game: str | None, player: str | None, name: str | None, as_csv: bool, as_json: bool) -> None:
    """Show your results in GAME or in all games, your mean loss per choice, and which positions cost most.

    They are calculated from your saved matches, which stay on this machine.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    console, wanted = Console(), parlour.game(game).name if game else None
    found = find_matches(console, wanted, player, "over")
    parts = [part for part in review_parts(found) if same(name, part.name) and same(player, part.opponent)]
    if as_json:
        print_json(statistics_document(parts))
    elif as_csv:
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows(choice_rows(parts))
    else:
        show_stats(console, found, parts)


def same(wanted: str | None, name: str) -> bool:
    return wanted is None or wanted.casefold() == name.casefold()
