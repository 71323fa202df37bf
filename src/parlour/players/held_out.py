"""Other people: strategies that took no part in the calibration, so that they show how far the levels carry."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.game import Game
from parlour.players.careless import Careless
from parlour.players.casual import Casual, Seen, Strategy, capture_colors, largest
from parlour.players.uniform import Uniform
from parlour.solver.policy import Policy


def showdown_quarter(seen: Seen) -> Any:
    return seen.own("tokens") // 4 - 1


def showdown_more_when_behind(seen: Seen) -> Any:
    """Bids a third of the purse when behind, otherwise a sixth."""
    return seen.own("tokens") // np.where(seen.own("points") < seen.others("points"), 3, 6) - 1


def war_quarter(seen: Seen) -> Any:
    return (seen.own("bidding") + 3) // 4


def war_two_thirds(seen: Seen) -> Any:
    return (2 * seen.own("bidding") + 2) // 3


def tactics_small_attacks(seen: Seen) -> Any:
    """Always attacks, with one token, and never defends."""
    return np.where(seen["battle"] == 1, 0, 1)


def siege_single_steps_high_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.counts, seen.own("position") == 0)


def siege_double_steps_middle_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.counts // 2, 1 + (seen.own("position") == 0))


def capture_greedy_from_the_right(seen: Seen) -> Any:
    """Takes the colour of which it has more; if equal, from the right."""
    left, right = capture_colors(seen, seen.own)
    return right >= left


def capture_fewest(seen: Seen) -> Any:
    """Takes the colour of which it has fewer; if equal, from the left."""
    left, right = capture_colors(seen, seen.own)
    return right < left


HELD_OUT: dict[str, tuple[Strategy, ...]] = {
    "tower-siege": (siege_single_steps_high_cards, siege_double_steps_middle_cards),
    "token-tactics": (largest, tactics_small_attacks),
    "token-showdown": (showdown_quarter, showdown_more_when_behind),
    "color-capture": (capture_greedy_from_the_right, capture_fewest),
    "resource-war": (war_quarter, war_two_thirds),
}


def held_out(game: Game) -> list[Policy]:
    """Uniform play, a player who knows the solution but errs often, and two strategies with slips."""
    return [Uniform(), Careless(1.0), *map(Casual, HELD_OUT.get(game.name, ()))]
