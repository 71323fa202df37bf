"""`parlour arena`: tournaments."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "run": ("arena_run", "Play the matches of a plan, or what is missing of them."),
    "report": ("arena_report", "Write a report of a tournament: ratings, scores, losses, failures, replays."),
    "record": ("arena_record", "Write a match of a tournament as a record of its own."),
    "table": ("arena_table", "Show what players score against each other, exactly, without playing."),
}


class Subcommands(click.Group):
    """Imports only the command that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"parlour.cli.{COMMANDS[name][0]}"), COMMANDS[name][0])
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in COMMANDS.items()])


@click.group(cls=Subcommands)
def arena() -> None:
    """Let players compete in tournaments."""
