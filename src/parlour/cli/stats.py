"""`parlour stats`."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from typing import Any

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, with_option
from parlour.terminal.console.console import Console
from parlour.terminal.matches.library import find_matches
from parlour.terminal.matches.results import show_stats
from parlour.terminal.statistics import Part, by_opponent, costliest, over_time, parts_of

COLUMNS = ("played", "file", "game", "rules", "seat", "name", "opponent", "result", "number", "choice", "value", "loss")


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@with_option
@click.option("--name", metavar="NAME", help="Only the results of the person with this name.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table with a row for each of your decisions.")
@json_option
def stats(game: str | None, player: str | None, name: str | None, as_csv: bool, as_json: bool) -> None:
    """Show your results in GAME or in all games, what your decisions gave away, and which positions cost most.

    They are calculated from your saved matches, which stay on this machine.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    console, wanted = Console(), parlour.game(game).name if game else None
    found = find_matches(console, wanted, player, "over")
    parts = [part for part in parts_of(found) if same(name, part.name) and same(player, part.opponent)]
    if as_json:
        click.echo(json.dumps(as_document(parts), indent=1))
    elif as_csv:
        write_csv(parts)
    else:
        show_stats(console, found, parts)


def same(wanted: str | None, name: str) -> bool:
    return wanted is None or wanted.casefold() == name.casefold()


def as_document(parts: Sequence[Part]) -> dict[str, Any]:
    """The statistics for `--json`; docs/matches.md describes every entry."""
    return {
        "format": "parlour statistics",
        "version": 1,
        "results": [
            {
                "name": name or None,
                "game": game.name,
                "rules": game.named_rules(),
                "opponent": opponent,
                **total._asdict(),
            }
            for name, game, opponent, total in by_opponent(parts)
        ],
        "periods": [
            {
                "name": name or None,
                "begin": begin.astimezone().isoformat(),
                "end": end.astimezone().isoformat(),
                **total._asdict(),
            }
            for name, begin, end, total in over_time(parts)
        ],
        "positions": [
            {
                "game": costly.part.game.name,
                "rules": costly.part.game.named_rules(),
                "player": costly.part.player,
                "state": costly.decided.before._asdict(),
                "loss": costly.loss,
                "times": costly.times,
                "file": str(costly.part.saved.path),
                "number": costly.decided.number,
            }
            for costly in costliest(parts)
        ],
    }


def write_csv(parts: Sequence[Part]) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(COLUMNS)
    for part in parts:
        saved, game = part.saved, part.game
        rules = " ".join(f"{key}={value}" for key, value in game.changed_rules().items())
        match = [saved.when.astimezone().isoformat(timespec="seconds"), saved.path, game.name, rules, part.player + 1]
        for decided in part.decided or ():
            label = game.label(decided.before, part.player, decided.choice.action)
            choice = [decided.number, label, f"{decided.value:.6f}", f"{decided.choice.loss:.6f}"]
            table.writerow([*match, part.name, part.opponent, part.result, *choice])
