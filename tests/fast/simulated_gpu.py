"""Plays a game in Numba's GPU simulator and compares it with the interpreter. Run by test_cuda.py."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import numpy as np
from numba.cuda.simulator.kernelapi import FakeCUDAModule

import parlour
from parlour.fast import Batch, Duel, devices, random_game, random_games
from parlour.fast.devices import cuda_kernels
from parlour.fast.random_games import on_gpu

# The simulator runs threads one at a time and has no warps: every thread is alone in its own.
FakeCUDAModule.activemask = lambda _: 1  # type: ignore[attr-defined]  # not in the simulator
FakeCUDAModule.ballot_sync = lambda _, __, vote: int(vote)  # type: ignore[attr-defined]  # as above
devices.BLOCK = 4  # it starts a thread of Python for each thread of a block


def here(array: Any) -> Any:
    return array.copy_to_host()


def main(name: str) -> None:
    game = parlour.game(name)
    seed = 2**33 + 5
    gpu, cpu = on_gpu(game, 40, seed, 30, threads=16), random_games(game, 40, seed, max_turns=30)
    assert gpu[:-1] == cpu[:-1], (gpu, cpu)
    assert (gpu.lengths == cpu.lengths).all()
    states_have_32_bits(game)

    size = 5
    batch = Batch(game, size, seed, device="cuda", max_turns=30)
    states, turns, games = [game.start()] * size, [0] * size, list(range(size))
    for _ in range(14):
        actions = batch.random_actions()
        chosen, legal, actors, seen = here(actions), here(batch.legal), here(batch.to_act), here(batch.observation(1))
        batch.step(actions)
        rewards, terminated, truncated = here(batch.rewards), here(batch.terminated), here(batch.truncated)
        for slot, state in enumerate(states):
            assert actors[slot] == sum(1 << player for player in game.to_act(state))
            assert tuple(seen[slot]) == tuple(game.shown(state))
            expected = random_game(game, games[slot], seed, max_turns=30).turns[turns[slot]].both
            for player in (0, 1):
                assert tuple(np.flatnonzero(legal[slot, player])) == game.actions(state, player)
                if player in game.to_act(state):
                    assert chosen[slot, player] == expected[player]
            after = game.play(state, int(chosen[slot, 0]), int(chosen[slot, 1]))
            turns[slot] += 1
            assert tuple(rewards[slot]) == game.returns(after)
            assert terminated[slot] == game.is_over(after)
            assert truncated[slot] == (not game.is_over(after) and turns[slot] == 30)
            if terminated[slot] or truncated[slot]:
                after, turns[slot], games[slot] = game.start(), 0, games[slot] + size
            states[slot] = after
            assert batch.state(slot) == after

    wrong = np.full((size, 2), 9999, np.int32)
    try:
        batch.step(wrong)
    except parlour.IllegalAction as error:
        sys.stdout.write(f"{error}\n")
    forfeiting = Batch(game, size, seed, device="cuda", illegal="forfeit")
    forfeiting.step(wrong)
    assert here(forfeiting.terminated).all()
    duels_agree(game, seed)
    empty = Batch(game, 0, device="cuda")
    empty.step(empty.random_actions())
    assert on_gpu(game, 0, seed, 30).games == 0


def states_have_32_bits(game: Any) -> None:
    """GPUs are slow with 64 bits, so the rules calculate with 32 throughout."""
    kernels, rules = cuda_kernels(game), type(game.rules)(*map(np.int32, game.rules))
    state = kernels.start(rules)
    for _ in range(3):
        plain = game.module.State(*map(int, state))
        chosen = [np.int32((game.actions(plain, player) or (0,))[0]) for player in (0, 1)]
        state = kernels.play(rules, state, *chosen)
    assert all(type(value) is np.int32 for value in state), state


# Simulating opponents takes long: one game with choices at once, and one in which players also take turns.
SMALLER: dict[str, dict[str, Any]] = {"tower-siege": {"tower": 4}, "resource-war": {"points": 5}}


def lowest(_: Any, legal: Any, __: int) -> Any:
    """Prefers low actions."""
    weights = np.asarray(here(legal) if hasattr(legal, "copy_to_host") else legal) / 2.0 ** np.arange(legal.shape[1])
    return weights / weights.sum(axis=1, keepdims=True)


def duels_agree(game: Any, seed: int) -> None:
    """Duels on a GPU are those of the CPU, which test_duel.py compares with the interpreter."""
    chance = np.random.default_rng(1)
    duels: list[tuple[Any, Any, bool]] = [(game, None, False), (game, None, True)]
    if game.name in SMALLER:
        smaller = parlour.game(game.name, **SMALLER[game.name])
        league = parlour.tabulate(smaller, [("random", 1), (parlour.batched(lowest), 1)])
        duels = [(game, None, True), (smaller, league, False), (game, lowest, True)]
    for played, opponent, same_step in duels:
        settings: Any = {"seat": "alternate", "max_turns": 9, "illegal": "forfeit", "same_step": same_step}
        settings["opponent"] = opponent
        cpu, gpu = Duel(played, 3, seed, **settings), Duel(played, 3, seed, device="cuda", **settings)
        _, mask = cpu.reset(seed)
        for number in range(5):
            if number == 2:
                chosen = np.array([True, False, True])
                (seen, mask), pages = cpu.reset(chosen=chosen), gpu.reset(chosen=chosen)
                assert (seen == here(pages[0])).all()
                assert (mask == here(pages[1])).all()
            actions = (chance.random(mask.shape) * (mask + 0.02)).argmax(1)
            outcomes = cpu.step(actions), gpu.step(actions)
            for name, page, other in zip(outcomes[0]._fields, *outcomes, strict=True):
                assert (page == here(other)).all(), (name, opponent, number)
            mask = outcomes[0].mask
    again = pickle.loads(pickle.dumps(gpu))
    assert (here(again.step(actions).observation) == here(gpu.step(actions).observation)).all()


if __name__ == "__main__":
    main(sys.argv[1])
