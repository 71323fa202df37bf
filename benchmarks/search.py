"""Measures the player `search` where the exact answer is known, without showing it that answer.

    python benchmarks/search.py      # writes benchmarks/results/search.json

The loss of a mix in one position is its loss against the best
reply, if play is perfect afterwards. It is averaged over positions that perfect players meet. A win and a loss are 2
apart.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping
from random import Random
from typing import Any

from results import save, setting

import parlour
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.players import Search
from parlour.players.base import draw
from parlour.solver.solution import Solution

POSITIONS = 30
MOST_TURNS = 300
GAMES = [
    parlour.game("token-showdown"),
    parlour.game("resource-war"),
    parlour.game("resource-war", points=20, target=14),
    parlour.game("tower-siege"),
    parlour.game("tower-siege", cards=4),
    parlour.game("token-tactics", start=30, cap=45),
    parlour.game("color-capture", repeats=15),
]


def positions(solution: Solution) -> list[tuple[State, int]]:
    """One position from each of some matches between perfect players, with a player who has a choice there."""
    game, random, found = solution.game, Random(1), list[tuple[State, int]]()
    while len(found) < POSITIONS:
        state, met = game.start(), list[tuple[State, int]]()
        for _ in range(MOST_TURNS):
            if game.is_over(state):
                break
            met += [(state, player) for player in game.to_act(state) if len(game.actions(state, player)) > 1]
            chosen = {player: draw(solution.policy(state, player), random) for player in game.to_act(state)}
            state = game.play(state, chosen.get(0), chosen.get(1))
        found.append(random.choice(met))
    return found


def node_loss(solution: Solution, state: State, player: int, mix: Mapping[int, float]) -> float:
    game, play, sign = solution.game, solution.game.module.play, 1 - 2 * player

    def result(reply: int) -> float:
        both = {action: (action, reply) if player == 0 else (reply, action) for action in mix}
        return sum(chance * solution.value(play(game.rules, state, *both[action])) for action, chance in mix.items())

    replies = game.actions(state, 1 - player) or (0,)
    return sign * solution.value(state) - min(sign * result(reply) for reply in replies)


def measured(game: Game) -> dict[str, float]:
    computer, solution, losses, seconds = Search(), parlour.solve(game), list[float](), list[float]()
    computer.mix(game, game.start(), game.to_act(game.start())[0])  # compiles
    for seed, (state, player) in enumerate(positions(solution)):
        begun = time.perf_counter()
        mix = computer.mix(game, state, player, seed)
        seconds.append(time.perf_counter() - begun)
        losses.append(node_loss(solution, state, player, mix))
    error = statistics.stdev(losses) / POSITIONS**0.5
    return {"loss": statistics.mean(losses), "error": error, "seconds": statistics.mean(seconds)}


def named(game: Game) -> str:
    return game.title + "".join(f", {name} {value}" for name, value in game.changed_rules().items())


def mean_bid(tokens: int) -> float:
    game = parlour.game("token-showdown", tokens=tokens)
    return sum(bid * chance for bid, chance in Search().mix(game, game.start(), 0).items())


def main() -> None:
    record: dict[str, Any] = {**setting("numba", "numpy"), "positions": POSITIONS, "figures": {}}
    for game in GAMES:
        record["figures"][named(game)] = measured(game)
        print(named(game), record["figures"][named(game)], flush=True)
    save("search", {**record, "mean first bid with 1,000 tokens": mean_bid(1000)})


if __name__ == "__main__":
    main()
