"""The best safe option in each state against a careless opponent. Compiled once for all games."""

from typing import Any

from parlour.solver.stage_games import OVER, StageGames

GAIN = 1e-9  # a smaller gain is a rounding error: the mix stays
KEEP = -1  # in place of an option: the mix stays


def refine(games: StageGames, side: int, bounds: Any, perfect: Any, careless: Any, kept: float, worth: Any) -> float:
    """Fills in the mixes of `side` in each state, and what they are worth; returns the largest change of a worth.

    An option is safe if it guarantees as much as the mix of the solution by `bounds`. `perfect` are the chances of the
    solution and `careless` those of the opponent. `worth` is what this side gets on average; each turn leaves the part
    `kept` of it.
    """
    sign, change = 1.0 if side == 0 else -1.0, 0.0
    for k in range(games.states.shape[0]):
        state, own = games.states[k], games.options[k, side]
        begin = games.begins[k] + (games.options[k, 0] if side == 1 else 0)
        floor = sign * bounds[state]
        usual, best, choice = 0.0, -2.0, KEEP
        for i in range(own):
            least, total = against(games, k, side, i, bounds, careless, worth)
            usual += perfect[begin + i] * total
            if least >= floor and total > best + GAIN:
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


def take_risks(games: StageGames, side: int, waits: Any, bounds: Any, careless: Any, share: float, worth: Any) -> None:
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
            _, total = against(games, k, side, i, bounds, careless, worth)
            if i != usual and total > best:
                best, choice = total, i
        for i in range(own):
            games.mixes[begin + i] *= 1.0 - share
        games.mixes[begin + choice] += share


def against(games: StageGames, k: int, side: int, i: int, bounds: Any, careless: Any, worth: Any) -> Any:
    """What option `i` of `side` guarantees in the k-th state, and what it is worth against the careless opponent."""
    sign = 1.0 if side == 0 else -1.0
    n, other = games.options[k, 1], games.options[k, 1 - side]
    cell, begin = games.cells[k], games.begins[k] + (games.options[k, 0] if side == 0 else 0)
    least, total = 2.0, 0.0
    for j in range(other):
        outcome = games.outcomes[cell + (i * n + j if side == 0 else j * n + i)]
        if outcome >= 0:
            least = min(least, sign * bounds[outcome])
            total += careless[begin + j] * worth[outcome]
        else:
            reward = sign * games.rewards[OVER - outcome]
            least = min(least, reward)
            total += careless[begin + j] * reward
    return least, total
