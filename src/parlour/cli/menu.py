"""`parlour` without a command: a menu of games and opponents."""

from __future__ import annotations

from contextlib import suppress

from parlour.cli.run_session import fresh_nonce, fresh_seed, run_session, seat_players
from parlour.games.errors import BadGame, TooLarge
from parlour.match.match import Match
from parlour.terminal.autosave import new_autosave
from parlour.terminal.console import Console
from parlour.terminal.menu import Leave, select
from parlour.terminal.session import Session


def menu() -> None:
    """Offer the games, play the selected one, and offer them again."""
    console = Console()
    with suppress(Leave):
        while True:
            game, seats = select(console)
            match = Match(game, seats, fresh_seed())
            match.nonce = fresh_nonce()
            try:
                players = seat_players(match, console)
            except (BadGame, TooLarge) as error:  # a game from another package may not compile, or be too large
                console.say("", f"Sorry: {error}")
                continue
            run_session(Session(match, players, console, new_autosave(match)))
            console.read("Press Enter for the menu.")
