"""Names of the people who play, and the length of a series."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.errors import ParlourError
from parlour.match.match import HUMAN, Match
from parlour.match.record import LONGEST_NAME, is_plain
from parlour.terminal.console.asking import read_value
from parlour.terminal.console.console import Console

MOST = 99  # matches of a series
GUESTS = ("Guest", "Another guest")  # who play against a person who gave a name
ABOUT_NAMES = (
    "Type your name, or two names for two people: Ann, Bob. The first takes the first seat. Names are shown in the "
    "score and kept with the matches."
)
REQUEST = f"Please type an odd number from 1 to {MOST}."
ABOUT_LENGTH = (
    "The seats are swapped after every match, and the side that wins more than half of the matches wins the series."
)


class BadNames(ParlourError):
    """Names that cannot be shown or told apart, or more names than people."""


def names_of(seats: tuple[str, str], people: Sequence[str]) -> tuple[str, str] | None:
    """The names of both seats: people in the order of their seats, and computer players as they are called."""
    if not people:
        return None
    left = [*people, *(guest for guest in GUESTS if guest not in people)]
    first, second = (left.pop(0) if seat == HUMAN else seat for seat in seats)
    return first, second


def people_of(match: Match) -> list[str]:
    """The names that people gave, in the order of their seats."""
    named = zip(match.names or (), match.seats, strict=False)
    return [name for name, seat in named if seat == HUMAN and name not in GUESTS]


def check_people(people: Sequence[str]) -> list[str]:
    """Names without surrounding spaces. Raises BadNames."""
    names = [name.strip() for name in people]
    if not all(name and is_plain(name) and len(name) <= LONGEST_NAME for name in names):
        raise BadNames(f"a name has 1 to {LONGEST_NAME} printable characters")
    if len(names) > 2 or len(set(names)) < len(names):
        raise BadNames("give one name, or two different ones")
    return names


def ask_for_names(console: Console) -> list[str]:
    """Ask for one or two names; none if nothing is typed. Raises Back and Leave."""
    while True:
        typed = read_value(console, "Names, with a comma between two (Enter for none): ", ABOUT_NAMES)
        if not typed:
            return []
        try:
            return check_people(typed.split(","))
        except BadNames as error:
            console.tell(f"Sorry: {error}.")


def ask_for_length(console: Console) -> int:
    """Ask how many matches a series has at most. Raises Back and Leave."""
    while True:
        typed = read_value(console, "Best of how many matches? ", f"{REQUEST} {ABOUT_LENGTH}")
        if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:9]) <= MOST and int(typed[:9]) % 2:
            return int(typed[:9])
        console.tell(REQUEST)
