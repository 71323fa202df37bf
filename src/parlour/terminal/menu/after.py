"""After a game at the keyboard: a review, another match, or the menu."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from parlour.coach.reviews import review_lines
from parlour.match.match import HUMAN, Match
from parlour.terminal.console.choice import choose, explained
from parlour.terminal.console.console import Console, EndOfInput
from parlour.terminal.counter import counter_lines, is_character
from parlour.terminal.solved import say_solved

PROMPT = "What next? "
OFFERS = {
    "review": "see what each choice gave away",
    "rematch": "play the same match again",
    "swap": "play again with the seats swapped",
    "opponent": "play the same game against somebody else",
    "menu": "go to the menu of games",
    "quit": "leave",
}
IN_SERIES = {
    "next": "play the next match of the series, with the seats swapped; Enter does the same",
    "review": OFFERS["review"],
    "opponent": "end the series and play against somebody else",
    "menu": "end the series and go to the menu of games",
    "quit": "end the series and leave",
}
SHORT = {"": "next", "swap seats": "swap", "another opponent": "opponent", "q": "quit", "exit": "quit"}


def what_next(console: Console, match: Match, score: Sequence[str], goes_on: bool) -> str:
    """Show reviews until people want something else: one of the other offers."""
    if score:
        console.tell("", *score)
    offers = IN_SERIES if goes_on else OFFERS
    lines = ["", *explained(offers), ""]
    console.tell(*lines)
    words = {name: name for name in offers} | {short: name for short, name in SHORT.items() if name in offers}
    request = f"Please type {', '.join(list(offers)[:-1])} or quit."
    with suppress(EndOfInput):
        while True:
            chosen = choose(console, PROMPT, words, request, lines)
            if chosen != "review":
                return chosen
            review(console, match)
    return "quit"


def review(console: Console, match: Match) -> None:
    """What each person gave away; after a match against a character also its habit, and how to use it."""
    people = [seat for seat in (0, 1) if match.seats[seat] == HUMAN]
    for seat in people:
        if len(people) == 2:
            console.tell("", f"{(match.names or match.game.words.PLAYERS)[seat]}:")
        if not say_solved(console, match.game, "review", review_lines, match.decisions, seat):
            return
        if is_character(match.seats[1 - seat]):
            say_solved(console, match.game, "counter", counter_lines, match, seat)
