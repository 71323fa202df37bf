"""Names of the people who play, and the length of a series."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.record import LONGEST_NAME, is_plain
from parlour.terminal.console import Console

MOST = 99  # matches of a series


class BadNames(ParlourError):
    """Names that cannot be shown or told apart, or more names than people."""


def names_of(game: Game, seats: tuple[str, str], people: Sequence[str]) -> tuple[str, str] | None:
    """The names of both seats: people in the order of their seats, and computer players as they are called."""
    if not people:
        return None
    left = list(people)
    first, second = (
        seat if seat != "human" else (left.pop(0) if left else player)
        for seat, player in zip(seats, game.words.PLAYERS, strict=True)
    )
    return first, second


def checked_people(people: Sequence[str]) -> list[str]:
    """Names without surrounding spaces. Raises BadNames."""
    names = [name.strip() for name in people]
    if not all(name and is_plain(name) and len(name) <= LONGEST_NAME for name in names):
        raise BadNames(f"a name has 1 to {LONGEST_NAME} printable characters")
    if len(names) > 2 or len(set(names)) < len(names):
        raise BadNames("give one name, or two different ones")
    return names


def ask_for_names(console: Console) -> list[str]:
    """Ask for one or two names; none if nothing is typed."""
    while True:
        typed = console.read("Names, with a comma between two (Enter for none): ").strip()
        if not typed:
            return []
        try:
            return checked_people(typed.split(","))
        except BadNames as error:
            console.tell(f"Sorry: {error}.")


def ask_for_length(console: Console) -> int:
    """Ask how many matches a series has at most."""
    while True:
        typed = console.read("Best of how many matches? ").strip()
        if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:9]) <= MOST and int(typed[:9]) % 2:
            return int(typed[:9])
        console.tell(f"Please type an odd number from 1 to {MOST}.")
