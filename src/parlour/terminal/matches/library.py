"""The matches that were saved on this machine: finds, filters and describes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from parlour import storage
from parlour.games.errors import ParlourError, reason
from parlour.games.game import Game
from parlour.match.match import HUMAN, Match
from parlour.match.transcript import variant_name
from parlour.terminal.console.console import Console
from parlour.terminal.matches.autosave import command, saves_folder

OPEN = "running"  # the outcome of a match that is not over


class Saved(NamedTuple):
    """A match in a file, and when it was last played."""

    path: Path
    when: datetime
    match: Match

    @property
    def is_open(self) -> bool:
        return self.match.result.outcome == OPEN


def saved_files(prefix: str = "") -> list[Path]:
    """The files of saved matches whose names begin like this, the latest first."""
    try:
        files = [path for path in saves_folder().glob(f"{prefix}*.json") if path.is_file()]
        return sorted(files, key=lambda path: (os.path.getmtime(path), path.name), reverse=True)
    except (OSError, RuntimeError) as error:
        raise ParlourError(f"saved matches cannot be found: {reason(error)}") from None


def saved_matches(skip: Callable[[str], None] | None = None, prefix: str = "") -> Iterator[Saved]:
    """Every match in these files, the latest first; `skip` is told why a file cannot be read."""
    for path in saved_files(prefix):
        try:
            saved = Saved(path, datetime.fromtimestamp(os.path.getmtime(path)), storage.load(path))
        except (OSError, ParlourError) as error:  # a damaged record must not hide a good one
            if skip is not None:
                skip(str(error))
        else:
            yield saved


def is_first_match(game: Game, path: Path | None) -> bool:
    """Whether no other match is saved in a file that is named after this game and the time."""
    name = re.compile(re.escape(game.name) + r"-\d{8}-\d{6}")  # another game's name may begin like this one's
    with suppress(ParlourError):
        return not any(name.match(file.name) for file in saved_files(game.name) if file != path)
    return False


def latest_open(skip: Callable[[str], None]) -> Path:
    """The saved match that was played last and is not over; `skip` is told why a later one cannot be read.

    One without turns is taken only if there is no other.
    """
    untouched: list[Path] = []
    for saved in saved_matches(lambda problem: None if untouched else skip(problem)):
        if saved.is_open and saved.match.line.choices:
            return saved.path
        if saved.is_open:
            untouched.append(saved.path)
    if untouched:
        return untouched[0]
    raise ParlourError(f"no match in {saves_folder()} can be resumed; start one with: {command('play', 'GAME')}")


def open_matches(most: int) -> list[Saved]:
    """The saved matches that are not over, the latest first, but those without turns last."""
    with suppress(ParlourError):
        found = islice((saved for saved in saved_matches() if saved.is_open), most)
        return sorted(found, key=lambda saved: not saved.match.line.choices)
    return []


def find_matches(
    console: Console, game: str | None = None, player: str | None = None, state: str | None = None
) -> list[Saved]:
    """The saved matches that are wanted (see `is_wanted`). A note names each file that cannot be read."""
    found = saved_matches(lambda problem: console.warn(f"Note: a file is skipped. {problem}"))
    return [saved for saved in found if is_wanted(saved, game, player, state)]


def is_wanted(saved: Saved, game: str | None = None, player: str | None = None, state: str | None = None) -> bool:
    """Whether a match is of this game, with this player or person, and `open` or `over`."""
    match = saved.match
    return (
        (game is None or match.game.name == game)
        and (player is None or player.casefold() in (name.casefold() for name in (*match.seats, *(match.names or ()))))
        and (state is None or saved.is_open == (state == "open"))
    )


def sides(match: Match) -> tuple[str, str]:
    """What to call the two sides: by the names that people gave, otherwise by seat; a lone person is you."""
    if match.names is not None or match.seats == (HUMAN, HUMAN):
        return match.names or match.game.words.PLAYERS
    first, second = ("you" if seat == HUMAN else seat for seat in match.seats)
    return first, second


def result_text(match: Match) -> str:
    """`you won`, `drawn`, `open after 3`."""
    result = match.result
    if result.outcome == OPEN:
        return f"open after {len(match.line)}" if match.line.choices else "not begun"
    if result.winner is None:
        return "drawn" if result.outcome == "drawn" else "no result"
    names = sides(match)
    return f"{names[result.winner] if names[0] != names[1] else match.game.words.PLAYERS[result.winner]} won"


def row(saved: Saved) -> list[str]:
    """When, what, who and the result, for a table."""
    first, second = sides(saved.match)
    return [
        f"{saved.when:%Y-%m-%d %H:%M}",
        variant_name(saved.match.game),
        f"{first} - {second}",
        result_text(saved.match),
    ]


def document(saved: Saved) -> dict[str, object]:
    """A match for `--json`; docs/matches.md describes every entry."""
    match = saved.match
    return {
        "file": str(saved.path),
        "played": saved.when.astimezone().isoformat(timespec="seconds"),
        "game": match.game.name,
        "rules": match.game.named_rules(),
        "seats": match.seats,
        "names": match.names,
        "turns": len(match.line),
        "outcome": match.result.outcome,
        "winner": match.result.winner,
    }


def count_matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"
