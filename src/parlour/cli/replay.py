"""`parlour replay`."""

from __future__ import annotations

import click

from parlour import storage
from parlour.cli.options import folder_option
from parlour.match.record import dump
from parlour.match.transcript import transcript
from parlour.terminal.console import Console


@click.command()
@click.argument("file")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON instead of text.")
def replay(file: str, as_json: bool) -> None:
    """Check the match in FILE and show it from beginning to end."""
    match = storage.load(file)
    Console().say((dump(match) if as_json else transcript(match)).rstrip("\n"))
