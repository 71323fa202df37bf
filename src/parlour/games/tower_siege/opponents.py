"""How people play Tower Siege, and the characters' habits. The last option is the longest move or the highest card."""

from typing import Any

import numpy as np

from parlour.games.habits import Habit, Pick, Seen, largest, second_highest, where


def long_moves_low_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, 0, seen.counts)


def long_moves_middle_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.counts // 2, seen.counts)


def rest_when_few_cards(seen: Seen) -> Any:
    """Rests at base with fewer than three cards, and plays the highest card."""
    few = np.bitwise_count(seen.own("hand")) < 3
    return np.where((seen["battle"] == 0) & (seen.own("position") == 0) & few, 0, seen.counts)


def single_steps_high_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.counts, seen.own("position") == 0)


def double_steps_middle_cards(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.counts // 2, 1 + (seen.own("position") == 0))


def defends(seen: Seen) -> Any:
    return (seen["battle"] == 1) & (seen["turn"] != seen.player + 1)


def low_defence(seen: Seen) -> Any:
    return where(defends(seen), 0)


def hurry_when_behind(seen: Seen) -> Any:
    fewer = np.bitwise_count(seen.own("hand")) < np.bitwise_count(seen.others("hand"))
    behind = seen.own("position") < seen.others("position")
    return where(np.where(seen["battle"] == 1, fewer, behind), seen.counts)


def pick_fights(seen: Seen) -> Any:
    gap = seen.others("position") - seen.own("position")
    option = gap - (seen.own("position") > 0)  # at base, option 0 is a rest
    meets = (gap > 0) & (option < seen.counts)
    attacks = seen["turn"] == seen.player + 1
    return where(seen["battle"] == 0, where(meets, option), where(attacks, second_highest(seen)))


def middle_card(seen: Seen) -> Any:
    return where(seen["battle"] == 1, seen.counts // 2)


def second_card_defence(seen: Seen) -> Any:
    return where(defends(seen), second_highest(seen))


CASUAL: dict[Pick, str] = {
    largest: "made the longest move and played your highest card",
    long_moves_low_cards: "made the longest move and played your lowest card",
    long_moves_middle_cards: "made the longest move and played a middle card",
    rest_when_few_cards: "rested with few cards, else moved far and played your highest card",
}
HELD_OUT: tuple[Pick, ...] = (single_steps_high_cards, double_steps_middle_cards)
CHARACTERS = {
    "hoarder": Habit("plays its lowest card whenever you move into a battle", low_defence),
    "hothead": Habit(
        "makes the longest move whenever it is behind you, and plays its highest card whenever it has fewer cards",
        hurry_when_behind,
    ),
    "bully": Habit("moves onto your position whenever it can, and then plays its second-highest card", pick_fights),
    "clockwork": Habit("plays the middle card of its hand in every battle, the higher one of two", middle_card),
    "sentry": Habit("plays its second-highest card whenever you move into a battle", second_card_defence),
}
