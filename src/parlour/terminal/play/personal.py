"""Opponents that depend on the matches you have saved: `adaptive` chooses a level for you, `reader` models you.

They read nothing else, keep nothing, and only the terminal offers them.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour import storage
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import HUMAN, Match
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import wrapped
from parlour.terminal.matches.autosave import saved_files, saves_folder

ADAPTIVE, READER = "adaptive", "reader"
PERSONAL = {
    ADAPTIVE: "a level; harder after a win, easier after a loss",
    READER: "exploits the habits in your saved matches",
}
LEVELS = ("beginner", "easy", "medium", "hard", "perfect")
BEGIN = "easy"


class NoPerson(ParlourError):
    """Nobody is there to suit or to read."""


def person_in(match: Match, name: str | None) -> int | None:
    """The seat of the person with this name; without a name, of a person who gave none and had no other beside them."""
    people = [seat for seat in (0, 1) if match.seats[seat] == HUMAN]
    if match.names is not None:
        return next((seat for seat in people if match.names[seat] == name), None)
    return people[0] if name is None and len(people) == 1 else None


def own_matches(game: Game, name: str | None) -> Iterator[tuple[Match, int]]:
    """The saved matches of a person in this game, with these rules, and their seat there; the latest first."""
    try:
        paths = [path for path in saved_files(saves_folder()) if path.name.startswith(f"{game.name}-")]
    except (OSError, RuntimeError):
        return
    for path in paths:
        try:
            match = storage.load(path)
        except ParlourError:  # a damaged record must not spoil the others
            continue
        seat = person_in(match, name)
        if match.game == game and seat is not None:
            yield match, seat


def opponent_of(seats: tuple[str, str], names: tuple[str, str] | None, personal: str) -> str | None:
    """The name of the person against whom a personal opponent plays, or None if they gave none."""
    if HUMAN not in seats:
        raise NoPerson(f"{personal} plays only against a person: the other seat must be {HUMAN}")
    return names[seats.index(HUMAN)] if names is not None else None


def with_level(console: Console, game: Game, seats: tuple[str, str], names: tuple[str, str] | None) -> tuple[str, str]:
    """The seats with a level in place of `adaptive`; it says which one, and why."""
    if ADAPTIVE not in seats:
        return seats
    level, reason = suitable_level(game, opponent_of(seats, names, ADAPTIVE))
    console.say(*wrapped(console, [f"You play against {level}: {reason}."]))
    first, second = (level if seat == ADAPTIVE else seat for seat in seats)
    return first, second


def suitable_level(game: Game, name: str | None) -> tuple[str, str]:
    """One level up after a win and one down after a loss, counted from the last match against a level; and why."""
    for match, seat in own_matches(game, name):
        level, result = match.seats[1 - seat], match.result
        if level in LEVELS and result.outcome in ("won", "drawn"):
            step = 0 if result.winner is None else 1 if result.winner == seat else -1
            place = min(max(LEVELS.index(level) + step, 0), len(LEVELS) - 1)
            verb = "drew" if step == 0 else "won" if step == 1 else "lost"
            return LEVELS[place], f"you {verb} your last match of {game.title} against {level}"
    return BEGIN, f"you have no match of {game.title} against a level yet"
