"""`parlour` without a command: a menu of games and opponents."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from parlour.cli.play_on import new_session, play_on
from parlour.cli.run_session import Stopped, ctrl_c_stops, fresh_nonce, seat_players
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.match.transcript import variant_name
from parlour.players import Player
from parlour.terminal.console.choice import Leave
from parlour.terminal.console.console import Console, NotPrivate
from parlour.terminal.matches.autosave import Autosave
from parlour.terminal.menu.choosing import Other, Start, select
from parlour.terminal.play.session import Session


def menu(console: Console) -> None:
    """Offer the games, play the selected one, and offer them again."""

    def seat(match: Match) -> tuple[Player | None, Player | None]:
        return seat_players(match, console)

    game: Game | None = None  # whose opponents are offered again
    people: list[str] = []  # their names stay the same until they change them
    with suppress(Leave):
        while True:
            chosen, game = select(console, game, people), None
            try:
                if isinstance(chosen, Other):
                    show(chosen, console)
                    continue
                session = resumed(chosen, console) if isinstance(chosen, Path) else new_session(chosen, console, seat)
            except NotPrivate:
                raise
            except ParlourError as error:  # a game may be too large, or not compile; a file may have changed
                game = chosen.game if isinstance(chosen, Start) else None
                text = str(error) if game is None else str(error).replace(repr(game), variant_name(game))
                console.tell("", f"Sorry: {text}")
                if not isinstance(error, Stopped):  # somebody who stops it expects the menu
                    wait_for_reader(console)
                continue
            best_of, asked = (chosen.best_of, chosen.seats) if isinstance(chosen, Start) else (1, None)
            if not play_on(session, seat, best_of, asked):
                return


def show(chosen: Other, console: Console) -> None:
    """Practise, or show matches or results; then the menu comes again. Raises Leave."""
    from parlour.cli.matches import show_matches  # not at the top: it imports this module
    from parlour.cli.practice import practise
    from parlour.cli.stats import show_stats
    from parlour.terminal.matches.library import find_matches
    from parlour.terminal.statistics import parts_of

    console.say("")
    if chosen.game is not None:
        practise(console, chosen.game)
    elif chosen.what == "matches":
        found = find_matches(console)
        if found:
            show_matches(console, found)
        else:
            console.tell("You have no saved matches yet.")
            wait_for_reader(console)
    else:
        found = find_matches(console, state="over")
        show_stats(console, found, parts_of(found))
        wait_for_reader(console)


def wait_for_reader(console: Console) -> None:
    """Wait until what was said is read: the menu pushes it out of sight."""
    if console.interactive:
        console.read("\nPress Enter for the menu: ")


def resumed(path: Path, console: Console) -> Session:
    """A session that continues a saved match."""
    console.say("")
    autosave = Autosave(path)
    match = autosave.load()
    match.nonce = fresh_nonce()
    with ctrl_c_stops():
        players = seat_players(match, console)
    return Session(match, players, console, autosave)
