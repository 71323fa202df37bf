"""`parlour rules`."""

from __future__ import annotations

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.terminal.console.console import Console


@click.command()
@click.argument("game", shell_complete=complete_games)
def rules(game: str) -> None:
    """Show the rules of GAME."""
    Console().page(parlour.game(game).rulebook())
