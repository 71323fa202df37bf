"""Random games: the same in the interpreter and compiled, on one core and on several."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import ALL

import parlour
from parlour import ParlourError
from parlour.fast import random_game, random_games
from parlour.fast.devices import cpu_kernels
from parlour.fast.random_stream import WORD, draw, game_key, scramble


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", [0, 7, 2**40 + 3])
def test_compiled_games_are_the_same_as_interpreted_ones(name: str, seed: int) -> None:
    game = parlour.game(name)
    result = random_games(game, 60, seed)
    lines = [random_game(game, number, seed) for number in range(60)]
    states = [line.state for line in lines]
    winners = [game.winner(state) for state in states]
    assert (result.first_wins, result.second_wins) == (winners.count(0), winners.count(1))
    assert result.draws == sum(map(game.is_draw, states))
    assert result.unfinished == 0
    assert list(np.repeat(np.arange(len(result.lengths)), result.lengths)) == sorted(map(len, lines))
    assert result.choices == sum(len(choices) for line in lines for choices in line.choices)


@pytest.mark.parametrize("name", ALL)
def test_the_number_of_threads_makes_no_difference(name: str) -> None:
    game = parlour.game(name)
    one, many = random_games(game, 20_001, 5, threads=1), random_games(game, 20_001, 5, threads=4)
    assert one[:-1] == many[:-1]
    assert (one.lengths == many.lengths).all()
    assert one.games == one.first_wins + one.second_wins + one.draws == one.lengths.sum()


def test_variants_are_compiled_too() -> None:
    game = parlour.game("token-tactics", start=1, cap=1, both_empty="draw")  # the first turn must be an attack
    result = random_games(game, 10_000, 1)
    assert result.first_wins + result.draws == 10_000
    assert 4_700 < result.draws < 5_300  # the defender commits 0 or 1
    assert result.lengths[2] == 10_000


def test_a_game_that_is_cut_off_counts_as_unfinished() -> None:
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
def test_bad_arguments_raise(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        random_games(parlour.game("color-capture"), **arguments)


def test_draws_are_uniform_and_no_two_games_share_a_key() -> None:
    counts = np.zeros(10, int)
    for number in range(3000):
        key = game_key(1, 0, number)
        for place in range(10):
            counts[draw(key, place, 10)] += 1
    assert counts.min() > 2800
    assert counts.max() < 3200
    keys = {game_key(9, 9, number) for number in range(10_000)}
    keys |= {game_key(9, 9, number) for number in range(2**32, 2**32 + 10_000)}
    assert len(keys) == 20_000


def test_the_random_stream_never_changes() -> None:
    """Results published with a seed must stay reproducible, so these numbers must never change."""
    assert scramble(1) == 1753845952
    key = game_key(7, 0, 3)
    assert key == (1293698202, 3740294474)
    assert [draw(key, count, 1000) for count in range(5)] == [63, 637, 818, 991, 432]
    assert 0 <= key.low <= WORD


def test_a_second_process_does_not_compile_again(tmp_path: Path) -> None:
    program = (
        "import parlour; from numba.core.dispatcher import Dispatcher; from parlour.fast import random_games\n"
        "compile, loaded = Dispatcher.compile, []\n"
        "def counted(self, *types):\n"
        "    found = compile(self, *types)\n"
        "    if self.py_func.__module__.startswith('parlour_'):\n"
        "        loaded.append(sum(self.stats.cache_misses.values()))\n"
        "    return found\n"
        "Dispatcher.compile = counted\n"
        "random_games(parlour.game('color-capture'), 10)\n"
        "print(len(loaded) > 0, sum(loaded))\n"
    )
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env) for _ in range(2)]
    assert runs[0].stdout != "True 0\n"
    assert runs[1].stdout == "True 0\n", runs[1].stderr


def test_a_variant_shares_its_module_and_another_game_does_not() -> None:
    game = parlour.game("odds-and-evens")
    assert cpu_kernels(game).__name__.startswith("parlour_odds_and_evens_")
    assert cpu_kernels(game) is cpu_kernels(parlour.game("odds-and-evens", points=1))  # rules are arguments, not code
    assert cpu_kernels(parlour.game("color-capture")) is not cpu_kernels(game)


def test_names_in_the_rules_may_be_those_of_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "clashing.py").write_text(
        "from typing import NamedTuple\n"
        "GOLDEN: int = 2\n"
        "WORD, LENGTHS = 3, 4\n"
        "class Rules(NamedTuple):\n    most: int = 3\n"
        "class State(NamedTuple):\n    sum: int\n    turn: int\n    winner: int\n"
        "def mix(verdict):\n    return verdict + GOLDEN\n"
        "def start(rules):\n    return State(0, 1, 0)\n"
        "def to_act(rules, state):\n    return 0 if state.winner else state.turn\n"
        "def options(rules, state, player):\n    return rules.most\n"
        "def option(rules, state, player, k):\n    return k\n"
        "def play(rules, state, first, second):\n"
        "    total = mix(state.sum) + (first if state.turn == 1 else second)\n"
        "    return State(total, WORD - state.turn, state.turn if total >= 5 * LENGTHS else 0)\n"
        "def bounds(rules):\n    return State(0, 1, 0), State(99, 2, 2)\n"
        "def actions(rules):\n    return rules.most\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    rules: Any = importlib.import_module("clashing")
    words = parlour.game("odds-and-evens").words
    game = parlour.Game("clashing", rules, words, tmp_path, {})
    played = random_games(game, 200, 5)
    lengths = [len(random_game(game, number, 5)) for number in range(200)]
    assert played.lengths[: max(lengths) + 1].tolist() == np.bincount(lengths).tolist()
    assert 0 < played.first_wins < 200
