"""The pairs of matches in a plan: the number of each, who plays what, and with which seed."""

import hashlib
import json
from typing import NamedTuple

from parlour.arena.tournament.plan import TournamentPlan
from parlour.games.game import Game


class PlannedPair(NamedTuple):
    """Two matches with the same seed; in the second one the players have swapped seats."""

    number: int
    label: str  # of the game
    game: Game
    players: tuple[str, str]
    seed: int


def pair_of(plan: TournamentPlan, number: int) -> PlannedPair:
    rest, repetition = divmod(number, plan.pairs)
    place, matchup = divmod(rest, len(plan.matchups))
    label, game = list(plan.games.items())[place]
    return PlannedPair(number, label, game, plan.matchups[matchup], seed_of(plan.seed, game, repetition))


def seed_of(seed: int, game: Game, repetition: int) -> int:
    """The same for all players, so that comparisons share their luck. JavaScript can read 48 bits exactly."""
    text = json.dumps([seed, game.name, game.named_rules(), repetition])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
