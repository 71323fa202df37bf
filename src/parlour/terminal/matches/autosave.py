"""Saves a match while it is played, and says how to return to it."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import datetime
from pathlib import Path
from shutil import which

from parlour import storage
from parlour.games.catalogue import is_from_folder
from parlour.games.errors import ParlourError, reason
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.match.record import dump


class Autosave:
    """Saves a match to `path` after every turn; with None it saves nothing."""

    def __init__(self, path: Path | None, problem: str = "") -> None:
        self.path = path
        self.problem = problem  # why the match is not saved; empty if it is
        self._written = b""  # what we last read from the file or wrote to it

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

    def load(self) -> Match:
        """The match in the file, ready to be continued."""
        if self.path is None:
            raise ParlourError("there is no file to resume")
        self._written = storage.read(self.path)  # before loading: a change in between must not go unnoticed
        return storage.load(self.path)

    def return_lines(self, game: Game, finished: bool) -> list[str]:
        """Tell the player how to return to the match."""
        if self.problem:
            return [f"Sorry, {self.problem}."]
        if self.path is None:
            return ["This match is not saved."]
        name = str(self.path) if not str(self.path).startswith("-") else f"./{self.path}"
        folder = ["--game", str(game.folder)] if is_from_folder(game.name) else []
        if not finished:
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
    """Where matches are saved by default."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    return home / "parlour"


def new_autosave(match: Match) -> Autosave:
    """Save to a new file named after the game and the time. If that fails, the match can be played anyway."""
    try:
        folder = saves_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
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
