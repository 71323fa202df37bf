"""The positions that somebody got wrong in practice, and when each comes back. They are kept in one file.

This is spaced repetition: a position waits longer after every right answer, and starts again after a wrong one.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from parlour.files import write_file
from parlour.games.catalogue import named_game
from parlour.games.contract import Decision, State
from parlour.games.errors import ParlourError, reason
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.match.record import as_decision
from parlour.terminal.matches.autosave import command, saves_folder

FORMAT, VERSION = "parlour practice", 1
MINUTE, DAY = 60, 86_400
WAITS = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY)  # seconds before a position comes back


class Position(NamedTuple):
    """A player to act, after these decisions."""

    game: Game
    decisions: tuple[Decision, ...]
    player: int

    @property
    def state(self) -> State:
        match = Match(self.game)
        for decision in self.decisions:
            match.decide(decision)
        return match.state


class Waiting(NamedTuple):
    """How often a position was answered since it was missed, and when it comes back, in seconds since 1970."""

    right: int
    due: float


class Missed:
    """The missed positions in a file. Positions of games that are not installed now stay in the file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or saves_folder() / "practice" / "missed.json"
        self.waiting: dict[Position, Waiting] = {}
        self._others: list[Any] = []  # entries of games that cannot be loaded

    def load(self) -> None:
        """Read the file. If it is damaged, ParlourError says how to start again."""
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
            if content["format"] != FORMAT or content["version"] != VERSION:
                raise ValueError("it is from another version of Parlour")
            for entry in content["positions"]:
                self._read(entry)
        except FileNotFoundError:
            return
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            ParlourError,
            RecursionError,
            OverflowError,
        ) as error:
            forget = command("practice", "--forget")
            raise ParlourError(
                f"the missed positions in {self.path} cannot be read: {reason(error)}; to delete them: {forget}"
            ) from None

    def _read(self, entry: dict[str, Any]) -> None:
        try:
            game = named_game(entry["game"], **entry["rules"])
        except ParlourError:
            self._others.append(entry)
            return
        position = Position(game, tuple(as_decision(decision) for decision in entry["decisions"]), int(entry["player"]))
        if position.player not in game.to_act(position.state):
            raise ValueError("a player is asked who is not to act")
        self.waiting[position] = Waiting(int(entry["right"]), float(entry["due"]))

    def due(self, game: Game, now: float) -> list[Position]:
        """The positions of this game that come back now, the one that waits longest first."""
        ready = [position for position, wait in self.waiting.items() if position.game == game and wait.due <= now]
        return sorted(ready, key=lambda position: self.waiting[position].due)

    def answered(self, position: Position, right: bool, now: float) -> None:
        """Decide when a position comes back, and save that. One that was right from the beginning never does."""
        with suppress(ParlourError):  # what was read at first is still here
            now_in_file = Missed(self.path)  # another program may have changed it
            now_in_file.load()
            self.waiting, self._others = now_in_file.waiting, now_in_file._others
        before = self.waiting.pop(position, None)
        if not right:
            self.waiting[position] = Waiting(0, now + WAITS[0])
        elif before is not None and before.right + 1 < len(WAITS):
            self.waiting[position] = Waiting(before.right + 1, now + WAITS[before.right + 1])
        if not right or before is not None:
            self._save()

    def forget(self, game: Game) -> int:
        """Delete the positions of a game, and return how many there were."""
        forgotten = [position for position in self.waiting if position.game.name == game.name]
        for position in forgotten:
            del self.waiting[position]
        self._save()
        return len(forgotten)

    def _save(self) -> None:
        """Write the whole file, or leave the old one as it is."""
        entries = [
            {
                "game": position.game.name,
                "rules": position.game.named_rules(),
                "decisions": position.decisions,
                "player": position.player,
                **wait._asdict(),
            }
            for position, wait in self.waiting.items()
        ]
        text = json.dumps({"format": FORMAT, "version": VERSION, "positions": [*entries, *self._others]}, indent=1)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_file(self.path, text + "\n")
        except OSError as error:
            raise ParlourError(f"missed positions cannot be saved to {self.path}: {reason(error)}") from None
