"""`parlour` without a command: a menu of games and opponents."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from parlour.cli.play_on import new_session, play_on
from parlour.cli.run_session import fresh_nonce, seat_players
from parlour.games.errors import ParlourError
from parlour.match.match import Match
from parlour.players import Player
from parlour.terminal.autosave import Autosave
from parlour.terminal.choice import Leave
from parlour.terminal.console import Console, NotPrivate
from parlour.terminal.menu import Start, select
from parlour.terminal.session import Session


def menu(console: Console) -> None:
    """Offer the games, play the selected one, and offer them again."""

    def seat(match: Match) -> tuple[Player | None, Player | None]:
        return seat_players(match, console)

    with suppress(Leave):
        while True:
            chosen = select(console)
            try:
                session = resumed(chosen, console) if isinstance(chosen, Path) else new_session(chosen, console, seat)
            except NotPrivate:
                raise
            except ParlourError as error:  # a game may be too large, or not compile; a file may have changed
                console.say("", f"Sorry: {error}")
                continue
            if not play_on(session, seat, chosen.best_of if isinstance(chosen, Start) else 1):
                return


def resumed(path: Path, console: Console) -> Session:
    """A session that continues a saved match."""
    autosave = Autosave(path)
    match = autosave.load()
    match.nonce = fresh_nonce()
    return Session(match, seat_players(match, console), console, autosave)
