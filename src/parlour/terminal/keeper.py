"""Keeps a match on disk while it is played, and finds it again."""

from __future__ import annotations

import os
import shlex
from datetime import datetime
from pathlib import Path

from parlour import storage
from parlour.games.errors import ParlourError
from parlour.match.match import Match


class Keeper:
    """Saves after every decision. `path` is where; None keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.trouble = ""  # why the last attempt failed

    def keep(self, match: Match) -> None:
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            storage.save(match, self.path)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"this match cannot be saved to {self.path}: {error.strerror}"

    def way_back(self, finished: bool) -> list[str]:
        """How to return to the match."""
        if self.path is None:
            return ["This match is not saved."]
        if self.trouble:
            return [f"Sorry, {self.trouble}."]
        verb = "replay" if finished else "resume"
        return [f"The match is saved. To {verb} it:", f"  parlour {verb} {shlex.quote(str(self.path))}"]


def saves_folder() -> Path:
    """Where matches are kept when nobody says otherwise."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    return home / "parlour"


def new_path(match: Match) -> Path:
    """A place for a new match: named by game and time, and not taken."""
    stem = f"{match.game.name}-{datetime.now():%Y%m%d-%H%M%S}"
    path = saves_folder() / f"{stem}.json"
    number = 1
    while path.exists():
        number += 1
        path = saves_folder() / f"{stem}-{number}.json"
    return path


def latest_unfinished() -> Path:
    """The match that was played last and is not over."""
    folder = saves_folder()
    files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files:
        try:
            if storage.load(path).result.outcome == "running":
                return path
        except ParlourError:
            continue  # a damaged record must not stand in the way of a good one
    raise ParlourError(f"no unfinished match is saved in {folder}; start one with: parlour play GAME")
