"""Whole random games on a CPU. Each call takes a range of games, so that several threads can share the work."""

from typing import Any

from parlour.fast.kernels.stubs import both_at_random, play, start, to_act
from parlour.fast.random_stream import game_key


def random_games(
    rules: Any, seed_low: int, seed_high: int, first: int, last: int, max_turns: int, outcomes: Any, lengths: Any
) -> int:
    """Plays games `first` to `last` - 1; counts them by winner (0 unfinished) and by turns; returns the choices."""
    choices = 0
    longest = lengths.shape[0] - 1
    for number in range(first, last):
        key = game_key(seed_low, seed_high, number)
        state = start(rules)
        actor = to_act(rules, state)
        turn = 0
        while actor and turn < max_turns:
            one, two = both_at_random(rules, state, actor, key, turn)
            choices += 2 if actor == 3 else 1
            state = play(rules, state, one, two)
            actor = to_act(rules, state)
            turn += 1
        outcomes[state.winner] += 1
        lengths[min(turn, longest)] += 1
    return choices
