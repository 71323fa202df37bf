"""`parlour resume`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour import storage
from parlour.cli.play import sit_down
from parlour.games.errors import ParlourError
from parlour.terminal.console import Console
from parlour.terminal.keeper import Keeper, latest_unfinished


@click.command()
@click.argument("file", required=False)
def resume(file: str | None) -> None:
    """Go on with the match in FILE, or with the last one that was not finished."""
    path = Path(file) if file is not None else latest_unfinished()
    match = storage.load(path)
    if match.result.outcome != "running":
        raise ParlourError(f"the match in {path} is over; to see it: parlour replay {path}")
    sit_down(match, Console(), Keeper(path))
