"""`parlour` without a command: offers `choosing.py`'s choices and carries yours out, until you leave."""

from contextlib import suppress
from functools import partial
from pathlib import Path

from parlour.games.errors import ParlourError, reason, shorten
from parlour.games.game import Game
from parlour.match.transcript import variant_name
from parlour.terminal.console.asking import HELP, LEAVE, Leave
from parlour.terminal.console.console import Console, NotPrivate
from parlour.terminal.console.format import show_pages, table_lines
from parlour.terminal.console.interrupts import CalculationStopped, EndOfInput, stop_on_ctrl_c
from parlour.terminal.matches.replay import ReplayViewer
from parlour.terminal.matches.saved import Saved, command, find_matches, row, saves_folder
from parlour.terminal.menu.choosing import Other, select
from parlour.terminal.menu.rematch import play_on
from parlour.terminal.menu.series import forget_series
from parlour.terminal.play.seating import Start, new_session, resume_session, seat_players

ABOUT = [
    "You can type:",
    "  3          open match 3: continue it if it is open, otherwise step through it",
    "  delete 3   delete match 3, after you have confirmed it",
    "  list       show the list again",
    "  q          leave",
]


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
                    show_other(chosen, console)
                    continue
                if isinstance(chosen, Path):
                    console.say("")
                    with stop_on_ctrl_c():
                        session = resume_session(chosen, console, seat)
                else:
                    session = new_session(chosen, console, seat)
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


def show_other(chosen: Other, console: Console) -> None:
    """Practise, or show matches or results; then the menu comes again. Raises Leave."""
    from parlour.terminal.matches.results import show_stats
    from parlour.terminal.matches.review_cache import review_parts
    from parlour.terminal.play.practice import practise  # not at the top: few people need these

    console.say("")
    if chosen.game is not None:
        practise(console, chosen.game)
    elif chosen.what == "matches":
        found = find_matches()
        if found:
            show_matches(console, found)
        else:
            console.tell("You have no saved matches yet.")
            wait_for_reader(console)
    else:
        found = find_matches(state="over")
        show_stats(console, found, review_parts(found))
        wait_for_reader(console)


def wait_for_reader(console: Console) -> None:
    """Wait until the last lines are read: the menu pushes them out of sight."""
    if console.interactive:
        console.read("\nPress Enter for the menu: ")


def show_matches(console: Console, found: list[Saved]) -> bool:
    """List matches; at a terminal, let the reader open and delete them. Return whether the menu is wanted.

    Raises Leave if the reader leaves after a match.
    """
    if not found:
        console.say(f"There are no such matches in {saves_folder()}.", f"To play one: {command('play', 'GAME')}")
        return False
    show_pages(console, list_lines(console, found))
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
        typed = console.read("A number to open a match, delete and a number, or q: ").strip().lower()
        word, _, rest = typed.rpartition(" ")
        if typed in (*LEAVE, ""):
            return False
        if typed in HELP:
            console.say("", *ABOUT, "")
        elif typed == "list":
            numbered = dict(enumerate(numbered.values(), start=1))
            show_pages(console, list_lines(console, list(numbered.values())))
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
    """Continue a match that is open; step through one that is over. Return whether the menu is wanted then."""
    if not saved.is_open:
        ReplayViewer(saved.match, console).run()
        return False
    seat = partial(seat_players, console=console)
    console.say("")
    try:
        with stop_on_ctrl_c():
            session = resume_session(saved.path, console, seat)  # it may have been played on since it was listed
    except ParlourError as error:  # its player may not exist here
        console.say(f"Sorry: {error}")
        return False
    if play_on(session, seat):
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
