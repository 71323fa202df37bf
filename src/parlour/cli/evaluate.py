"""`parlour evaluate`: a player measured against the exact solution."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "positions": ("evaluate_run", "What does a decision give away, in positions of your choice?"),
    "matches": ("evaluate_run", "What does it score against hard and perfect, without their luck?"),
    "exploit": ("evaluate_run", "What does an opponent gain who has watched it?"),
    "understanding": ("evaluate_run", "What does a language model understand of the game?"),
    "report": ("evaluate_report", "Write a scorecard of one player, or of several side by side."),
}


class Subcommands(click.Group):
    """Imports only the command that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"parlour.cli.{COMMANDS[name][0]}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in COMMANDS.items()])


@click.group(cls=Subcommands)
def evaluate() -> None:
    """Measure a language model, or any player, against the exact solution."""
