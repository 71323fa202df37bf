"""`parlour resume`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.cli.options import folder_option
from parlour.cli.run_session import base_url_option, fresh_nonce, run_session, seat_players
from parlour.games.errors import ParlourError
from parlour.terminal.autosave import Autosave, command, latest_open
from parlour.terminal.console import Console
from parlour.terminal.session import Session


@click.command()
@click.argument("file", required=False)
@base_url_option
@folder_option
def resume(file: str | None, base_url: str | None) -> None:
    """Continue the match in FILE, or the last saved match that is not over."""
    console = Console()

    def skip(problem: str) -> None:
        console.warn(f"Note: a later match is skipped. {problem}. For a match of a game in a folder: --game FOLDER")

    autosave = Autosave(Path(file) if file is not None else latest_open(skip))
    match = autosave.load()
    if match.result.outcome != "running":
        replay = command("replay", str(autosave.path))
        raise ParlourError(f"the match in {autosave.path} is over; to see it: {replay}")
    match.nonce = fresh_nonce()
    run_session(Session(match, seat_players(match, console, base_url=base_url), console, autosave))
