"""One match after another at the keyboard, until people have had enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from parlour.cli.run_session import Stopped, ctrl_c_stops, fresh_nonce, fresh_seed, run_session
from parlour.games.errors import BadGame, TooLarge
from parlour.match.match import HUMAN, Match
from parlour.players import Player
from parlour.terminal.console.choice import Back, Leave
from parlour.terminal.console.console import Console
from parlour.terminal.matches.autosave import new_autosave
from parlour.terminal.menu.after import what_next
from parlour.terminal.menu.choosing import Start, select_opponent
from parlour.terminal.menu.names import people_of
from parlour.terminal.menu.series import Series, forget_series, kept_series
from parlour.terminal.play.personal import with_level
from parlour.terminal.play.reading import tell_noticed
from parlour.terminal.play.session import Session

Seat: TypeAlias = Callable[[Match], tuple[Player | None, Player | None]]


def play_on(session: Session, seat: Seat, best_of: int = 1, asked: tuple[str, str] | None = None) -> bool:
    """Play a match, then whatever people want next. Return whether that is the menu.

    `seat` finds the players. `asked` are the seats that were asked for, if that was `adaptive` and not a certain level.
    """
    series = kept_series(session.autosave.path, session.match)
    if series is None:
        series = Series(session.match, best_of, asked)
    elif series.played:
        session.console.say(*series.lines())
    while True:
        match, console, record = session.match, session.console, session.autosave.path
        if record is not None and HUMAN in match.seats:
            series.keep(record, match)
        if not run_session(session):
            return True
        forget_series(record)
        if HUMAN not in match.seats or not console.interactive or match.result.failure:
            return False
        series.add(match)
        tell_noticed(console, session)
        following: Session | None = None
        while following is None:
            chosen = what_next(console, match, series.lines(), series.goes_on)
            if chosen in ("menu", "quit"):
                return chosen == "menu"
            try:
                start = next_match(chosen, match, series.seats, console, series.best_of)
                following = new_session(start, console, seat)
            except Back:
                pass
            except Leave:
                return False
            except (BadGame, Stopped, TooLarge) as error:  # a variant may be too large for this opponent
                console.say("", f"Sorry: {error}")
        session = following
        if chosen == "opponent" or (series.best_of > 1 and not series.goes_on):
            series = Series(session.match, start.best_of, start.seats)
        elif chosen != "rematch":
            series.swapped, series.seats = not series.swapped, start.seats


def next_match(chosen: str, match: Match, seats: tuple[str, str], console: Console, best_of: int) -> Start:
    """The same match again, with swapped seats, or against somebody else."""
    if chosen == "opponent":
        return select_opponent(console, match.game, people_of(match))
    (first, second), names = seats, match.names
    if chosen == "rematch":
        return Start(match.game, seats, names, best_of)
    return Start(match.game, (second, first), names and (names[1], names[0]), best_of)


def new_session(start: Start, console: Console, seat: Seat) -> Session:
    """A new match, saved to a new file."""
    console.say("")
    match = Match(start.game, with_level(console, start.game, start.seats, start.names), fresh_seed())
    match.nonce = fresh_nonce()
    match.names = start.names
    with ctrl_c_stops():
        players = seat(match)  # before the file is created
    return Session(match, players, console, new_autosave(match))
