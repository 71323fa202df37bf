"""`parlour matches`."""

from __future__ import annotations

import json
from contextlib import suppress

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.menu import menu, resumed
from parlour.cli.options import json_option, with_option
from parlour.cli.play_on import play_on
from parlour.cli.run_session import seat_players
from parlour.games.errors import ParlourError, reason, shorten
from parlour.terminal.console.choice import Leave
from parlour.terminal.console.console import Console, EndOfInput
from parlour.terminal.console.format import table_lines
from parlour.terminal.console.pager import show
from parlour.terminal.matches.autosave import command, saves_folder
from parlour.terminal.matches.library import Saved, document, find_matches, row
from parlour.terminal.matches.replay import Replay
from parlour.terminal.menu.series import forget_series

PROMPT = "A number to open a match, delete and a number, or q: "
HELP = [
    "You can type:",
    "  3          open match 3: go on if it is open, otherwise step through it",
    "  delete 3   delete match 3, after you have confirmed it",
    "  list       show the list again",
    "  q          leave",
]


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
        click.echo(json.dumps([document(saved) for saved in found], indent=1))
        return
    with suppress(Leave):
        if show_matches(console, found):
            menu(console)


def show_matches(console: Console, found: list[Saved]) -> bool:
    """List matches; at a terminal, let the reader open and delete them. Return whether the menu is wanted.

    Raises Leave if the reader leaves after a match.
    """
    if not found:
        console.say(f"There are no such matches in {saves_folder()}.", f"To play one: {command('play', 'GAME')}")
        return False
    show(console, list_lines(console, found))
    if console.interactive:
        try:
            return browse(console, found)
        except EndOfInput:
            console.say("")
    return False


def list_lines(console: Console, found: list[Saved]) -> list[str]:
    rows = [[str(number), *row(saved)] for number, saved in enumerate(found, start=1)]
    return table_lines(console, ["#", "Played", "Game", "Players", "Result"], rows, right={"#"})


def browse(console: Console, found: list[Saved]) -> bool:
    """Open and delete matches of a list until the reader has seen enough, or wants the menu after a match.

    Numbers stay the same while the list is shown.
    """
    numbered = dict(enumerate(found, start=1))
    while numbered:
        typed = console.read(PROMPT).strip().lower()
        word, _, rest = typed.rpartition(" ")
        if typed in ("q", "quit", "exit", ""):
            return False
        if typed in ("?", "help"):
            console.say("", *HELP, "")
        elif typed == "list":
            numbered = dict(enumerate(numbered.values(), start=1))
            show(console, list_lines(console, list(numbered.values())))
        elif word not in ("", "open", "delete") or not (rest.isascii() and rest.isdecimal()):
            console.discard_input()
            console.say(f"{shorten(typed, 30)} is not an answer here; ? for help.")
        elif (number := int(rest[-9:])) not in numbered or len(rest) > 9:
            console.say(f"There is no match {rest[:30]} in this list.")
        elif word == "delete":
            if delete(console, numbered[number]):
                del numbered[number]
        elif open_match(console, numbered[number]):
            return True
    return False


def open_match(console: Console, saved: Saved) -> bool:
    """Go on with a match that is open; step through one that is over. Return whether the menu is wanted then."""
    if not saved.is_open:
        Replay(saved.match, console).run()
        return False
    try:
        session = resumed(saved.path, console)  # read again: it may have been played on since it was listed
    except ParlourError as error:  # its player may not exist here
        console.say(f"Sorry: {error}")
        return False
    if play_on(session, lambda match: seat_players(match, console)):
        return True
    raise Leave


def delete(console: Console, saved: Saved) -> bool:
    """Delete the file of a match if the reader confirms it; return whether it is gone."""
    answer = console.read(f"Delete {' '.join(row(saved)[:2])} for good? Type yes: ").strip().lower()
    if answer not in ("y", "yes"):
        console.say("It stays.")
        return False
    try:
        saved.path.unlink(missing_ok=True)
        forget_series(saved.path)
    except OSError as error:
        console.say(f"Sorry, it cannot be deleted: {reason(error)}.")
        return False
    console.say("Deleted.")
    return True
