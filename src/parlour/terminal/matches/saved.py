"""Saved matches on this machine: names and saves one while it is played; finds, filters and describes them all."""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from shutil import which
from typing import NamedTuple

from parlour import storage
from parlour.games.catalogue import is_from_folder
from parlour.games.errors import ParlourError, reason
from parlour.games.game import Game
from parlour.match.match import HUMAN, Match
from parlour.match.record import dump
from parlour.match.transcript import variant_name
from parlour.printing import warn
from parlour.user_folders import user_folder


class Autosave:
    """Saves a match to `path` after every turn; with None it saves nothing."""

    def __init__(self, path: Path | None, problem: str = "", written: bytes = b"") -> None:
        self.path = path
        self.problem = problem  # why the match is not saved; empty if it is
        self._written = written  # the last content that we read from the file or wrote to it

    def create(self, match: Match) -> None:
        """Write the match to a new file. Raises FileExistsError if it exists, and OSError if it cannot be written."""
        if self.path is not None:
            self._written = storage.create(match, self.path)

    def save(self, match: Match) -> None:
        """Write the match unless another program has changed the file. Failures only set `problem`."""
        if self.path is None:
            return
        try:
            if not self._written:
                self.create(match)
            # An interruption just after a write leaves the file newer than `_written`, but equal to the match.
            elif storage.read(self.path) not in (self._written, dump(match).encode()):
                raise ParlourError("another program has changed the file")
            else:
                self._written = storage.save(match, self.path)
            self.problem = ""
        except (OSError, ParlourError) as error:
            self.problem = f"this match cannot be saved to {self.path}: {reason(error)}"

    def return_lines(self, match: Match) -> list[str]:
        """Tell the player how to return to the match."""
        if self.problem:
            return [f"Sorry, {self.problem}."]
        if self.path is None:
            return ["This match is not saved."]
        name = str(self.path) if not str(self.path).startswith("-") else f"./{self.path}"
        folder = ["--game", str(match.game.folder)] if is_from_folder(match.game.name) else []
        if match.result.outcome == "running":
            return ["The match is saved. To resume it:", f"  {command('resume', name, *folder)}"]
        return ["To see the loss of each choice later:", f"  {command('analyse', name, *folder)}"]


def command(*arguments: str) -> str:
    """A command of this program as it can be typed here: `parlour` itself may not be on the PATH."""
    folder, name = os.path.split(sys.argv[0])
    found = which("parlour")
    if found and os.path.realpath(found) == os.path.realpath(sys.argv[0]):
        program = ["parlour"]
    elif folder and name == "parlour":
        program = [sys.argv[0]]
    else:
        program = [sys.executable, "-m", "parlour"]
    return shlex.join([*program, *arguments])


def saves_folder() -> Path:
    """Where matches are saved by default. Raises OSError if the user has no home."""
    return user_folder("XDG_STATE_HOME", ".local", "state")


def new_autosave(match: Match) -> Autosave:
    """Save to a new file named after the game and the time. If that fails, the match can be played anyway."""
    try:
        folder = saves_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return Autosave(None, f"this match cannot be saved: {reason(error)}")
    stem = f"{match.game.name}-{datetime.now():%Y%m%d-%H%M%S}"
    autosave, number = Autosave(folder / f"{stem}.json"), 1
    while True:
        try:
            autosave.create(match)
        except FileExistsError:
            number += 1
            autosave = Autosave(folder / f"{stem}-{number}.json")
        except OSError:
            return autosave  # the session tries again, and says why it fails
        else:
            return autosave


class Saved(NamedTuple):
    """A match in a file, and when it was last played."""

    path: Path
    when: datetime
    match: Match

    @property
    def is_open(self) -> bool:
        return self.match.result.outcome == "running"


def saved_files(prefix: str = "") -> list[Path]:
    """The files of saved matches whose names begin like this, the latest first."""
    try:
        files = [path for path in saves_folder().glob(f"{prefix}*.json") if path.is_file()]
        return sorted(files, key=lambda path: (os.path.getmtime(path), path.name), reverse=True)
    except OSError as error:
        raise ParlourError(f"saved matches cannot be found: {reason(error)}") from None


def saved_matches(skip: Callable[[str], None] = lambda _: None, prefix: str = "") -> Iterator[Saved]:
    """Every match in these files, the latest first; `skip` is told why a file cannot be read."""
    for path in saved_files(prefix):
        try:
            saved = Saved(path, datetime.fromtimestamp(os.path.getmtime(path)), storage.load(path))
        except (OSError, ParlourError) as error:  # a damaged record must not hide a good one
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


def find_matches(game: str | None = None, player: str | None = None, state: str | None = None) -> list[Saved]:
    """The saved matches of this game, with this player or person, that are `open` or `over`.

    A note names each file that cannot be read.
    """
    found = []
    for saved in saved_matches(lambda problem: warn(f"Note: a file is skipped. {problem}")):
        match = saved.match
        names = [name.casefold() for name in (*match.seats, *(match.names or ()))]
        if (
            (game is None or match.game.name == game)
            and (player is None or player.casefold() in names)
            and (state is None or saved.is_open == (state == "open"))
        ):
            found.append(saved)
    return found


def sides(match: Match, seats: tuple[str, str]) -> tuple[str, str]:
    """The names of the two sides: those that people gave, otherwise by seat; a lone person is you.

    The seats may be those that were asked for: `adaptive`, and not the level that it chose.
    """
    if match.names is not None or seats == (HUMAN, HUMAN):
        return match.names or match.game.words.PLAYERS
    first, second = ("you" if seat == HUMAN else seat for seat in seats)
    return first, second


def result_text(match: Match) -> str:
    """`you won`, `drawn`, `open after 3`."""
    result = match.result
    if result.outcome == "running":
        return f"open after {len(match.line)}" if match.line.choices else "not begun"
    if result.winner is None:
        return "drawn" if result.outcome == "drawn" else "no result"
    names = sides(match, match.seats)
    return f"{names[result.winner] if names[0] != names[1] else match.game.words.PLAYERS[result.winner]} won"


def row(saved: Saved) -> list[str]:
    """The time, the game, the players and the result, for a table."""
    first, second = sides(saved.match, saved.match.seats)
    return [
        f"{saved.when:%Y-%m-%d %H:%M}",
        variant_name(saved.match.game),
        f"{first} - {second}",
        result_text(saved.match),
    ]


def document(saved: Saved) -> dict[str, object]:
    """A match for `--json`; docs/reference/formats.md describes every entry."""
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
