"""How people play Resource War, and the characters' habits. Option 0 bids nothing."""

from typing import Any

from parlour.games.habits import Habit, Pick, Seen, largest, part, second_lowest, where


def bid_one_in(number: int) -> Pick:
    """Bids a half of what it can, a third, ..., rounded up."""
    return lambda seen: (seen.own("bidding") + number - 1) // number


def two_thirds(seen: Seen) -> Any:
    return (2 * seen.own("bidding") + 2) // 3


def save(seen: Seen) -> Any:
    return where(seen.others("rounds_won") == 0, 0)


def half_after_a_loss(seen: Seen) -> Any:
    return where(seen["last_won"] == 2 - seen.player, part(seen.own("bidding"), 2))


def half_after_a_win(seen: Seen) -> Any:
    return where(seen["last_won"] == seen.player + 1, part(seen.own("bidding"), 2))


def one_when_level(seen: Seen) -> Any:
    return where(seen.own("resource") == seen.others("resource"), 1)


def safe(seen: Seen) -> Any:
    """With the standard rules, the least bid after which the other player cannot win in this round."""
    needed = seen.others("resource") + seen.others("bidding") - 6
    return where(needed > 0, needed)


CASUAL: dict[Pick, str] = {
    bid_one_in(3): "bid a third of what you could",
    bid_one_in(2): "bid half of what you could",
    second_lowest: "bid 1",
    largest: "bid all you could",
}
HELD_OUT: tuple[Pick, ...] = (bid_one_in(4), two_thirds)
CHARACTERS = {
    "hoarder": Habit("bids 0 until you have won a round", save),
    "hothead": Habit("bids half of its points if you won the last round that had a winner", half_after_a_loss),
    "bully": Habit("bids half of its points if it won the last round that had a winner", half_after_a_win),
    "clockwork": Habit("bids 1 whenever both have equally many resource points", one_when_level),
    "sentry": Habit("bids 6 less than your bidding and resource points together, if that is more than 0", safe),
}
