"""`parlour` without a command: a menu of games and opponents, practice, saved matches and results."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.transcript import variant_name
from parlour.terminal.console.asking import Leave
from parlour.terminal.console.console import Console, NotPrivate
from parlour.terminal.console.interrupts import CalculationStopped, stop_on_ctrl_c
from parlour.terminal.matches.library import find_matches
from parlour.terminal.menu.browse import show_matches
from parlour.terminal.menu.choosing import Other, Start, select
from parlour.terminal.menu.rematch import play_on
from parlour.terminal.play.run import new_session, resume_session, seat_players


def menu(console: Console) -> None:
    """Offer the games, play the selected one, and offer them again."""
    seat = partial(seat_players, console=console)
    game: Game | None = None  # whose opponents are offered again
    people: list[str] = []  # their names stay the same until they change them
    with suppress(Leave):
        while True:
            chosen, game = select(console, game, people), None
            try:
                if isinstance(chosen, Other):
                    show(chosen, console)
                    continue
                if isinstance(chosen, Path):
                    console.say("")
                    with stop_on_ctrl_c():
                        session = resume_session(chosen, console, seat)
                else:
                    session = new_session(chosen.game, chosen.seats, chosen.names, console, seat)
            except NotPrivate:
                raise
            except ParlourError as error:  # a game may be too large, or not compile; a file may have changed
                game = chosen.game if isinstance(chosen, Start) else None
                text = str(error) if game is None else str(error).replace(repr(game), variant_name(game))
                console.tell("", f"Sorry: {text}")
                if not isinstance(error, CalculationStopped):  # a person who stops it expects the menu
                    wait_for_reader(console)
                continue
            best_of, asked = (chosen.best_of, chosen.seats) if isinstance(chosen, Start) else (1, None)
            if not play_on(session, seat, best_of, asked):
                return


def show(chosen: Other, console: Console) -> None:
    """Practise, or show matches or results; then the menu comes again. Raises Leave."""
    from parlour.terminal.matches.results import show_stats
    from parlour.terminal.matches.review_cache import review_parts
    from parlour.terminal.play.practice import practise  # not at the top: few people need these

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
        show_stats(console, found, review_parts(found))
        wait_for_reader(console)


def wait_for_reader(console: Console) -> None:
    """Wait until what was said is read: the menu pushes it out of sight."""
    if console.interactive:
        console.read("\nPress Enter for the menu: ")
