"""The best safe option in each state against a careless opponent. Compiled once for all games."""

from typing import Any

from parlour.solver.stage_games import OVER, StageGames

GAIN = 1e-9  # a smaller gain is a rounding error: the mix stays
LOST = -1.0
KEEP = -1  # in place of an option: the mix stays


def refine(
    games: StageGames,
    side: int,
    bounds: Any,
    perfect: Any,
    careless: Any,
    kept: float,
    cost: float,
    worth: Any,
) -> float:
    """Fills in the mixes of `side` in each state, and what they are worth; returns the largest change of a worth.

    An option is safe if it guarantees as much as the mix of the solution by `bounds`. `perfect` are the chances of the
    solution and `careless` those of the opponent. `worth` is what this side gets on average; each turn leaves the part
    `kept` of it, and costs this side `cost` where it is lost.
    """
    sign, change = 1.0 if side == 0 else -1.0, 0.0
    for k in range(games.states.shape[0]):
        m, n, cell, begin = games.options[k, 0], games.options[k, 1], games.cells[k], games.begins[k]
        own, other = (m, n) if side == 0 else (n, m)
        own_begin, other_begin = (begin, begin + m) if side == 0 else (begin + m, begin)
        state = games.states[k]
        floor = sign * bounds[state]
        usual, best, choice = 0.0, -2.0, KEEP
        for i in range(own):
            least, total = 2.0, 0.0
            for j in range(other):
                outcome = games.outcomes[cell + (i * n + j if side == 0 else j * n + i)]
                if outcome >= 0:
                    least = min(least, sign * bounds[outcome])
                    total += careless[other_begin + j] * worth[outcome]
                else:
                    reward = sign * games.rewards[OVER - outcome]
                    least = min(least, reward)
                    total += careless[other_begin + j] * reward
            usual += perfect[own_begin + i] * total
            if least >= floor and total > best + GAIN:
                best, choice = total, i
        if best <= usual + GAIN:
            best, choice = usual, KEEP
        for i in range(own):
            games.mixes[own_begin + i] = perfect[own_begin + i] if choice == KEEP else 0.0
        if choice != KEEP:
            games.mixes[own_begin + choice] = 1.0
        new = max(-1.0, kept * best - (cost if floor <= LOST else 0.0))
        change = max(change, abs(new - worth[state]))
        worth[state] = new
    return change
