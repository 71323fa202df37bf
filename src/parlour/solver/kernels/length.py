"""How long play lasts when both sides follow a plan.

Put together with the rules of a game by `fast/build.py` and compiled.
"""

from typing import Any

from parlour.fast.kernels.stubs import load, option, play, to_act
from parlour.fast.random_stream import draw, game_key
from parlour.solver.certificate import Plan
from parlour.solver.kernels.explore import number_of
from parlour.solver.state_space import Index

FINE = 1 << 30  # how finely a chance is drawn


def expected_turns(rules: Any, index: Index, states: Any, listed: Any, plan: Plan, turns: Any) -> None:
    """Fills in how many turns are to come in every state of a list, in which all that it leads to stands before."""
    for place in range(listed.shape[0]):
        number = listed[place]
        state = load(states, number)
        actor = to_act(rules, state)
        total = 1.0
        for a in range(plan.begins[number, 0], plan.begins[number, 0] + plan.sizes[number, 0]):
            first = option(rules, state, 0, plan.chosen[a]) if actor & 1 else 0
            for b in range(plan.begins[number, 1], plan.begins[number, 1] + plan.sizes[number, 1]):
                second = option(rules, state, 1, plan.chosen[b]) if actor & 2 else 0
                after = play(rules, state, first, second)
                if after.winner == 0:
                    total += plan.chances[a] * plan.chances[b] * turns[number_of(index, after)]
        turns[number] = total


def follow_plan(
    rules: Any, index: Index, states: Any, plan: Plan, root: int, seed: int, first: int, last: int, max_turns: int,
    lengths: Any,
) -> int:  # fmt: skip
    """Plays games `first` to `last` - 1 from a state; notes how many turns each took; returns how many were stopped."""
    stopped = 0
    for game in range(first, last):
        key = game_key(seed, 0, game)
        number, turn = root, 0
        while number >= 0 and turn < max_turns:
            state = load(states, number)
            actor = to_act(rules, state)
            one = drawn(plan, number, 0, draw(key, 2 * turn, FINE))
            two = drawn(plan, number, 1, draw(key, 2 * turn + 1, FINE))
            first_action = option(rules, state, 0, one) if actor & 1 else 0
            second_action = option(rules, state, 1, two) if actor & 2 else 0
            after = play(rules, state, first_action, second_action)
            number = number_of(index, after) if after.winner == 0 else -1
            turn += 1
        lengths[game] = turn
        if number >= 0:
            stopped += 1
    return stopped


def drawn(plan: Plan, number: int, player: int, word: int) -> Any:
    """The place of the option that a word out of FINE falls on."""
    place = plan.begins[number, player]
    last = place + plan.sizes[number, player] - 1
    left = word / FINE - plan.chances[place]
    while left >= 0.0 and place < last:
        place += 1
        left -= plan.chances[place]
    return plan.chosen[place]
