"""What a player or a spectator may know of a match: these fields and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.contract import Decision, State
from parlour.games.game import Game


class View(NamedTuple):
    game: Game
    player: int | None  # None for a spectator
    state: State  # with its hidden fields masked
    to_act: tuple[int, ...]
    chosen: tuple[int, ...]  # who has sealed a choice, never what it is
    actions: tuple[int, ...]  # what this player may still choose
    decisions: tuple[Decision, ...]  # all past decisions, which are public
