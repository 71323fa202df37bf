"""The GPU versions of functions that differ between CPU and GPU. `fast/compile.py` has the compiler's options."""

from typing import Any

from parlour.fast.kernels.stubs import State, cuda, int32
from parlour.fast.kernels.turn import choose_at_random
from parlour.fast.random_stream import Key


def bit_count(number: int) -> int:
    count: int = int32(cuda.popc(number))
    return count


def bit_length(number: int) -> int:
    length: int = int32(32 - cuda.clz(number))
    return length


def both_at_random(rules: Any, state: State, actor: int, key: Key, turn: int) -> tuple[int, int]:
    """One action for each player; the rules ignore that of a player who is not to act.

    All threads of a warp wait for every branch that one of them takes, so a single player, first or second, is asked
    in the same place.
    """
    first = choose_at_random(rules, state, 1 if actor == 2 else 0, key, turn)
    second = choose_at_random(rules, state, 1, key, turn) if actor == 3 else first
    return first, second


def must_wait(secret: bool) -> bool:
    """Whether a thread in a secret round holds back until more threads of its warp are in one."""
    together = cuda.activemask()
    waiting = cuda.popc(cuda.ballot_sync(together, secret))
    return secret and waiting < 8 and waiting < cuda.popc(together)
