"""Whole games with every action drawn at random, as many as you like."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.build import CUDA, compiled
from parlour.fast.sharing import cores, shared
from parlour.fast.stream import draw, high_key, low_key
from parlour.games.contract import Game, at_least, checked_seed
from parlour.games.errors import ParlourError

ROUND = 2**33  # games in one launch of a card
BLOCKS = 132 * 8  # enough to keep the largest cards busy ...
THREADS = 1024  # ... with so many threads in each
LENGTHS = 1000  # lengths are counted one by one up to here; the last place counts all that are longer


class RandomGames(NamedTuple):
    """What came of many random games. A decision is one player's choice: a secret round is two, in one turn."""

    games: int
    first_wins: int
    second_wins: int
    draws: int
    unfinished: int
    decisions: int
    lengths: NDArray[np.int64]  # how many games took so many turns


def random_games(
    game: Game, count: int, seed: int = 0, *, device: str = "cpu", threads: int | None = None, max_turns: int = 10_000
) -> RandomGames:
    """Plays games 0 to `count` - 1 of the seed; game k is the same wherever and with however many it is played."""
    total, most = at_least("count", count, 0), at_least("max_turns", max_turns, 1)
    workers = cores() if threads is None else at_least("threads", threads, 1)
    if device == "cuda":
        return on_a_card(game, total, seed, most)
    if device != "cpu":
        raise ParlourError(f"there is no device {device!r}; there are: cpu, cuda")
    loops, (low, high) = compiled(game), halves(seed)

    def play(first: int, last: int) -> tuple[int, Any, Any]:
        outcomes, lengths = np.zeros(4, np.int64), np.zeros(LENGTHS + 1, np.int64)
        made = loops.random_games(game.rules, low, high, first, last, most, outcomes, lengths)
        return made, outcomes, lengths

    play(0, 0)  # compiles once, before the threads ask for it together
    parts = shared(play, total, workers)
    outcomes = sum(part[1] for part in parts)
    unfinished, first_wins, second_wins, draws = (int(number) for number in outcomes)
    decisions, lengths = sum(part[0] for part in parts), sum(part[2] for part in parts)
    return RandomGames(total, first_wins, second_wins, draws, unfinished, decisions, lengths)


def random_game(
    game: Game, number: int, seed: int = 0, *, max_turns: int = 10_000
) -> tuple[tuple[int | None, int | None], ...]:
    """Game `number` of the seed in the interpreter, decision by decision: the same as in every compiled loop."""
    low_seed, high_seed = halves(seed)
    low = low_key(low_seed, number)
    high = high_key(high_seed, number, low)
    state = game.start()
    decisions: list[tuple[int | None, int | None]] = []
    while game.to_act(state) and len(decisions) < max_turns:
        chosen: list[int | None] = [None, None]
        for player in game.to_act(state):
            actions = game.actions(state, player)
            chosen[player] = actions[draw(low, high, 2 * len(decisions) + player, len(actions))]
        state = game.play(state, *chosen)
        decisions.append((chosen[0], chosen[1]))
    return tuple(decisions)


def halves(seed: int) -> tuple[int, int]:
    """A seed as two words, low and high."""
    whole = checked_seed(seed)
    return whole & 0xFFFFFFFF, whole >> 32


def on_a_card(game: Game, total: int, seed: int, max_turns: int, threads: int = THREADS) -> RandomGames:
    from parlour.fast.engines import cuda_module

    cuda = cuda_module()
    kernel, (low, high) = compiled(game, CUDA).random_games, halves(seed)
    rules = type(game.rules)(*map(np.int32, game.rules))
    sums = [cuda.to_device(np.zeros(length, np.int64)) for length in (4, LENGTHS + 1, 1)]
    blocks = min(BLOCKS, -(-total // threads))
    for first in range(0, total, ROUND):  # the counters of a thread are of 32 bits
        last = min(total, first + ROUND)
        words = (np.uint32(low), np.uint32(high), np.int64(first), np.int64(last), np.int32(max_turns))
        kernel[blocks, threads](rules, *words, *sums)
    outcomes, lengths, decisions = (array.copy_to_host() for array in sums)
    unfinished, first_wins, second_wins, draws = (int(number) for number in outcomes)
    return RandomGames(total, first_wins, second_wins, draws, unfinished, int(decisions[0]), lengths)
