"""`parlour evaluate`: a player measured against the exact solution."""

from __future__ import annotations

import click

from parlour.cli.lazy import Command, LazyGroup

COMMANDS = (
    Command("evaluate_run", "positions", "What does a decision give away, in positions of your choice?"),
    Command("evaluate_run", "matches", "What does it score against hard and perfect, without their luck?"),
    Command("evaluate_run", "exploit", "What does an opponent gain who has watched it?"),
    Command("evaluate_run", "understanding", "What does a language model understand of the game?"),
    Command("evaluate_report", "report", "Write a scorecard of one player, or of several side by side."),
)


@click.group(cls=LazyGroup, members={command.name: command for command in COMMANDS})
def evaluate() -> None:
    """Measure a language model, or any player, against the exact solution."""
