"""The file of the positions that were missed in practice, and when each comes back."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from parlour.coach.repetition import Exercise, Schedule, Waiting
from parlour.files import write_file
from parlour.games.catalogue import named_game
from parlour.games.errors import ParlourError, reason
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.terminal.matches.autosave import command, saves_folder

FORMAT, VERSION = "parlour practice", 2
DAMAGE = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)


class MissedPositions:
    """The schedule in a file. Positions of games that are not installed now stay in the file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or saves_folder() / "practice" / "missed.json"
        self.schedule = Schedule()
        self._others: list[Any] = []  # entries of games that cannot be loaded

    def load(self) -> None:
        """Read the file. If it is damaged, ParlourError says how to start again."""
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
            if content["format"] != FORMAT or content["version"] != VERSION:
                raise ValueError("it is from another version of Parlour")
            self.schedule = Schedule(dict(filter(None, map(self._read, content["positions"]))))
        except FileNotFoundError:
            return
        except DAMAGE as error:
            forget = command("practice", "--forget")
            raise ParlourError(
                f"the missed positions in {self.path} cannot be read: {reason(error)}; to delete them: {forget}"
            ) from None

    def _read(self, entry: dict[str, Any]) -> tuple[Exercise, Waiting] | None:
        try:
            game = named_game(entry["game"], **entry["rules"])
        except ParlourError:
            self._others.append(entry)
            return None
        exercise = Exercise(Line(game, entry["turns"]), int(entry["player"]))
        if exercise.player not in exercise.line.to_act:
            raise ValueError("a player is asked who is not to act")
        return exercise, Waiting(int(entry["right"]), float(entry["due"]))

    def answer(self, exercise: Exercise, right: bool, now: float) -> None:
        """Decide when a position comes back, and save that."""
        with suppress(ParlourError):  # what was read at first is still here
            now_in_file = MissedPositions(self.path)  # another program may have changed it
            now_in_file.load()
            self.schedule, self._others = now_in_file.schedule, now_in_file._others
        before, self.schedule = self.schedule, self.schedule.answer(exercise, right, now)
        if self.schedule != before:
            self._save()

    def forget(self, game: Game) -> int:
        """Delete the positions of a game, and return how many there were."""
        before, self.schedule = self.schedule, self.schedule.forget(game)
        self._save()
        return len(before.waiting) - len(self.schedule.waiting)

    def _save(self) -> None:
        """Write the whole file, or leave the old one as it is."""
        entries = [
            {
                "game": exercise.game.name,
                "rules": exercise.game.named_rules(),
                "turns": exercise.line.choices,
                "player": exercise.player,
                **wait._asdict(),
            }
            for exercise, wait in self.schedule.waiting.items()
        ]
        text = json.dumps({"format": FORMAT, "version": VERSION, "positions": [*entries, *self._others]}, indent=1)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_file(self.path, text + "\n")
        except OSError as error:
            raise ParlourError(f"missed positions cannot be saved to {self.path}: {reason(error)}") from None
