"""`parlour` without a command: a menu of games and opponents."""

from __future__ import annotations

import parlour
from parlour.cli.seating import fresh_nonce, fresh_seed, seated, sit_down
from parlour.games.errors import TooLarge
from parlour.match.match import Match
from parlour.terminal.autosave import new_autosave
from parlour.terminal.console import Console
from parlour.terminal.menu import choose
from parlour.terminal.session import Session


def menu() -> None:
    """Offers the games, plays the one that is chosen, and offers them again."""
    console = Console()
    while wish := choose(console):
        match = Match(parlour.game(wish.game), wish.seats, fresh_seed())
        match.nonce = fresh_nonce()
        try:
            players = seated(match)
        except TooLarge as error:  # a game from another package may be, by its default rules
            console.say("", f"Sorry: {error}")
            continue
        table = Session(match, players, console)
        table.autosave = new_autosave(match)
        sit_down(table)
        console.read("Press Enter for the menu.")
