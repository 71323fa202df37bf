"""The names that kernels take from the rules of a game and from the compiler, for readers and type checkers.

`fast/compile.py` supplies the real ones. Nothing here is compiled.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

cuda: Any  # Numba's compiler for GPUs, and its integer types
int32: Any
int64: Any


class KernelState(Protocol):
    winner: int

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> int: ...


# rules.py of the game
State: TypeAlias = KernelState
start: Callable[[Any], State]
to_act: Callable[[Any, State], int]
options: Callable[[Any, State, int], int]
option: Callable[[Any, State, int, int], int]
play: Callable[[Any, State, int, int], State]
shown: Callable[[Any, State], State]
mirror: Callable[[Any, State], State]

# generated for the game and the device
load: Callable[[Any, int], State]  # the state in row k of a table
store: Callable[[Any, int, State], None]  # writes a state into row k of a table
key: Callable[[State, Any, Any, Any], int]  # a number that identifies a state, or -1 outside the bounds
whole: Callable[[Any], int]  # an array element as an integer of the device

# cpu.py or cuda.py
both_at_random: Callable[[Any, State, int, Any, int], tuple[int, int]]
