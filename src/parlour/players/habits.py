"""What the characters do in each game: one habit each, which follows from the state alone.

As in `casual.py`, a habit names its option by number, counted from 0, and the last option counts for all numbers beyond
it. Where a habit does not apply it says FREE, and the character plays perfectly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.game import Game
from parlour.players.casual import Column, Seen, capture_colors, largest, smallest
from parlour.players.habitual import FREE, Habit


def where(condition: Any, option: Any, otherwise: Any = FREE) -> Any:
    return np.where(condition, option, otherwise)


def part(amount: Column, number: int) -> Column:
    """A half, a third, ..., rounded down, but at least 1."""
    return np.maximum(1, amount // number)


# Token Showdown: option 0 bids 1 token.


def showdown_save(seen: Seen) -> Any:
    return where(seen.others("points") < 2, 0)


def showdown_third_when_behind(seen: Seen) -> Any:
    return where(seen.own("points") < seen.others("points"), part(seen.own("tokens"), 3) - 1)


def showdown_third_when_ahead(seen: Seen) -> Any:
    return where(seen.own("points") > seen.others("points"), part(seen.own("tokens"), 3) - 1)


def showdown_eighth_when_level(seen: Seen) -> Any:
    return where(seen.own("points") == seen.others("points"), part(seen.own("tokens"), 8) - 1)


def showdown_match_half(seen: Seen) -> Any:
    return where(seen.others("points") >= 3, part(seen.others("tokens"), 2) - 1)


# Resource War: option 0 bids nothing.


def war_save(seen: Seen) -> Any:
    return where(seen.others("rounds_won") == 0, 0)


def war_half_after_a_loss(seen: Seen) -> Any:
    return where(seen["last_won"] == 2 - seen.player, part(seen.own("bidding"), 2))


def war_half_after_a_win(seen: Seen) -> Any:
    return where(seen["last_won"] == seen.player + 1, part(seen.own("bidding"), 2))


def war_one_when_level(seen: Seen) -> Any:
    return where(seen.own("resource") == seen.others("resource"), 1)


def war_safe(seen: Seen) -> Any:
    """With the standard rules, the least bid after which the other player cannot win in this round."""
    needed = seen.others("resource") + seen.others("bidding") - 6
    return where(needed > 0, needed)


# Token Tactics: in a turn, option 0 fortifies and option 1 attacks; in a battle, the attacker's option 0 is 1 token and
# the defender's is none.


def tactics_in_battle(seen: Seen, amount: Column) -> Any:
    """The option that commits this many tokens."""
    return np.where(seen["turn"] == seen.player + 1, amount - 1, amount)


def tactics_save(seen: Seen) -> Any:
    defends = seen["turn"] != seen.player + 1
    return where(seen["battle"] == 0, 0, where(defends, part(seen.own("reserve"), 2)))


def tactics_attack_when_behind(seen: Seen) -> Any:
    attack = where(seen["battle"] == 0, 1, tactics_in_battle(seen, part(seen.own("reserve"), 2)))
    return where(seen.own("reserve") < seen.others("reserve"), attack)


def tactics_attack_when_not_behind(seen: Seen) -> Any:
    attack = where(seen["battle"] == 0, 1, tactics_in_battle(seen, part(seen.own("reserve"), 2)))
    return where(seen.own("reserve") >= seen.others("reserve"), attack)


def tactics_half(seen: Seen) -> Any:
    return where(seen["battle"] == 1, tactics_in_battle(seen, part(seen.own("reserve"), 2)))


def tactics_answer_half(seen: Seen) -> Any:
    return where((seen["battle"] == 1) & (seen["turn"] != seen.player + 1), part(seen.others("reserve"), 2))


# Tower Siege: in a battle, the last option is the highest card. In a turn, the last option is the longest move.


def siege_defends(seen: Seen) -> Any:
    return (seen["battle"] == 1) & (seen["turn"] != seen.player + 1)


def siege_low_defence(seen: Seen) -> Any:
    return where(siege_defends(seen), 0)


def siege_hurry_when_behind(seen: Seen) -> Any:
    fewer = np.bitwise_count(seen.own("hand")) < np.bitwise_count(seen.others("hand"))
    behind = seen.own("position") < seen.others("position")
    return where(np.where(seen["battle"] == 1, fewer, behind), seen.counts)


def siege_pick_fights(seen: Seen) -> Any:
    gap = seen.others("position") - seen.own("position")
    option = gap - (seen.own("position") > 0)  # at base, option 0 is a rest
    meets = (gap > 0) & (option < seen.counts)
    attacks = seen["turn"] == seen.player + 1
    return where(seen["battle"] == 0, where(meets, option), where(attacks, second_highest(seen)))


def siege_middle_card(seen: Seen) -> Any:
    return where(seen["battle"] == 1, seen.counts // 2)


def siege_second_card_defence(seen: Seen) -> Any:
    return where(siege_defends(seen), second_highest(seen))


def second_highest(seen: Seen) -> Any:
    return np.maximum(0, seen.counts - 2)


# Color Capture: option 0 takes the left token, option 1 the right one.


def capture_by(left: Any, right: Any) -> Any:
    """The end with more; free if both have the same."""
    return where(left != right, right > left)


def capture_collect(seen: Seen) -> Any:
    left, right = capture_colors(seen, seen.own)
    return right > left


def capture_red(seen: Seen) -> Any:
    ends = seen["taken_left"], seen["taken_left"] + seen["remaining"] - 1
    return where(ends[0] % 3 == 0, 0, where(ends[1] % 3 == 0, 1))


def capture_press(seen: Seen) -> Any:
    own, others = capture_colors(seen, seen.own), capture_colors(seen, seen.others)
    return capture_by(own[0] - others[0], own[1] - others[1])


def capture_in_turn(seen: Seen) -> Any:
    return seen["remaining"] // 2 % 2


def capture_guard(seen: Seen) -> Any:
    left, right = capture_colors(seen, seen.others)
    return where((left == 1) & (right == 0), 0, where((right == 1) & (left == 0), 1))


# Any other game.


def middle(seen: Seen) -> Any:
    return seen.counts // 2


def second_lowest(seen: Seen) -> Any:
    return 0 * seen.counts + 1


HABITS: dict[str, dict[str, Habit]] = {
    "hoarder": {
        "token-tactics": Habit("always fortifies while it can, and defends with half of its reserve", tactics_save),
        "tower-siege": Habit("plays its lowest card whenever you move into a battle", siege_low_defence),
        "token-showdown": Habit("bids 1 token until you have two points", showdown_save),
        "color-capture": Habit("takes the colour of which it has more, or else from the left", capture_collect),
        "resource-war": Habit("bids 0 until you have won a round", war_save),
    },
    "hothead": {
        "token-tactics": Habit(
            "attacks whenever it has fewer tokens than you, and then commits half of its reserve in every battle",
            tactics_attack_when_behind,
        ),
        "tower-siege": Habit(
            "makes the longest move whenever it is behind you, and plays its highest card whenever it has fewer cards",
            siege_hurry_when_behind,
        ),
        "token-showdown": Habit("bids a third of its tokens whenever you have more points", showdown_third_when_behind),
        "color-capture": Habit("takes red whenever red is at an end, the left one first", capture_red),
        "resource-war": Habit(
            "bids half of its points if you won the last round that had a winner", war_half_after_a_loss
        ),
    },
    "bully": {
        "token-tactics": Habit(
            "attacks whenever it has at least as many tokens as you, and then commits half of its reserve in every"
            " battle",
            tactics_attack_when_not_behind,
        ),
        "tower-siege": Habit(
            "moves onto your position whenever it can, and then plays its second-highest card", siege_pick_fights
        ),
        "token-showdown": Habit("bids a third of its tokens whenever it has more points", showdown_third_when_ahead),
        "color-capture": Habit("takes the colour in which it leads you by more", capture_press),
        "resource-war": Habit(
            "bids half of its points if it won the last round that had a winner", war_half_after_a_win
        ),
    },
    "clockwork": {
        "token-tactics": Habit("commits half of its reserve in every battle", tactics_half),
        "tower-siege": Habit(
            "plays the middle card of its hand in every battle, the higher one of two", siege_middle_card
        ),
        "token-showdown": Habit(
            "bids an eighth of its tokens whenever both have the same points", showdown_eighth_when_level
        ),
        "color-capture": Habit("takes from the two ends in turn", capture_in_turn),
        "resource-war": Habit("bids 1 whenever both have the same resource points", war_one_when_level),
    },
    "sentry": {
        "token-tactics": Habit("answers every attack with half as many tokens as you have", tactics_answer_half),
        "tower-siege": Habit(
            "plays its second-highest card whenever you move into a battle", siege_second_card_defence
        ),
        "token-showdown": Habit("bids half of your tokens as soon as you have three points", showdown_match_half),
        "color-capture": Habit(
            "takes a colour of which you have one rather than a colour of which you have none", capture_guard
        ),
        "resource-war": Habit(
            "bids 6 less than your bidding and resource points together, if that is more than 0", war_safe
        ),
    },
}
SOMETIMES = 0.5  # in a game that they do not know, habits apply to this share of all choices
ANYWHERE = {
    "hoarder": Habit("makes the lowest of its choices half of the time", smallest, SOMETIMES),
    "hothead": Habit("makes the highest of its choices half of the time", largest, SOMETIMES),
    "bully": Habit("makes the second-highest of its choices half of the time", second_highest, SOMETIMES),
    "clockwork": Habit("makes the middle one of its choices half of the time", middle, SOMETIMES),
    "sentry": Habit("makes the second-lowest of its choices half of the time", second_lowest, SOMETIMES),
}


def habit_of(character: str, game: Game) -> Habit:
    """What a character does in a game and its variants."""
    return HABITS[character].get(game.name) or ANYWHERE[character]
