"""Whole random games on a GPU."""

from typing import Any

from parlour.fast.kernels.cuda import must_wait
from parlour.fast.kernels.stubs import both_at_random, cuda, int32, int64, play, start, to_act
from parlour.fast.random_games import LENGTHS, OUTCOMES
from parlour.fast.random_stream import game_key, games_left, later_game


def random_games(
    rules: Any,
    seed_low: int,
    seed_high: int,
    first: int,
    last: int,
    max_turns: int,
    outcomes: Any,
    lengths: Any,
    choices: Any,
) -> None:
    """Each of n threads plays every n-th game, in one loop, so that no thread waits for another's longer game.

    Threads of a warp wait for every branch that one of them takes. Where some are in a secret round and others are not,
    those in one hold back until there are enough of them (`must_wait`). That changes when a game is played, not how.
    """
    counted = cuda.shared.array((LENGTHS, OUTCOMES), int32)
    for place in range(cuda.threadIdx.x, LENGTHS, cuda.blockDim.x):
        for outcome in range(OUTCOMES):
            counted[place, outcome] = 0
    cuda.syncthreads()

    made = 0
    number = later_game(first, cuda.grid(1))
    left = int32(games_left(number, last, cuda.gridsize(1)))
    key = game_key(seed_low, seed_high, number)
    state = start(rules)
    turn = 0
    while left > 0:
        actor = to_act(rules, state)
        if not must_wait(actor == 3):
            one, two = both_at_random(rules, state, actor, key, turn)
            made += 2 if actor == 3 else 1
            state = play(rules, state, one, two)
            turn += 1
        if state.winner or turn >= max_turns:
            cuda.atomic.add(counted, (min(turn, LENGTHS - 1), state.winner), 1)
            left -= 1
            number = later_game(number, cuda.gridsize(1))
            key = game_key(seed_low, seed_high, number)
            state = start(rules)
            turn = 0

    cuda.atomic.add(choices, 0, int64(made))
    cuda.syncthreads()
    for place in range(cuda.threadIdx.x, LENGTHS, cuda.blockDim.x):
        for outcome in range(OUTCOMES):
            if counted[place, outcome]:
                cuda.atomic.add(lengths, place, int64(counted[place, outcome]))
                cuda.atomic.add(outcomes, outcome, int64(counted[place, outcome]))
