"""Random games: the same in the interpreter and compiled, on one core and on many."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest
from support import ALL

import parlour
from parlour import ParlourError
from parlour.fast import random_game, random_games
from parlour.fast.build import compiled, source
from parlour.fast.stream import WORD, draw, high_key, low_key, mix


def rules_of(game: parlour.Game) -> ModuleType:
    return cast(ModuleType, game.module)


def played(game: parlour.Game, number: int, seed: int) -> Any:
    state = game.start()
    for first, second in random_game(game, number, seed):
        state = game.play(state, first, second)
    return state


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", [0, 7, 2**40 + 3])
def test_compiled_games_are_the_interpreters_games(name: str, seed: int) -> None:
    game = parlour.game(name)
    result = random_games(game, 60, seed)
    states = [played(game, number, seed) for number in range(60)]
    lengths = [len(random_game(game, number, seed)) for number in range(60)]
    winners = [game.winner(state) for state in states]
    assert (result.first_wins, result.second_wins) == (winners.count(0), winners.count(1))
    assert result.draws == sum(map(game.is_draw, states))
    assert result.unfinished == 0
    assert list(np.repeat(np.arange(len(result.lengths)), result.lengths)) == sorted(lengths)
    made = sum(
        choice is not None for number in range(60) for pair in random_game(game, number, seed) for choice in pair
    )
    assert result.decisions == made


@pytest.mark.parametrize("name", ALL)
def test_threads_make_no_difference(name: str) -> None:
    game = parlour.game(name)
    one, many = random_games(game, 20_001, 5, threads=1), random_games(game, 20_001, 5, threads=4)
    assert one[:-1] == many[:-1]
    assert (one.lengths == many.lengths).all()
    assert one.games == one.first_wins + one.second_wins + one.draws == one.lengths.sum()


def test_variants_are_compiled_too() -> None:
    game = parlour.game(
        "token-tactics", start=1, cap=1, both_empty="draw"
    )  # the attack on the first turn is all there is
    result = random_games(game, 10_000, 1)
    assert result.first_wins + result.draws == 10_000
    assert 4_700 < result.draws < 5_300  # the defender commits 0 or 1
    assert result.lengths[2] == 10_000


def test_a_long_game_is_cut_off_and_counted_so() -> None:
    result = random_games(parlour.game("resource-war", stall=0, points=1, target=1), 1000, 3, max_turns=1)
    assert result.unfinished == pytest.approx(250, abs=60)  # both bid nothing
    assert result.lengths[1] == 1000


@pytest.mark.parametrize("count", [0, 1])
def test_small_counts(count: int) -> None:
    result = random_games(parlour.game("color-capture"), count)
    assert result.games == count == result.lengths.sum()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": -1}, "count must be a whole number of at least 0, not -1"),
        ({"count": 1.5}, "count must be"),
        ({"count": 1, "seed": -1}, "a seed is a whole number"),
        ({"count": 1, "threads": 0}, "threads must be"),
        ({"count": 1, "max_turns": 0}, "max_turns must be"),
        ({"count": 1, "device": "tpu"}, "there is no device 'tpu'; there are: cpu, cuda"),
    ],
)
def test_bad_requests_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        random_games(parlour.game("color-capture"), **arguments)


def test_the_stream_is_even_and_its_games_are_apart() -> None:
    counts = np.zeros(10, int)
    for number in range(3000):
        low = low_key(1, number)
        for place in range(10):
            counts[draw(low, high_key(0, number, low), place, 10)] += 1
    assert counts.min() > 2800
    assert counts.max() < 3200
    keys = {(low := low_key(9, number), high_key(9, number, low)) for number in range(10_000)}
    keys |= {(low := low_key(9, number), high_key(9, number, low)) for number in range(2**32, 2**32 + 10_000)}
    assert len(keys) == 20_000


def test_the_stream_never_changes() -> None:
    """Figures that were published with a seed must come back: these numbers are for ever."""
    assert mix(1) == 1753845952
    low = low_key(7, 3)
    high = high_key(0, 3, low)
    assert (low, high) == (1293698202, 3740294474)
    assert [draw(low, high, count, 1000) for count in range(5)] == [63, 637, 818, 991, 432]
    assert 0 <= low <= WORD


def test_a_second_process_does_not_compile_again(tmp_path: Path) -> None:
    program = (
        "import numba, time, parlour; from parlour.fast import random_games\n"
        "begun = time.perf_counter(); random_games(parlour.game('color-capture'), 10)\n"
        "print(time.perf_counter() - begun)\n"
    )
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}

    def seconds() -> float:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=True)
        return float(done.stdout)

    first = seconds()
    assert seconds() < first / 2


def test_a_change_of_the_rules_makes_a_new_module() -> None:
    game = parlour.game("odds-and-evens")
    text = source(rules_of(game))
    assert "def play(rules, state, first, second)" in text
    assert compiled(game).__name__.startswith("parlour_odds_and_evens_")
    assert compiled(game) is compiled(parlour.game("odds-and-evens", points=1))  # rules are arguments, not code
    assert source(rules_of(parlour.game("color-capture"))) != text
