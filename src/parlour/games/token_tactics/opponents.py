"""How people play Token Tactics, and the characters' habits.

In a turn, option 0 fortifies and option 1 attacks. In a battle, the attacker's option 0 is 1 token and the defender's
is none.
"""

from typing import Any

import numpy as np

from parlour.games.habits import Column, Habit, Pick, Seen, largest, part, where


def attack_with_one_in(number: int) -> Pick:
    """Commits half of its reserve, a third, ..."""
    return lambda seen: np.where(seen["battle"] == 1, seen.own("reserve") // number, 1)


def fortify_first(seen: Seen) -> Any:
    """Attacks only with a full reserve."""
    return np.where(seen["battle"] == 1, seen.own("reserve") // 3, 0)


def attack_when_ahead(seen: Seen) -> Any:
    return np.where(seen["battle"] == 1, seen.own("reserve") // 2, seen.own("reserve") > seen.others("reserve"))


def small_attacks(seen: Seen) -> Any:
    """Always attacks, with one token, and never defends."""
    return np.where(seen["battle"] == 1, 0, 1)


def in_battle(seen: Seen, amount: Column) -> Any:
    """The option that commits this many tokens."""
    return np.where(seen["turn"] == seen.player + 1, amount - 1, amount)


def save(seen: Seen) -> Any:
    defends = seen["turn"] != seen.player + 1
    return where(seen["battle"] == 0, 0, where(defends, part(seen.own("reserve"), 2)))


def attack_if(behind: bool) -> Pick:
    def pick(seen: Seen) -> Any:
        attack = where(seen["battle"] == 0, 1, in_battle(seen, part(seen.own("reserve"), 2)))
        return where((seen.own("reserve") < seen.others("reserve")) == behind, attack)

    return pick


def half(seen: Seen) -> Any:
    return where(seen["battle"] == 1, in_battle(seen, part(seen.own("reserve"), 2)))


def answer_half(seen: Seen) -> Any:
    return where((seen["battle"] == 1) & (seen["turn"] != seen.player + 1), part(seen.others("reserve"), 2))


CASUAL: dict[Pick, str] = {
    attack_with_one_in(3): "attacked, or fought with a third of your reserve",
    attack_with_one_in(2): "attacked, or fought with half of your reserve",
    fortify_first: "fortified, or fought with a third of your reserve",
    attack_when_ahead: "attacked only when ahead, and fought with half of your reserve",
}
HELD_OUT: tuple[Pick, ...] = (largest, small_attacks)
CHARACTERS = {
    "hoarder": Habit("always fortifies while it can, and defends with half of its reserve", save),
    "hothead": Habit(
        "attacks whenever it has fewer tokens than you, and then commits half of its reserve in every battle",
        attack_if(behind=True),
    ),
    "bully": Habit(
        "attacks whenever it has at least as many tokens as you, and then commits half of its reserve in every battle",
        attack_if(behind=False),
    ),
    "clockwork": Habit("commits half of its reserve in every battle", half),
    "sentry": Habit("answers every attack with half as many tokens as you have", answer_half),
}
