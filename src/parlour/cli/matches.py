"""`parlour matches`, `parlour resume` and `parlour replay`."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

import click

import parlour
from parlour import storage
from parlour.cli.completion import complete_files, complete_games
from parlour.cli.options import base_url_option, folder_option, json_option, plain_option, print_json, with_option
from parlour.match.record import dump
from parlour.match.transcript import transcript
from parlour.terminal.console.asking import Leave
from parlour.terminal.console.console import Console
from parlour.terminal.matches.library import document, find_matches, latest_open
from parlour.terminal.matches.replay import ReplayViewer
from parlour.terminal.menu.menu import menu, show_matches
from parlour.terminal.menu.rematch import play_on
from parlour.terminal.play.run import resume_session, seat_players


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@with_option
@click.option("--open", "state", flag_value="open", help="Only matches that are not over.")
@click.option("--over", "state", flag_value="over", help="Only matches that are over.")
@json_option
def matches(game: str | None, player: str | None, state: str | None, as_json: bool) -> None:
    """List your saved matches, of GAME or of all games, the last one first.

    At a terminal you can then open and delete them.
    """
    console, name = Console(), parlour.game(game).name if game else None
    found = find_matches(console, name, player, state)
    if as_json:
        print_json([document(saved) for saved in found])
        return
    with suppress(Leave):
        if show_matches(console, found):
            menu(console)


@click.command()
@click.argument("file", required=False, shell_complete=complete_files)
@base_url_option
@folder_option
@plain_option
def resume(file: str | None, base_url: str | None, plain: bool) -> None:
    """Continue the match in FILE, or the last saved match that is not over."""
    console = Console(plain=plain)

    def skip(problem: str) -> None:
        console.warn(f"Note: a later match is skipped. {problem}. For a match of a game in a folder: --game FOLDER")

    seat = partial(seat_players, console=console, base_url=base_url)
    path = Path(file) if file is not None else latest_open(skip)
    if play_on(resume_session(path, console, seat), seat):
        menu(console)


@click.command()
@click.argument("file", shell_complete=complete_files)
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON instead of text.")
@click.option("--all", "whole", is_flag=True, help="Print the whole match as text, also at a terminal.")
def replay(file: str, as_json: bool, whole: bool) -> None:
    """Check the match in FILE and step through it, forward and back. Without a terminal, print it whole."""
    match, console = storage.load(file), Console()
    if console.interactive and not as_json and not whole:
        ReplayViewer(match, console).run()
    else:
        console.say((dump(match) if as_json else transcript(match)).rstrip("\n"))
