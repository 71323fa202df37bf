"""What one seat, or a spectator, may know of a match: the parts listed here and no others."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from parlour.games.contract import State
from parlour.games.game import Game

Decision: TypeAlias = int | tuple[int, int]  # the action of the one player to act, or both of a secret round


class View(NamedTuple):
    game: Game
    player: int | None  # whose view this is; None is a spectator's
    state: State  # as it lies open on the table
    to_act: tuple[int, ...]
    chosen: tuple[int, ...]  # who has sealed a choice, never which
    actions: tuple[int, ...]  # what this player may still choose now
    decisions: tuple[Decision, ...]  # every decision so far, revealed
