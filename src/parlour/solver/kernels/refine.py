"""The best safe option in each state against a careless opponent. Compiled once for all games."""

from typing import Any

from parlour.solver.states.stage import OVER, Outcomes

GAIN = 1e-9  # a smaller gain is a rounding error: the mix stays
KEEP = -1  # in place of an option: the mix stays


def refine(games: Outcomes, side: int, bounds: Any, perfect: Any, careless: Any, kept: float, worth: Any) -> float:
    """Fills in the mixes of `side` in each state, and their worth; returns the largest change of a worth.

    An option is safe if it guarantees as much as the mix of the solution by `bounds`. `perfect` are the chances of the
    solution and `careless` those of the opponent. `worth` is the average result of this side; each turn leaves the part
    `kept` of it.
    """
    sign, change = 1.0 if side == 0 else -1.0, 0.0
    for k in range(games.states.shape[0]):
        state, own = games.states[k], games.options[k, side]
        begin = games.begins[k] + (games.options[k, 0] if side == 1 else 0)
        floor = sign * bounds[state]
        usual, best, choice = 0.0, -2.0, KEEP
        for i in range(own):
            safe, chance = guarantees(games, k, side, i, bounds, floor), perfect[begin + i]
            if safe or chance > 0.0:
                total = average(games, k, side, i, careless, worth)
                usual += chance * total
                if safe and total > best + GAIN:
                    best, choice = total, i
        if best <= usual + GAIN:
            best, choice = usual, KEEP
        for i in range(own):
            games.mixes[begin + i] = perfect[begin + i] if choice == KEEP else 0.0
        if choice != KEEP:
            games.mixes[begin + choice] = 1.0
        new = kept * best
        change = max(change, abs(new - worth[state]))
        worth[state] = new
    return change


def take_risks(games: Outcomes, side: int, waits: Any, careless: Any, share: float, worth: Any) -> None:
    """Gives the second best option a `share` of the secret choices in the states where `side` only waits."""
    for k in range(games.states.shape[0]):
        own, other = games.options[k, side], games.options[k, 1 - side]
        if own == 1 or other == 1 or not waits[games.states[k]]:
            continue
        begin = games.begins[k] + (games.options[k, 0] if side == 1 else 0)
        usual, best, choice = 0, -2.0, 0
        for i in range(own):
            if games.mixes[begin + i] > games.mixes[begin + usual]:
                usual = i
        for i in range(own):
            total = average(games, k, side, i, careless, worth)
            if i != usual and total > best:
                best, choice = total, i
        for i in range(own):
            games.mixes[begin + i] *= 1.0 - share
        games.mixes[begin + choice] += share


def guarantees(games: Outcomes, k: int, side: int, i: int, bounds: Any, floor: float) -> bool:
    """Whether option `i` of `side` guarantees at least `floor` in the k-th state, by the bounds of the next states."""
    sign = 1.0 if side == 0 else -1.0
    for j in range(games.options[k, 1 - side]):
        outcome = games.outcomes[cell_of(games, k, side, i, j)]
        if sign * (bounds[outcome] if outcome >= 0 else games.rewards[OVER - outcome]) < floor:
            return False
    return True


def average(games: Outcomes, k: int, side: int, i: int, careless: Any, worth: Any) -> float:
    """The worth of option `i` of `side` in the k-th state against the careless opponent."""
    sign, total = 1.0 if side == 0 else -1.0, 0.0
    begin = games.begins[k] + (games.options[k, 0] if side == 0 else 0)
    for j in range(games.options[k, 1 - side]):
        outcome = games.outcomes[cell_of(games, k, side, i, j)]
        total += careless[begin + j] * (worth[outcome] if outcome >= 0 else sign * games.rewards[OVER - outcome])
    return total


def cell_of(games: Outcomes, k: int, side: int, i: int, j: int) -> int:
    """Where the outcome of option `i` of `side` and option `j` of the other side is."""
    n = games.options[k, 1]
    cell: int = games.cells[k] + (i * n + j if side == 0 else j * n + i)
    return cell
