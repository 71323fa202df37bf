"""What one seat, or a spectator, may know of a match: the parts listed here and no others."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.contract import Decision, State
from parlour.games.game import Game


class View(NamedTuple):
    game: Game
    player: int | None  # whose view this is; None is a spectator's
    state: State  # as it lies open on the table
    to_act: tuple[int, ...]
    chosen: tuple[int, ...]  # who has sealed a choice, never which
    actions: tuple[int, ...]  # what this player may still choose now
    decisions: tuple[Decision, ...]  # every decision so far, revealed
