"""How long play lasts when both sides follow their mixes. Compiled with the rules of a game."""

from typing import Any

from parlour.fast.kernels.stubs import load, option, play, to_act
from parlour.fast.random_stream import draw, game_key
from parlour.solver.kernels.explore import number_of
from parlour.solver.states.explorer import Index
from parlour.solver.states.mixes import Mixes

RESOLUTION = 1 << 30  # of a random fraction


def expected_turns(rules: Any, index: Index, mixes: Mixes, numbers: Any, turns: Any) -> None:
    """Fills in how many turns are left on average; every state must come after the states that it leads to."""
    for k in range(numbers.shape[0]):
        number = numbers[k]
        state = load(index.states, number)
        actor = to_act(rules, state)
        total = 1.0
        for a in range(mixes.begins[number, 0], mixes.begins[number, 0] + mixes.sizes[number, 0]):
            first = option(rules, state, 0, mixes.options[a]) if actor & 1 else 0
            for b in range(mixes.begins[number, 1], mixes.begins[number, 1] + mixes.sizes[number, 1]):
                second = option(rules, state, 1, mixes.options[b]) if actor & 2 else 0
                after = play(rules, state, first, second)
                if after.winner == 0:
                    total += mixes.chances[a] * mixes.chances[b] * turns[number_of(index, after)]
        turns[number] = total


def follow_mixes(
    rules: Any, index: Index, mixes: Mixes, root: int, seed: int, first: int, last: int, max_turns: int, lengths: Any
) -> int:
    """Plays games `first` to `last` - 1, fills in how many turns each took, and returns how many were cut off."""
    cut_off = 0
    for game in range(first, last):
        key = game_key(seed, 0, game)
        number, turn = root, 0
        while number >= 0 and turn < max_turns:
            state = load(index.states, number)
            actor = to_act(rules, state)
            one = option_at(mixes, number, 0, draw(key, 2 * turn, RESOLUTION))
            two = option_at(mixes, number, 1, draw(key, 2 * turn + 1, RESOLUTION))
            first_action = option(rules, state, 0, one) if actor & 1 else 0
            second_action = option(rules, state, 1, two) if actor & 2 else 0
            after = play(rules, state, first_action, second_action)
            number = number_of(index, after) if after.winner == 0 else -1
            turn += 1
        lengths[game] = turn
        if number >= 0:
            cut_off += 1
    return cut_off


def option_at(mixes: Mixes, number: int, player: int, word: int) -> Any:
    """The option that a random number below RESOLUTION stands for."""
    k = mixes.begins[number, player]
    last = k + mixes.sizes[number, player] - 1
    left = word / RESOLUTION - mixes.chances[k]
    while left >= 0.0 and k < last:
        k += 1
        left -= mixes.chances[k]
    return mixes.options[k]
