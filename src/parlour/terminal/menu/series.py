"""The two sides of one match or of a series: their names, and the score, kept in a file.

While a match of several is not over, the score so far lies in a file next to its record, so that it can be resumed.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from parlour.files import write_file
from parlour.games.errors import ParlourError
from parlour.games.vocabulary import count
from parlour.match.match import HUMAN, Match
from parlour.match.record import is_plain
from parlour.players.names import clean_name
from parlour.terminal.matches.saved import sides

MOST = 99  # matches of a series
GUESTS = ("Guest", "Another guest")  # who play against a person who gave a name


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
    """Clean names. Raises ParlourError if people cannot have them, or if they cannot be told apart."""
    names = [clean_name(name) for name in people]
    if len(names) > 2 or len(set(names)) < len(names):
        raise ParlourError("give one name, or two different ones")
    return names


class Series:
    """Side 0 had the first seat in the first match. With `best_of` 1 there is a score, but no winner of the series.

    `seats` are those of the current match as they were asked for: the level of `adaptive` changes from match to match.
    """

    def __init__(self, match: Match, best_of: int = 1, seats: tuple[str, str] | None = None) -> None:
        self.best_of = best_of
        self.seats = seats or match.seats
        first, second = sides(match, self.seats)
        if match.names is None and self.seats == (HUMAN, HUMAN):  # for both seats they may have later
            first, second = f"who began as {first}", f"who began as {second}"
        self.sides = first, second
        self.wins = [0, 0]
        self.draws = 0
        self.swapped = False  # whether side 0 has the second seat now

    def add(self, match: Match) -> None:
        winner = match.result.winner
        if winner is None:
            self.draws += 1
        else:
            self.wins[winner ^ self.swapped] += 1

    @property
    def played(self) -> int:
        return sum(self.wins) + self.draws

    @property
    def winner(self) -> int | None:
        """The side that has won more than half of the matches, which no later match can change."""
        return next((side for side in (0, 1) if self.wins[side] > self.best_of // 2 > 0), None)

    @property
    def goes_on(self) -> bool:
        return self.winner is None and self.played < self.best_of

    def lines(self) -> list[str]:
        """The score; nothing after a single match."""
        if self.played == 1 and self.best_of == 1:
            return []
        draws = f", {count(self.draws, 'draw')}" if self.draws else ""
        of = f" (best of {self.best_of})" if self.best_of > 1 else ""
        lines = [f"Score{of}: {self.sides[0]} {self.wins[0]}, {self.sides[1]} {self.wins[1]}{draws}."]
        if self.winner is not None:
            lines.append(f"The series goes to {self.sides[self.winner]}.")
        elif self.best_of > 1 and not self.goes_on:
            lines.append("The series has no winner.")
        return lines

    def keep(self, record: Path, match: Match) -> None:
        """Remember the score before this match, if there is anything to remember. The match can do without."""
        if self.best_of > 1 or self.played or self.seats != match.seats:
            with suppress(OSError):
                write_file(series_file(record), json.dumps(vars(self)))


def load_series(record: Path | None, match: Match) -> Series | None:
    """The series to which a resumed match belongs."""
    if record is None:
        return None
    series = Series(match)
    try:
        kept = json.loads(series_file(record).read_text())
        series.best_of, series.draws, series.swapped = int(kept["best_of"]), int(kept["draws"]), bool(kept["swapped"])
        series.wins = [int(wins) for wins in kept["wins"]]
        (series.seats, series.sides) = ((str(first), str(second)) for first, second in (kept["seats"], kept["sides"]))
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None  # there is none, or it was changed
    sound = series.best_of > 0 and len(series.wins) == 2 and min(*series.wins, series.draws) >= 0
    return series if sound and all(is_plain(name) for name in series.sides) else None


def forget_series(record: Path | None) -> None:
    if record is not None:
        with suppress(OSError):
            series_file(record).unlink(missing_ok=True)


def series_file(record: Path) -> Path:
    return record.with_name(f"{record.name}.series")
