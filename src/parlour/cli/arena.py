"""`parlour arena`: tournaments."""

from __future__ import annotations

import click

from parlour.cli.lazy import Command, LazyGroup

COMMANDS = {
    "run": "Play the matches of a plan, or those that are missing.",
    "report": "Write a report of a tournament: ratings, scores, losses, failures, replays.",
    "record": "Write a match of a tournament as a record of its own.",
    "table": "Show what players score against each other, exactly, without playing.",
}


@click.group(
    cls=LazyGroup, members={name: Command(f"arena_{name}", f"arena_{name}", text) for name, text in COMMANDS.items()}
)
def arena() -> None:
    """Let players compete in tournaments."""
