"""`parlour resume`."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.cli.completion import complete_files
from parlour.cli.menu import menu
from parlour.cli.options import folder_option
from parlour.cli.play_on import play_on
from parlour.cli.run_session import base_url_option, fresh_nonce, plain_option, seat_players
from parlour.games.errors import ParlourError
from parlour.match.match import Match
from parlour.players import Player
from parlour.terminal.console.console import Console
from parlour.terminal.matches.autosave import Autosave, command, latest_open
from parlour.terminal.play.session import Session


@click.command()
@click.argument("file", required=False, shell_complete=complete_files)
@base_url_option
@folder_option
@plain_option
def resume(file: str | None, base_url: str | None, plain: bool) -> None:
    """Continue the match in FILE, or the last saved match that is not over."""
    console = Console(plain=plain)

    def seat(match: Match) -> tuple[Player | None, Player | None]:
        return seat_players(match, console, base_url=base_url)

    def skip(problem: str) -> None:
        console.warn(f"Note: a later match is skipped. {problem}. For a match of a game in a folder: --game FOLDER")

    autosave = Autosave(Path(file) if file is not None else latest_open(skip))
    match = autosave.load()
    if match.result.outcome != "running":
        replay = command("replay", str(autosave.path))
        raise ParlourError(f"the match in {autosave.path} is over; to see it: {replay}")
    match.nonce = fresh_nonce()
    if play_on(Session(match, seat(match), console, autosave), seat):
        menu(console)
