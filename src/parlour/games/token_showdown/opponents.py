"""How people play Token Showdown, and the characters' habits. Option 0 bids 1 token."""

from typing import Any

import numpy as np

from parlour.games.habits import Habit, Pick, Seen, part, where


def bid_one_in(number: int) -> Pick:
    """Bids a half of the purse, a third, ..."""
    return lambda seen: seen.own("tokens") // number - 1


def even_shares(seen: Seen) -> Any:
    """Spreads the purse over the points that are missing; the game is to 5."""
    return seen.own("tokens") // np.maximum(1, 5 - seen.own("points")) - 1


def ten(seen: Seen) -> Any:
    return 0 * seen.own("tokens") + 9


def more_when_behind(seen: Seen) -> Any:
    """Bids a third of the purse when behind, otherwise a sixth."""
    return seen.own("tokens") // np.where(seen.own("points") < seen.others("points"), 3, 6) - 1


def save(seen: Seen) -> Any:
    return where(seen.others("points") < 2, 0)


def third_when_behind(seen: Seen) -> Any:
    return where(seen.own("points") < seen.others("points"), part(seen.own("tokens"), 3) - 1)


def third_when_ahead(seen: Seen) -> Any:
    return where(seen.own("points") > seen.others("points"), part(seen.own("tokens"), 3) - 1)


def eighth_when_level(seen: Seen) -> Any:
    return where(seen.own("points") == seen.others("points"), part(seen.own("tokens"), 8) - 1)


def match_half(seen: Seen) -> Any:
    return where(seen.others("points") >= 3, part(seen.others("tokens"), 2) - 1)


CASUAL: dict[Pick, str] = {
    bid_one_in(3): "bid a third of your purse",
    bid_one_in(2): "bid half of your purse",
    even_shares: "bid your purse in even shares, one for each point you still needed",
    ten: "bid 10",
}
STANDARD_ONLY = (even_shares,)
HELD_OUT: tuple[Pick, ...] = (bid_one_in(4), more_when_behind)
CHARACTERS = {
    "hoarder": Habit("bids 1 token until you have two points", save),
    "hothead": Habit("bids a third of its tokens whenever you have more points", third_when_behind),
    "bully": Habit("bids a third of its tokens whenever it has more points", third_when_ahead),
    "clockwork": Habit("bids an eighth of its tokens whenever both have equally many points", eighth_when_level),
    "sentry": Habit("bids half of your tokens as soon as you have three points", match_half),
}
