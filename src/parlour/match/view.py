"""What a player or a spectator may know of a match: these fields and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Choices


class View(NamedTuple):
    game: Game
    player: int | None  # None for a spectator
    state: State  # with its hidden fields masked
    to_act: tuple[int, ...]
    chosen: tuple[int, ...]  # who has sealed a choice, never what it is
    actions: tuple[int, ...]  # what this player may still choose
    choices: tuple[Choices, ...]  # of all past turns, which are public

    @property
    def decisions(self) -> tuple[int | tuple[int, int], ...]:  # MIGRATION
        return tuple((c[0], c[1]) if len(c) == 2 else c[0] for c in self.choices)
