"""Keeps a match on disk while it is played, and finds it again."""

from __future__ import annotations

import os
import shlex
from datetime import datetime
from itertools import count
from pathlib import Path

from parlour import storage
from parlour.games.errors import ParlourError
from parlour.match.match import Match
from parlour.match.record import dump


class Autosave:
    """Saves after every decision. `path` is where; None keeps nothing."""

    def __init__(self, path: Path | None, trouble: str = "") -> None:
        self.path = path
        self.trouble = trouble  # why the match is not saved, if it is not
        self._known: list[bytes] = []  # what the file may hold if nobody but us has touched it

    def keep(self, match: Match) -> None:
        if self.path is None:
            return
        try:
            if self._known and storage.read(self.path) not in self._known:
                raise ParlourError("another program has changed it meanwhile")
            self._known.append(dump(match).encode())  # before saving: an interruption may come just after
            storage.save(match, self.path)
            del self._known[:-1]
            self.trouble = ""
        except (OSError, ParlourError) as error:
            self.trouble = f"this match cannot be saved to {self.path}: {getattr(error, 'strerror', None) or error}"

    def open(self) -> Match:
        """The match in the file, to be gone on with."""
        if self.path is None:
            raise ParlourError("there is no file to go on with")
        match = storage.load(self.path)
        self._known = [storage.read(self.path)]
        return match

    def way_back(self, finished: bool, program: str = "parlour") -> list[str]:
        """How to return to the match."""
        if self.trouble:
            return [f"Sorry, {self.trouble}."]
        if self.path is None:
            return ["This match is not saved."]
        verb = "replay" if finished else "resume"
        name = str(self.path) if not str(self.path).startswith("-") else f"./{self.path}"
        return [f"The match is saved. To {verb} it:", f"  {program} {verb} {shlex.quote(name)}"]


def saves_folder() -> Path:
    """Where matches are kept when nobody says otherwise."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    return home / "parlour"


def new_autosave(match: Match) -> Autosave:
    """A autosave with a new file, named by game and time. Where there can be none, people can still play."""
    try:
        folder = saves_folder()
        folder.mkdir(parents=True, exist_ok=True)
        stem = f"{match.game.name}-{datetime.now():%Y%m%d-%H%M%S}"
        for number in count(1):
            path = folder / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
            try:
                storage.claim(path)
                return Autosave(path)
            except FileExistsError:
                continue
    except (OSError, RuntimeError) as error:
        return Autosave(None, f"this match cannot be saved: {getattr(error, 'strerror', None) or error}")
    raise AssertionError("unreachable: count never ends")


def latest_unfinished() -> Path:
    """The match that was played last and is not over."""
    try:
        folder = saves_folder()
        files = sorted((path for path in folder.glob("*.json") if path.is_file()), key=os.path.getmtime, reverse=True)
    except (OSError, RuntimeError) as error:
        raise ParlourError(f"saved matches cannot be found: {getattr(error, 'strerror', None) or error}") from None
    for path in files:
        try:
            if storage.load(path).result.outcome == "running":
                return path
        except ParlourError:
            continue  # a damaged record must not stand in the way of a good one
    raise ParlourError(f"no unfinished match is saved in {folder}; start one with: parlour play GAME")
