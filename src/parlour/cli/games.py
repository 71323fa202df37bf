"""`parlour games` and `parlour rules`."""

from __future__ import annotations

from typing import Any

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import print_json
from parlour.games.errors import ParlourError
from parlour.terminal.console.console import Console
from parlour.terminal.console.pager import show_markdown


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the rules and their limits.")
def games(as_json: bool) -> None:
    """List the games that are installed."""
    described = [describe(name) for name in parlour.game_names()]
    if as_json:
        print_json(described)
    else:
        Console().say(*(f"{entry['name']:<16} {entry.get('error') or entry['tagline']}" for entry in described))


def describe(name: str) -> dict[str, Any]:
    try:
        game = parlour.game(name)
    except ParlourError as error:
        return {"name": name, "error": str(error)}
    return {
        "name": name,
        "title": game.title,
        "tagline": game.words.TAGLINE,
        "secret": game.words.SECRET,
        "rules": game.named_rules(),
        "allowed": game.allowed_rules(),
    }


@click.command()
@click.argument("game", shell_complete=complete_games)
def rules(game: str) -> None:
    """Show the rules of GAME."""
    show_markdown(Console(), parlour.game(game).rulebook())
