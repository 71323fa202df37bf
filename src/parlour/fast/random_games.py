"""Whole games with every action drawn at random, as many as you like."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.fast.devices import cpu_kernels, cuda_kernels, cuda_module, unknown_device
from parlour.fast.random_stream import draw, game_key, seed_words
from parlour.fast.threads import cores, in_threads
from parlour.games.checks import at_least, check_seed
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS, Line

LAUNCH = 2**33  # games in one launch on a GPU
BLOCKS = 132 * 8  # enough to keep the largest GPUs busy
THREADS = 1024  # in each block
LENGTHS = MAX_TURNS + 1  # games are counted by turns; the last element counts longer ones too
OUTCOMES = 4  # by the number of the winner: none, 1, 2, a draw


class RandomGames(NamedTuple):
    """The results of many random games."""

    games: int
    first_wins: int
    second_wins: int
    draws: int
    unfinished: int
    choices: int  # a secret round counts as two
    lengths: NDArray[np.int64]  # by turns


def random_games(
    game: Game,
    count: int,
    seed: int = 0,
    *,
    device: str = "cpu",
    threads: int | None = None,
    max_turns: int = MAX_TURNS,
) -> RandomGames:
    """Plays games 0 to `count` - 1 of the seed. Game k is the same on every device and for every count."""
    total, most = at_least("count", count, 0), at_least("max_turns", max_turns, 1)
    workers = cores() if threads is None else at_least("threads", threads, 1)
    if device == "cpu":
        return on_cpu(game, total, seed, most, workers)
    if device == "cuda":
        return on_gpu(game, total, seed, most)
    raise unknown_device(device)


def random_game(game: Game, number: int, seed: int = 0, *, max_turns: int = MAX_TURNS) -> Line:
    """Game `number` of the seed in the interpreter: the same as in compiled play."""
    key, line = game_key(*seed_words(check_seed(seed)), number), Line(game)
    while line.to_act and len(line) < max_turns:
        offered = {player: game.actions(line.state, player) for player in line.to_act}
        drawn = (actions[draw(key, 2 * len(line) + player, len(actions))] for player, actions in offered.items())
        line = line.advance(tuple(drawn))
    return line


def on_cpu(game: Game, total: int, seed: int, max_turns: int, threads: int) -> RandomGames:
    kernels, words = cpu_kernels(game), seed_words(check_seed(seed))

    def play(first: int, last: int) -> tuple[Any, Any, int]:
        outcomes, lengths = np.zeros(OUTCOMES, np.int64), np.zeros(LENGTHS, np.int64)
        choices = kernels.random_games(game.rules, *words, first, last, max_turns, outcomes, lengths)
        return outcomes, lengths, choices

    play(0, 0)  # compiles once, before several threads call it
    outcomes, lengths, choices = (sum(part) for part in zip(*in_threads(play, total, threads), strict=True))
    return result(total, outcomes, lengths, choices)


def on_gpu(game: Game, total: int, seed: int, max_turns: int, threads: int = THREADS) -> RandomGames:
    cuda = cuda_module()
    low, high = map(np.uint32, seed_words(check_seed(seed)))
    rules = type(game.rules)(*map(np.int32, game.rules))
    sums = [cuda.to_device(np.zeros(length, np.int64)) for length in (OUTCOMES, LENGTHS, 1)]
    kernel = cuda_kernels(game).random_games[min(BLOCKS, -(-total // threads)), threads]
    for first in range(0, total, LAUNCH):  # a thread counts its games in 32 bits
        last = min(total, first + LAUNCH)
        kernel(rules, low, high, np.int64(first), np.int64(last), np.int32(max_turns), *sums)
    outcomes, lengths, choices = (array.copy_to_host() for array in sums)
    return result(total, outcomes, lengths, choices[0])


def result(games: int, outcomes: Any, lengths: Any, choices: Any) -> RandomGames:
    unfinished, first_wins, second_wins, draws = (int(number) for number in outcomes)
    return RandomGames(games, first_wins, second_wins, draws, unfinished, int(choices), lengths)
