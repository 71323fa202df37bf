"""`parlour resume`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.cli.seating import fresh_nonce, seated, sit_down
from parlour.games.errors import ParlourError
from parlour.terminal.console import Console
from parlour.terminal.keeper import Keeper, latest_unfinished
from parlour.terminal.table import Table


@click.command()
@click.argument("file", required=False)
def resume(file: str | None) -> None:
    """Go on with the match in FILE, or with the last one that was not finished."""
    keeper = Keeper(Path(file) if file is not None else latest_unfinished())
    match = keeper.open()
    if match.result.outcome != "running":
        raise ParlourError(f"the match in {keeper.path} is over; to see it: parlour replay {keeper.path}")
    match.nonce = fresh_nonce()
    table = Table(match, seated(match), Console())
    table.keeper = keeper
    sit_down(table)
