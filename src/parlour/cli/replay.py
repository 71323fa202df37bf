"""`parlour replay`."""

from __future__ import annotations

import click

from parlour import storage
from parlour.cli.completion import complete_files
from parlour.cli.options import folder_option
from parlour.match.record import dump
from parlour.match.transcript import transcript
from parlour.terminal.console.console import Console
from parlour.terminal.matches.replay import Replay


@click.command()
@click.argument("file", shell_complete=complete_files)
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON instead of text.")
@click.option("--all", "whole", is_flag=True, help="Print the whole match as text, also at a terminal.")
def replay(file: str, as_json: bool, whole: bool) -> None:
    """Check the match in FILE and step through it, forward and back. Without a terminal, print it whole."""
    match, console = storage.load(file), Console()
    if console.interactive and not as_json and not whole:
        Replay(match, console).run()
    else:
        console.say((dump(match) if as_json else transcript(match)).rstrip("\n"))
