"""Compiles what many tests need, before they run: `make test` calls it.

The tests would compile it too, but more slowly, because the compiler would be measured for coverage, and often twice,
because several workers need the same.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from solver.small_games import small_game

import parlour
from parlour.fast import Batch, Duel, random_games
from parlour.games.contract import State
from parlour.players import Search
from parlour.players.basic import Careless
from parlour.solver.fairness import fairness
from parlour.solver.policies.matchup import matchup


def play(name: str) -> None:
    """Random games, batches and duels."""
    game = parlour.game(name)
    random_games(game, 1)
    for illegal in ("raise", "forfeit"):
        batch = Batch(game, 2, illegal=illegal)
        batch.step(batch.random_actions())
        batch.observation(0)
        duel = Duel(game, 2, illegal=illegal)
        duel.step(np.zeros(2, np.int64) if illegal == "forfeit" else duel.reset(1)[1].argmax(axis=1))


def solve(name: str) -> None:
    """The solver, best responses, meetings of policies and the length of games."""
    game = small_game(name, 300)

    def uniform(state: State, player: int) -> dict[int, float]:
        actions = game.actions(state, player)
        return dict.fromkeys(actions, 1 / len(actions))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", parlour.WideProof)
        fairness(parlour.solve(game))
        parlour.exploitability(game, uniform)
        matchup(game, Careless(1.0), uniform)


def search(name: str) -> None:
    parlour.play_match(parlour.game(name), Search(200_000), "random", seed=1, max_turns=1)


def main() -> None:
    names = parlour.game_names()
    jobs: list[tuple[Callable[[str], None], str]] = [
        (solve, names[0]),  # also compiles what all games share, while the other processes do what needs none of it
        *((play, name) for name in names),
        *((search, name) for name in names),
        *((solve, name) for name in names[1:]),
    ]
    # Compiling makes millions of small objects, and little garbage: looking for it takes a fifth of the time.
    with ProcessPoolExecutor(initializer=gc.set_threshold, initargs=(100_000,)) as pool:
        for done in [pool.submit(job, name) for job, name in jobs]:
            done.result()


if __name__ == "__main__":
    main()
