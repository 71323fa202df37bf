"""The functions of the rules, compiled, for a caller in Python."""

from typing import Any

from parlour.fast.kernels.stubs import State, option, options, play, to_act


def compiled_to_act(rules: Any, state: State) -> int:
    return to_act(rules, state)


def compiled_options(rules: Any, state: State, player: int) -> int:
    return options(rules, state, player)


def compiled_option(rules: Any, state: State, player: int, k: int) -> int:
    return option(rules, state, player, k)


def compiled_play(rules: Any, state: State, first: int, second: int) -> State:
    return play(rules, state, first, second)
