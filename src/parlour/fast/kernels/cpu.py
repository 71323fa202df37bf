"""The CPU versions of functions that differ between CPU and GPU. `fast/compile.py` has the compiler's options."""

from typing import Any

from parlour.fast.kernels.stubs import State
from parlour.fast.kernels.turn import choose_at_random
from parlour.fast.random_stream import Key


def bit_count(number: int) -> int:
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


def bit_length(number: int) -> int:
    length = 0
    while number:
        number >>= 1
        length += 1
    return length


def both_at_random(rules: Any, state: State, actor: int, key: Key, turn: int) -> tuple[int, int]:
    """The actions of both players; 0 for one who is not to act."""
    first = choose_at_random(rules, state, 0, key, turn) if actor & 1 else 0
    second = choose_at_random(rules, state, 1, key, turn) if actor & 2 else 0
    return first, second
