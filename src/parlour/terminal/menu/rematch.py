"""After a match: a review, another match or the next of a series, with its seats, or the menu."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.coach.reviews import review_lines
from parlour.games.errors import BadGame, TooLarge
from parlour.match.match import Match
from parlour.players.habits.characters import CHARACTERS, Character
from parlour.terminal.console.asking import Back, Leave, choose, word_lines
from parlour.terminal.console.console import Console
from parlour.terminal.console.interrupts import CalculationStopped, EndOfInput, keep_ctrl_c
from parlour.terminal.console.progress import Bar, say_from_solution
from parlour.terminal.menu.choosing import select_opponent
from parlour.terminal.menu.series import Series, forget_series, load_series, people_of
from parlour.terminal.play.personal import tell_noticed
from parlour.terminal.play.seating import SeatPlayers, Start, new_session, run_session
from parlour.terminal.play.session import Session

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

OFFERS = {
    "review": "see the loss of each choice",
    "rematch": "play the same match again",
    "swap": "play again with the seats swapped",
    "opponent": "play the same game against another opponent",
    "menu": "go to the menu of games",
    "quit": "leave",
}
IN_SERIES = {
    "next": "play the next match of the series, with the seats swapped; Enter does the same",
    "review": OFFERS["review"],
    "opponent": "end the series and play against another opponent",
    "menu": "end the series and go to the menu of games",
    "quit": "end the series and leave",
}
SHORT = {"": "next", "swap seats": "swap", "another opponent": "opponent", "q": "quit", "exit": "quit"}


def play_on(session: Session, seat: SeatPlayers, best_of: int = 1, asked: tuple[str, str] | None = None) -> bool:
    """Play a match, then continue as people wish. Return whether that is the menu.

    `seat` finds the players. `asked` are the seats that were asked for, if that was `adaptive` and not a certain level.
    """
    series = load_series(session.autosave.path, session.match)
    if series is None:
        series = Series(session.match, best_of, asked)
    elif series.played:
        session.console.say(*series.lines())
    while True:
        match, console, record = session.match, session.console, session.autosave.path
        if record is not None and match.people:
            series.keep(record, match)
        if not run_session(session):
            return True
        forget_series(record)
        if not match.people or not console.interactive or match.result.failure:
            return False
        series.add(match)
        tell_noticed(console, match, session.players)
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
            except (BadGame, CalculationStopped, TooLarge) as error:  # a variant may be too large for this opponent
                console.say("", f"Sorry: {error}")
        session = following
        if chosen == "opponent" or (series.best_of > 1 and not series.goes_on):
            series = Series(session.match, start.best_of, start.seats)
        elif chosen != "rematch":
            series.swapped, series.seats = not series.swapped, start.seats


def next_match(chosen: str, match: Match, seats: tuple[str, str], console: Console, best_of: int) -> Start:
    """The same match again, with swapped seats, or against another opponent."""
    if chosen == "opponent":
        return select_opponent(console, match.game, people_of(match))
    (first, second), names = seats, match.names
    if chosen == "rematch":
        return Start(match.game, seats, names, best_of)
    return Start(match.game, (second, first), names and (names[1], names[0]), best_of)


def what_next(console: Console, match: Match, score: Sequence[str], goes_on: bool) -> str:
    """Show reviews until people want something else: one of the other offers."""
    if score:
        console.tell("", *score)
    offers = IN_SERIES if goes_on else OFFERS
    lines = ["", *word_lines(offers), ""]
    console.tell(*lines)
    words = {name: name for name in offers} | {short: name for short, name in SHORT.items() if name in offers}
    request = f"Please type {', '.join(list(offers)[:-1])} or quit."
    with suppress(EndOfInput):
        while True:
            chosen = choose(console, "What next? ", words, request, lines)
            if chosen != "review":
                return chosen
            review(console, match)
    return "quit"


def review(console: Console, match: Match) -> None:
    """The loss of each choice of a person; after a match against a character also its habit, and how to use it."""
    for seat in match.people:
        if len(match.people) == 2:
            console.tell("", f"{(match.names or match.game.words.PLAYERS)[seat]}:")
        if not say_from_solution(console, match.game, "review", review_lines, match, seat):
            return
        if match.seats[1 - seat] in CHARACTERS:
            say_from_solution(console, match.game, "counter", counter, match, seat)


def counter(_: Solution, match: Match, player: int) -> list[str]:
    """The best counter to the character that this person played against."""
    from parlour.coach.counter import best_counter, counter_lines  # not at the top: they load NumPy and Numba

    character = Character(match.seats[1 - player])
    with keep_ctrl_c(), Bar("Finding the best counter", note="") as bar:
        found = best_counter(character, match.line, player, bar)
    return counter_lines(character, match.game, player, found)
