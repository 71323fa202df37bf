"""`parlour arena table`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, rules_from, set_option
from parlour.games.vocabulary import signed
from parlour.match.transcript import variant_name
from parlour.players import named
from parlour.players.base import has_known_mix
from parlour.players.characters import CHARACTERS
from parlour.players.loading import load_player
from parlour.terminal.console.console import Console
from parlour.terminal.console.progress import Bar

if TYPE_CHECKING:
    from parlour.arena.statistics.exact import ExactTable

PLAYER = "A player that knows its mix: a name, or module:Class; repeat it. By default all but the characters."
WIDTH = 8


@click.command("table")
@click.argument("game", shell_complete=complete_games)
@click.option("--player", "specs", multiple=True, metavar="PLAYER", help=PLAYER)
@set_option
@json_option
def arena_table(game: str, specs: tuple[str, ...], settings: tuple[str, ...], as_json: bool) -> None:
    """Show what players score against each other in GAME, exactly, without playing a match."""
    from parlour.arena.statistics.exact import exact_table

    variant = parlour.game(game, **rules_from(settings))
    players = {name: load_player(name)() for name in specs or built_in()}
    with Bar(f"Comparing players of {variant.title}") as bar:
        table = exact_table(variant, players, bar)
    if as_json:
        rules = variant.named_rules()
        document = {"game": variant.name, "rules": rules, "players": table.names, "scores": table.scores}
        click.echo(json.dumps(document, indent=1))
    else:
        Console().say(variant_name(variant), "", *table_lines(table))


def built_in() -> list[str]:
    """The players that are no characters: with those, the table would be too wide to read."""
    return [name for name in named() if name not in CHARACTERS and has_known_mix(load_player(name)())]


def table_lines(table: ExactTable) -> list[str]:
    width = max(WIDTH, *(len(name) + 2 for name in table.names))
    margin = max(len("first seat"), *(len(name) for name in table.names))
    lines = [
        "What the first seat scores: 1 for a win, -1 for a loss. The last column is both seats against all others.",
        "",
        " " * margin + "  second seat",
        f"{'first seat':<{margin}}" + "".join(f"{name:>{width}}" for name in (*table.names, "average")),
    ]
    for name, row in zip(table.names, table.scores, strict=True):
        cells = (*row, table.average(name))
        lines.append(f"{name:<{margin}}" + "".join(f"{signed(cell):>{width}}" for cell in cells))
    return lines
