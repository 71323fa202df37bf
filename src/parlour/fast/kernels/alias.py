"""The alias method (Walker 1977): a mix of n actions becomes n entries, so that one number draws from it.

An entry has an action, another one (its alias), and a threshold that says how often the first of them is chosen.
"""

from typing import Any

from parlour.fast.policy_table import PACKED, TOTAL


def fill_entries(sizes: Any, actions: Any, chances: Any, low: Any, high: Any, entries: Any) -> None:
    """The entries of one mix after another, each of so many actions. `low` and `high` have room for the largest.

    Every entry stands for the same chance. A less likely action has its own entry, with room that is given to a
    more likely one. `chances` is overwritten.
    """
    begin = 0
    for size in sizes:
        lows, highs = 0, 0
        for place in range(begin, begin + size):
            chances[place] *= size
            entries[place, 0] = TOTAL
            entries[place, 1] = actions[place] * PACKED + actions[place]
            if chances[place] < 1.0:
                low[lows] = place
                lows += 1
            else:
                high[highs] = place
                highs += 1
        while lows and highs:
            lows -= 1
            poor, rich = low[lows], high[highs - 1]
            entries[poor, 0] = round(chances[poor] * TOTAL)
            entries[poor, 1] = actions[rich] * PACKED + actions[poor]
            chances[rich] -= 1.0 - chances[poor]
            if chances[rich] < 1.0:
                highs -= 1
                low[lows] = rich
                lows += 1
        begin += size


def fill_chances(begins: Any, ends: Any, entries: Any, chances: Any) -> None:
    """The way back: adds up the chance of each action, `chances[mix, action]`, for mixes with these entries."""
    for mix in range(begins.shape[0]):
        size = ends[mix] - begins[mix]
        for place in range(begins[mix], ends[mix]):
            share, packed = entries[place, 0] / TOTAL, entries[place, 1]
            chances[mix, packed % PACKED] += share / size
            chances[mix, packed // PACKED] += (1.0 - share) / size
